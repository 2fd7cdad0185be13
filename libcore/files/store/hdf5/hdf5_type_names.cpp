// SPDX-License-Identifier: BSD-3-Clause
// Tessera: names of the types of new netCDF-4 files.
#include "libcore/files/store/hdf5/hdf5_type_names.hpp"

#include "libcore/files/store/hdf5/hdf5_fields.hpp"
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"
#include "libcore/files/store/hdf5/hdf5_settings.hpp"
#include "libcore/files/store/hdf5/hdf5_texts.hpp"
#include "libcore/files/store/hdf5/hdf5_type.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tessera {

Hdf5Handle type_of_new_elements(NewArray const& array) {
    if (array.texts) return type_of_texts(array.texts->of_bytes());
    return array.fields.empty() ? std::move(*hdf5_type_of(array.type)) : hdf5_compound(array.fields, array.type.bytes);
}

namespace {

constexpr char const* naming = "naming a type for netCDF";
constexpr char const* path_of_enumerations = "/bool_t"; // Tessera's only enumeration is bool

std::string name_of_member(hid_t type, int number) {
    char* const name = H5Tget_member_name(type, static_cast<unsigned>(number));
    std::string copy = name == nullptr ? "" : name;
    check_hdf5(H5free_memory(name), naming);
    return copy;
}

/// Visits the component types of a type and then the type itself, with their new names: "/x_t", and "/x_member_t" for a member.
void for_each_named_type(Hdf5Handle type, std::string const& stem,
                         std::function<void(std::string const&, Hdf5Handle)> const& visit) {
    switch (H5Tget_class(type.get())) {
    case H5T_ARRAY:
        return for_each_named_type(Hdf5Handle(H5Tget_super(type.get()), naming), stem, visit);
    case H5T_COMPOUND:
        for (int i = 0; i < H5Tget_nmembers(type.get()); ++i) {
            std::string member = name_of_member(type.get(), i);
            std::ranges::replace(member, '/', '_');
            for_each_named_type(Hdf5Handle(H5Tget_member_type(type.get(), static_cast<unsigned>(i)), naming), stem + "_" + member,
                                visit);
        }
        return visit(stem + "_t", std::move(type));
    case H5T_ENUM:
        return visit(path_of_enumerations, std::move(type));
    case H5T_OPAQUE:
    case H5T_VLEN:
        return visit(stem + "_t", std::move(type));
    default:
        return;
    }
}

bool needs_names(NewArray const& array) {
    return array.for_netcdf && !array.copied_from;
}

Hdf5Handle named_type(hid_t file, std::string const& path, Hdf5Handle type) {
    if (!is_in(file, path)) {
        Hdf5Handle const links = making_groups();
        check_hdf5(H5Tcommit2(file, path.c_str(), type.get(), links.get(), H5P_DEFAULT, H5P_DEFAULT), naming);
        return type;
    }
    hid_t const there = H5Topen2(file, path.c_str(), H5P_DEFAULT);
    if (there < 0) return type; // another kind of object has the name
    Hdf5Handle known(there, naming);
    return H5Tequal(known.get(), type.get()) > 0 ? std::move(known) : std::move(type);
}

} // namespace

Hdf5Handle with_names_for_netcdf(hid_t file, Hdf5Handle type, NewArray const& array) {
    if (!needs_names(array)) return type;
    Hdf5Handle named;
    for_each_named_type(Hdf5Handle(H5Tcopy(type.get()), naming), array.dataset,
                        [&](std::string const& path, Hdf5Handle each) { named = named_type(file, path, std::move(each)); });
    return H5Tget_class(type.get()) != H5T_ARRAY && named.get() >= 0 ? std::move(named) : std::move(type);
}

std::vector<std::string> names_of_types(NewArray const& array) {
    std::vector<std::string> paths;
    if (needs_names(array) && !is_rest(array))
        for_each_named_type(type_of_new_elements(array), array.dataset,
                            [&](std::string const& path, Hdf5Handle const&) { paths.push_back(path); });
    return paths;
}

} // namespace tessera
