// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the objects of an HDF5 file are called, by where they lie.
#include "libcore/runtime/store/hdf5/hdf5_paths.hpp"

#include "libcore/runtime/store/hdf5/hdf5_find.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

namespace tessera {

namespace {

herr_t note_path(hid_t, char const* name, H5L_info_t const* link, void* paths) {
    if (link->type == H5L_TYPE_HARD)
        static_cast<std::map<hobj_ref_t, std::string>*>(paths)->emplace(link->u.address, "/" + std::string(name));
    return 0;
}

} // namespace

std::string Hdf5Paths::of(hobj_ref_t object) const {
    if (!paths_) H5Lvisit(file_, H5_INDEX_NAME, H5_ITER_INC, note_path, &paths_.emplace()); // as far as the file can be read
    auto const found = paths_->find(object);
    if (found != paths_->end()) return found->second;
    Hdf5Handle const opened(H5Rdereference2(file_, H5P_DEFAULT, H5R_OBJECT, &object), "following a reference");
    return name_of_object(opened.get());
}

} // namespace tessera
