// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of the objects of an HDF5 file, by address.
#include "libcore/files/store/hdf5/hdf5_paths.hpp"

#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"

namespace tessera {

namespace {

herr_t note_path(hid_t, char const* name, H5L_info_t const* link, void* paths) {
    if (link->type == H5L_TYPE_HARD)
        static_cast<std::map<hobj_ref_t, std::string>*>(paths)->emplace(link->u.address, "/" + std::string(name));
    return 0;
}

} // namespace

std::string Hdf5Paths::of(hobj_ref_t object) const {
    if (!paths_) has_all_ = H5Lvisit(file_, H5_INDEX_CRT_ORDER, H5_ITER_INC, note_path, &paths_.emplace()) >= 0;
    auto const found = paths_->find(object);
    if (found != paths_->end()) return found->second;
    if (has_all_) return ""; // HDF5 does not recover from a search for an object at an invalid address
    hid_t const there = H5Rdereference2(file_, H5P_DEFAULT, H5R_OBJECT, &object);
    return there < 0 ? "" : name_of_object(Hdf5Handle(there, "following a reference").get());
}

} // namespace tessera
