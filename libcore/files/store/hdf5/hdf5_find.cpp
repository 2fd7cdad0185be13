// SPDX-License-Identifier: BSD-3-Clause
// Tessera: lookup of datasets and dimension scales in an HDF5 file.
#include "libcore/files/store/hdf5/hdf5_find.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/base/visible_text.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/hdf5/hdf5_dimensions.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <hdf5_hl.h>
#include <iterator>
#include <span>
#include <string_view>

namespace tessera {

namespace {

herr_t collect_dataset(hid_t, char const* name, H5O_info_t const* info, void* names) {
    if (info->type == H5O_TYPE_DATASET) static_cast<std::vector<std::string>*>(names)->push_back(fmt::format("/{}", name));
    return 0;
}

/// HDF5's callback to follow an unknown link, which always fails.
hid_t follow_unknown(char const*, hid_t, void const*, std::size_t, hid_t, hid_t) {
    return -1;
}

ssize_t copy_link_value(char const*, void const* value, std::size_t bytes, void* buffer, std::size_t room) {
    if (buffer != nullptr) std::memcpy(buffer, value, std::min(bytes, room));
    return static_cast<ssize_t>(bytes);
}

Error missing_dataset(hid_t file, std::string const& path, std::string const& dataset) {
    constexpr std::size_t most_named = 8;
    std::vector<std::string> names = dataset_names(file);
    std::string const hint = suggestion(dataset, names);
    std::string const more = names.size() > most_named ? ", ..." : "";
    if (names.size() > most_named) names.resize(most_named);
    for (std::string& name : names) name = visible_name(name);
    std::string const there = names.empty() ? "it has none" : fmt::format("it has {}{}", fmt::join(names, ", "), more);
    return {fmt::format("'{}' has no dataset '{}'; {}{}", path, visible_name(dataset), there, visible_name(hint))};
}

/// Returns whether the path leads to a dataset, or to an object that cannot be read and may be one.
bool is_dataset(hid_t file, std::string const& path) {
    char const* const name = path.c_str();
    if (H5Lexists(file, name, H5P_DEFAULT) <= 0 || H5Oexists_by_name(file, name, H5P_DEFAULT) <= 0) return false;
    H5O_info_t info{};
    return H5Oget_info_by_name(file, name, &info, H5P_DEFAULT) < 0 || info.type == H5O_TYPE_DATASET;
}

} // namespace

std::vector<std::string> dataset_names(hid_t file) {
    std::vector<std::string> names;
    check_hdf5(H5Ovisit(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, collect_dataset, &names), "looking at all objects");
    return names;
}

std::string path_of_file(hid_t object) {
    std::string path(narrow<std::size_t>(std::max<ssize_t>(H5Fget_name(object, nullptr, 0), 0)) + 1, '\0');
    H5Fget_name(object, path.data(), path.size());
    path.pop_back(); // HDF5's final zero
    return path;
}

std::string name_of_object(hid_t object) {
    constexpr char const* asking = "asking for the name of an HDF5 object";
    auto const length = check_hdf5(H5Iget_name(object, nullptr, 0), asking);
    std::string name(narrow<std::size_t>(length), '\0');
    check_hdf5(H5Iget_name(object, name.data(), name.size() + 1), asking);
    return name;
}

void make_known(H5L_type_t link_class) {
    if (link_class < H5L_TYPE_UD_MIN || H5Lis_registered(link_class) > 0) return;
    H5L_class_t unknown{};
    unknown.version = H5L_LINK_CLASS_T_VERS;
    unknown.id = link_class;
    unknown.trav_func = follow_unknown;
    unknown.query_func = copy_link_value;
    check_hdf5(H5Lregister(&unknown), "looking at a link");
}

bool is_scale(hid_t set) {
    return H5Aexists(set, "CLASS") > 0 && H5DSis_scale(set) > 0; // HDF5 fails if a user's attribute CLASS is not that of a scale
}

bool is_name_only(hid_t set) {
    constexpr std::string_view words = "This is a netCDF dimension but not a netCDF variable";
    std::array<char, 80> name{};
    return H5Aexists(set, "NAME") > 0 && H5DSget_scale_name(set, name.data(), name.size()) > 0 &&
           std::string_view(name.data()).starts_with(words);
}

std::vector<std::vector<std::string>> scales_of(hid_t set, Hdf5Paths const& paths) {
    constexpr char const* asking = "asking for the scales of a dataset";
    constexpr char const* list_of_scales = "DIMENSION_LIST"; // references to any number of scales per dimension
    Hdf5Handle const shape(H5Dget_space(set), asking);
    std::vector<std::vector<std::string>> names(narrow<std::size_t>(check_hdf5(H5Sget_simple_extent_ndims(shape.get()), asking)));
    if (names.empty() || H5Aexists(set, list_of_scales) <= 0) return names;
    Hdf5Handle const attribute(H5Aopen(set, list_of_scales, H5P_DEFAULT), asking);
    Hdf5Handle const stored(H5Aget_type(attribute.get()), asking);
    if (H5Tget_class(stored.get()) != H5T_VLEN) return names; // a user's attribute of that name
    Hdf5Handle const space(H5Aget_space(attribute.get()), asking);
    Hdf5Handle const type(H5Tvlen_create(H5T_STD_REF_OBJ), asking);
    Hdf5Values lists(type.get(), space.get());
    check_hdf5(H5Aread(attribute.get(), type.get(), lists.data()), asking);
    for (std::size_t d = 0; d < std::min(names.size(), lists.count()); ++d) {
        hvl_t list{};
        std::memcpy(&list, lists.data() + d * sizeof list, sizeof list);
        for (hobj_ref_t const scale : std::span(static_cast<hobj_ref_t const*>(list.p), list.len))
            if (std::string path = paths.of(scale); !path.empty()) names[d].push_back(std::move(path));
    }
    return names;
}

std::vector<std::string> all_scales_of(hid_t set, Hdf5Paths const& paths) {
    std::vector<std::string> all;
    for (std::vector<std::string>& of_dim : scales_of(set, paths)) std::ranges::move(of_dim, std::back_inserter(all));
    return all;
}

std::vector<std::string> dim_names_of(hid_t set, Hdf5Paths const& paths) {
    auto const last_of = [](std::string const& path) { return path.substr(path.rfind('/') + 1); };
    std::string const own = last_of(name_of_object(set));
    auto const scales = scales_of(set, paths);
    if (scales.size() == 1 && is_scale(set)) return {own};
    bool named = false;
    std::vector<std::string> names;
    if (is_scale(set))
        for (std::string const& path : numbered_dimensions(set)) names.push_back(last_of(path));
    if (names.size() == scales.size()) return names;
    names.clear();
    for (std::size_t d = 0; d < scales.size(); ++d) {
        named = named || !scales[d].empty();
        names.push_back(scales[d].empty() ? usual_dim_name(own, d) : last_of(scales[d].front()));
    }
    return named ? names : std::vector<std::string>();
}

Result<void> check_hdf5_file(std::string const& path) {
    if (is_shared_open(path)) return {};
    if (auto readable = check_readable(path); !readable) return readable;
    if (H5Fis_hdf5(path.c_str()) <= 0) return fail(fmt::format("cannot read '{}': it is not an HDF5 file", path));
    return {};
}

Result<Hdf5Handle> find_dataset(hid_t file, std::string const& path, std::string const& dataset) {
    try {
        return Hdf5Handle(H5Dopen2(file, dataset.c_str(), H5P_DEFAULT), fmt::format("opening '{}:{}'", path, dataset));
    } catch (Hdf5Error const&) {
        if (is_dataset(file, dataset)) throw;
        return tl::unexpected(missing_dataset(file, path, dataset));
    }
}

} // namespace tessera
