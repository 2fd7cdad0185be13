// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the objects of an HDF5 file that is copied, and what they are called in the copy.
#pragma once

#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>

namespace tessera {

/// Where an open object lies in its file: every name of it has the same address.
[[nodiscard]] haddr_t address_of(hid_t object);

/// References are addresses, and named types belong to their file: both are taken over by what the objects are called.
class Hdf5Names {
  public:
    /// The files stay open as long as this is used.
    Hdf5Names(hid_t old_file, hid_t new_file) : old_file_(old_file), new_file_(new_file) {}

    /// The old file's object is in the new one, under this path. The first path counts.
    void add(haddr_t object, std::string path) { paths_.emplace(object, std::move(path)); }
    /// Null: there is none in the new file.
    [[nodiscard]] std::string const* find(haddr_t object) const;

    /// A named type of the old file, made in the new one.
    void add_type(haddr_t object, Hdf5Handle type) { types_.emplace(object, std::move(type)); }
    /// What stands for a type of the old file: the new file's named type, or a type without a name.
    [[nodiscard]] Hdf5Handle type_for(hid_t old_type) const;

    /// The elements of this dataset have other places in the new file: no reference to a region of it can be taken over.
    void set_reshaped(haddr_t object) { reshaped_.insert(object); }

    /// Makes all references in these elements refer to the new file's objects. One whose object has no name becomes null, as
    /// h5repack has it. `type`: of an element in memory; elements lie `stride` bytes apart. Throws Hdf5Error.
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
