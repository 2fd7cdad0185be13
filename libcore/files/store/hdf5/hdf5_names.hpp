// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names in the copy of the objects of an HDF5 file.
#pragma once

#include "libcore/files/store/hdf5/hdf5_handle.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace tessera {

/// Returns the address of an open object in its file. All its names have the same address.
[[nodiscard]] haddr_t address_of(hid_t object);

/// Maps objects of the old file to the new one by name. References hold addresses, and named types belong to a file, so neither can
/// be copied as bytes.
class Hdf5Names {
  public:
    /// Both files must stay open while this is used.
    Hdf5Names(hid_t old_file, hid_t new_file) : old_file_(old_file), new_file_(new_file) {}

    /// Records the path of an object in the new file. The first path counts.
    void add(haddr_t object, std::string path) { paths_.emplace(object, std::move(path)); }
    /// Returns the path of an object in the new file; null if there is none.
    [[nodiscard]] std::string const* find(haddr_t object) const;

    /// Records a named type of the old file, made in the new one.
    void add_type(haddr_t object, Hdf5Handle type) { types_.emplace(object, std::move(type)); }
    /// Returns the type in the new file: its named type, or a copy without a name.
    [[nodiscard]] Hdf5Handle type_for(hid_t old_type) const;

    /// Records that the elements of this dataset have other positions in the new file. References to its regions cannot be copied.
    void set_reshaped(haddr_t object) { reshaped_.insert(object); }

    /// Redirects all references in these elements to objects of the new file. References to objects without a name become null, as
    /// in h5repack. `type`: type of an element in memory; elements are `stride` bytes apart. Throws Hdf5Error.
    void translate(hid_t type, std::byte* first, std::size_t count, std::size_t stride) const;

  private:
    void translate_object(std::byte* reference) const;
    void translate_region(std::byte* reference) const;

    hid_t old_file_;
    hid_t new_file_;
    std::map<haddr_t, std::string> paths_;
    std::map<haddr_t, Hdf5Handle> types_;
    std::set<haddr_t> reshaped_;
};

} // namespace tessera
