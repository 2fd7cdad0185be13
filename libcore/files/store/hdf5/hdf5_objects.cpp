// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies of HDF5 datasets in another file.
#include "libcore/files/store/hdf5/hdf5_objects.hpp"

#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_settings.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <fmt/format.h>

namespace tessera {

namespace {

/// Returns whether H5Ocopy copies such a dataset correctly. It makes fill values of any length unreadable, loses named types and
/// clears references.
bool is_copied_by_hdf5(hid_t type, hid_t settings) {
    return H5Tcommitted(type) <= 0 && !has_parts_elsewhere(type) && H5Pget_external_count(settings) == 0;
}

/// Returns a dataspace without unlimited dimensions: only external files allow these in a dataset without chunks.
Hdf5Handle space_inside(hid_t set, std::string const& doing) {
    Hdf5Handle const space(H5Dget_space(set), doing);
    Hdf5Sizes sizes(narrow<std::size_t>(H5Sget_simple_extent_ndims(space.get())));
    check_hdf5(H5Sget_simple_extent_dims(space.get(), sizes.data(), nullptr), doing);
    return hdf5_space(sizes);
}

} // namespace

bool copy_dataset(hid_t old_file, std::string const& old_path, hid_t new_file, std::string const& new_path, hid_t links,
                  Hdf5Names const* names) {
    std::string const doing = fmt::format("copying '{}'", old_path);
    Hdf5Handle const set(H5Dopen2(old_file, old_path.c_str(), H5P_DEFAULT), doing);
    Hdf5Handle const type(H5Dget_type(set.get()), doing);
    Hdf5Handle settings(H5Dget_create_plist(set.get()), doing);
    if (is_copied_by_hdf5(type.get(), settings.get())) {
        Hdf5Handle const how(H5Pcreate(H5P_OBJECT_COPY), doing);
        check_hdf5(H5Pset_copy_object(how.get(), H5O_COPY_WITHOUT_ATTR_FLAG), doing);
        check_hdf5(H5Ocopy(old_file, old_path.c_str(), new_file, new_path.c_str(), how.get(), links), doing);
        return true;
    }
    check_fill_value(settings.get(), type.get(), doing);
    Hdf5Handle space(H5Dget_space(set.get()), doing);
    if (H5Pget_external_count(settings.get()) > 0) {
        Hdf5Handle inside(H5Pcreate(H5P_DATASET_CREATE), doing);
        take_settings(settings.get(), inside.get(), type.get());
        settings = std::move(inside);
        space = space_inside(set.get(), doing);
    }
    make_room_for_attributes(set.get(), settings.get());
    Hdf5Handle const made = names != nullptr ? names->type_for(type.get()) : Hdf5Handle(H5Tcopy(type.get()), doing);
    Hdf5Handle const copy(H5Dcreate2(new_file, new_path.c_str(), made.get(), space.get(), links, settings.get(), H5P_DEFAULT),
                          doing);
    return false;
}

} // namespace tessera
