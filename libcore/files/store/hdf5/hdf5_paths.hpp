// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of the objects of an HDF5 file, by address.
#pragma once

#include <hdf5.h>
#include <map>
#include <optional>
#include <string>

namespace tessera {

/// Finds the names of referenced objects. HDF5 searches the whole file for each name; this class visits it once, when the first
/// name is needed. The file must outlive it and its links must not change.
class Hdf5Paths {
  public:
    explicit Hdf5Paths(hid_t file) : file_(file) {}

    /// Returns the name of an object. Of several names it is the first in a visit group by group: in creation order if tracked,
    /// otherwise alphabetical. Empty if the reference is dangling.
    [[nodiscard]] std::string of(hobj_ref_t object) const;

  private:
    hid_t file_;
    mutable std::optional<std::map<hobj_ref_t, std::string>> paths_;
    mutable bool has_all_ = false; // false: the visit of the file failed
};

} // namespace tessera
