// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the objects of an HDF5 file are called, by where they lie.
#pragma once

#include <hdf5.h>
#include <map>
#include <optional>
#include <string>

namespace tessera {

/// References lead to addresses. HDF5 looks through the whole file for the name of each; here that is done once for all, when the
/// first name is asked for. The file outlives it, and its links stay as they are.
class Hdf5Paths {
  public:
    explicit Hdf5Paths(hid_t file) : file_(file) {}

    /// Of several names the first, by the alphabet, group by group. Empty where a reference leads to nothing.
    [[nodiscard]] std::string of(hobj_ref_t object) const;

  private:
    hid_t file_;
    mutable std::optional<std::map<hobj_ref_t, std::string>> paths_;
    mutable bool has_all_ = false; // else the file could not be read to its end
};

} // namespace tessera
