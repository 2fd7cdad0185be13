// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names in the copy of the objects of an HDF5 file.
#include "libcore/files/store/hdf5/hdf5_names.hpp"

#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <span>

namespace tessera {

namespace {

constexpr char const* translating = "taking over references";

/// A null reference is all zeros.
bool is_null(std::span<std::byte const> reference) {
    return std::ranges::all_of(reference, [](std::byte each) { return each == std::byte{0}; });
}

} // namespace

haddr_t address_of(hid_t object) {
    H5O_info_t info{};
    check_hdf5(H5Oget_info2(object, &info, H5O_INFO_BASIC), "looking at an HDF5 object");
    return info.addr;
}

std::string const* Hdf5Names::find(haddr_t object) const {
    auto const found = paths_.find(object);
    return found == paths_.end() ? nullptr : &found->second;
}

Hdf5Handle Hdf5Names::type_for(hid_t old_type) const {
    if (H5Tcommitted(old_type) > 0) {
        auto const made = types_.find(address_of(old_type));
        if (made != types_.end()) {
            check_hdf5(H5Iinc_ref(made->second.get()), translating);
            return {made->second.get(), translating};
        }
    }
    return {H5Tcopy(old_type), translating};
}

void Hdf5Names::translate_object(std::byte* reference) const {
    hobj_ref_t value = 0;
    std::memcpy(&value, reference, sizeof value);
    if (value == 0) return;
    std::string const* const path = find(value);
    value = 0;
    if (path != nullptr) check_hdf5(H5Rcreate(&value, new_file_, path->c_str(), H5R_OBJECT, -1), translating);
    std::memcpy(reference, &value, sizeof value);
}

void Hdf5Names::translate_region(std::byte* reference) const {
    std::span const bytes(reference, sizeof(hdset_reg_ref_t));
    if (is_null(bytes)) return;
    hid_t const found = H5Rdereference2(old_file_, H5P_DEFAULT, H5R_DATASET_REGION, reference);
    Hdf5Handle const set = found < 0 ? Hdf5Handle() : Hdf5Handle(found, translating);
    std::string const* const path = found < 0 ? nullptr : find(address_of(set.get()));
    if (path == nullptr) {
        std::ranges::fill(bytes, std::byte{0});
        return;
    }
    if (reshaped_.contains(address_of(set.get())))
        throw Hdf5Error(fmt::format("a reference leads to a region of '{}', whose elements get other places", *path));
    Hdf5Handle const region(H5Rget_region(old_file_, H5R_DATASET_REGION, reference), translating);
    check_hdf5(H5Rcreate(reference, new_file_, path->c_str(), H5R_DATASET_REGION, region.get()), translating);
}

void Hdf5Names::translate(hid_t type, std::byte* first, std::size_t count, std::size_t stride) const {
    if (count == 0 || !has_references(type)) return;
    H5T_class_t const kind = H5Tget_class(type);
    if (kind == H5T_REFERENCE) {
        bool const region = H5Tequal(type, H5T_STD_REF_DSETREG) > 0;
        for (std::size_t i = 0; i < count; ++i)
            region ? translate_region(first + i * stride) : translate_object(first + i * stride);
        return;
    }
    if (kind == H5T_COMPOUND) {
        for (unsigned member = 0; member < narrow<unsigned>(H5Tget_nmembers(type)); ++member) {
            Hdf5Handle const part(H5Tget_member_type(type, member), translating);
            translate(part.get(), first + H5Tget_member_offset(type, member), count, stride);
        }
        return;
    }
    Hdf5Handle const part(H5Tget_super(type), translating);
    std::size_t const bytes = H5Tget_size(part.get());
    if (kind == H5T_ARRAY) {
        for (std::size_t at = 0; at < H5Tget_size(type); at += bytes) translate(part.get(), first + at, count, stride);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) { // sequences of any length
        hvl_t list{};
        std::memcpy(&list, first + i * stride, sizeof list);
        translate(part.get(), static_cast<std::byte*>(list.p), list.len, bytes);
    }
}

} // namespace tessera
