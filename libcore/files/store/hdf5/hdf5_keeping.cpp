// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks, before anything is written, for parts of an HDF5 file that a copy would lose.
#include "libcore/files/store/hdf5/hdf5_keeping.hpp"

#include "libcore/files/store/hdf5/hdf5_attributes.hpp"
#include "libcore/files/store/hdf5/hdf5_elements.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_links.hpp"
#include "libcore/files/store/hdf5/hdf5_metadata.hpp"
#include "libcore/files/store/hdf5/hdf5_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/files/store/hdf5/hdf5_values.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace tessera {

namespace {

constexpr char const* looking_beside = "looking at what stands beside the dataset";

tl::unexpected<Error> not_kept(std::string const& what) {
    return fail(fmt::format("{}, which this copy would lose; --all keeps it", what));
}

/// Error: an attribute refers to other objects. Attributes of dimension scales are exempt, because scales are attached again.
Result<void> check_attributes_kept(hid_t object, std::string const& path) {
    for (std::string const& name : attribute_names(object)) {
        Hdf5Handle const attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT), looking_beside);
        Hdf5Handle const type(H5Aget_type(attribute.get()), looking_beside);
        if (has_references(type.get()) && !joins_scales(name))
            return not_kept(fmt::format("the attribute '{}' of '{}' refers to other objects", name, path));
    }
    return {};
}

/// Checks a dataset that is copied without most of its file.
Result<void> check_companion(hid_t file, std::string const& path) {
    Hdf5Handle const set(H5Dopen2(file, path.c_str(), H5P_DEFAULT), looking_beside);
    Hdf5Handle const type(H5Dget_type(set.get()), looking_beside);
    if (has_references(type.get())) return not_kept(fmt::format("'{}' has references to other objects", path));
    return check_attributes_kept(set.get(), path);
}

/// Error: the path leads through a soft or external link.
Result<void> check_own_name(hid_t file, std::string const& path) {
    for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
        H5L_info_t link{};
        check_hdf5(H5Lget_info(file, path.substr(0, end).c_str(), &link, H5P_DEFAULT), looking_beside);
        if (link.type != H5L_TYPE_HARD)
            return fail(fmt::format("'{}' is another name of a dataset; with --all, name it by its own", path));
        if (end == std::string::npos) return {};
    }
}

/// Returns whether two datasets have the same type, shape and elements.
bool same_numbers(hid_t ours, hid_t theirs) {
    if (H5Iget_type(theirs) != H5I_DATASET) return false;
    Hdf5Handle const type(H5Dget_type(ours), looking_beside);
    Hdf5Handle const their_type(H5Dget_type(theirs), looking_beside);
    if (H5Tequal(type.get(), their_type.get()) <= 0 || has_parts_elsewhere(type.get())) return false;
    if (extents_of(ours, StorageOrder::C) != extents_of(theirs, StorageOrder::C)) return false;
    bool same = true;
    for_each_box(ours, type.get(), [&](std::vector<Run> const& box, hid_t space) {
        Hdf5Values a(type.get(), space);
        Hdf5Values b(type.get(), space);
        read_values(ours, whole_section(ours), box, a);
        read_values(theirs, whole_section(theirs), box, b);
        same = same && std::memcmp(a.data(), b.data(), a.count() * H5Tget_size(type.get())) == 0;
    });
    return same;
}

Hdf5Handle opened(std::string const& path) {
    return {open_to_read(path, H5P_DEFAULT), fmt::format("opening '{}'", path)};
}

/// Error: a dimension scale is excluded, but a dataset that uses it is copied. Its reference would dangle.
Result<void> check_left_out(hid_t file, std::vector<std::string> const& left_out) {
    if (left_out.empty()) return {};
    Hdf5Paths const paths(file);
    for (std::string const& path : dataset_names(file)) {
        if (std::ranges::find(left_out, path) != left_out.end()) continue;
        Hdf5Handle const set(H5Dopen2(file, path.c_str(), H5P_DEFAULT), looking_beside);
        for (std::string const& scale : all_scales_of(set.get(), paths))
            if (std::ranges::find(left_out, scale) != left_out.end())
                return fail(fmt::format("'{}' is a dimension of '{}'; keep it, or leave out both", scale, path));
    }
    return {};
}

} // namespace

Result<void> check_kept(Original const& like) {
    SilencedHdf5Errors const quiet;
    Hdf5Handle const file = opened(like.file.path);
    if (like.all && like.file.dataset.empty()) return {};
    if (like.all) return check_own_name(file.get(), like.file.dataset);
    if (auto kept = check_companion(file.get(), like.file.dataset); !kept) return kept;
    Hdf5Handle const set(H5Dopen2(file.get(), like.file.dataset.c_str(), H5P_DEFAULT), looking_beside);
    for (std::string const& scale : all_scales_of(set.get(), Hdf5Paths(file.get())))
        if (auto kept = check_companion(file.get(), scale); !kept) return kept;
    return {};
}

bool is_kept_by_hdf5_alone(FileName const& dataset) {
    constexpr hsize_t few_bytes = 1 << 20;
    SilencedHdf5Errors const quiet;
    Hdf5Handle const file = opened(dataset.path);
    Hdf5Handle const set(H5Dopen2(file.get(), dataset.dataset.c_str(), H5P_DEFAULT), looking_beside);
    Hdf5Handle const space(H5Dget_space(set.get()), looking_beside);
    Hdf5Handle const type(H5Dget_type(set.get()), looking_beside);
    Hdf5Handle const settings(H5Dget_create_plist(set.get()), looking_beside);
    H5D_layout_t const layout = H5Pget_layout(settings.get());
    if (H5Sget_simple_extent_type(space.get()) == H5S_NULL || layout == H5D_COMPACT) return true;
    if (layout == H5D_VIRTUAL || H5Pget_external_count(settings.get()) > 0) return false;
    auto const elements = narrow<hsize_t>(check_hdf5(H5Sget_simple_extent_npoints(space.get()), looking_beside));
    bool const is_large = elements > few_bytes / H5Tget_size(type.get());
    return is_large && H5Dget_storage_size(set.get()) < few_bytes;
}

Result<void> check_left_out(Original const& like) {
    SilencedHdf5Errors const quiet;
    return check_left_out(opened(like.file.path).get(), like.left_out);
}

std::vector<std::string> paths_beside_original(Original const& like) {
    SilencedHdf5Errors const quiet;
    Hdf5Handle const file = opened(like.file.path);
    if (!like.all) {
        Hdf5Handle const set(H5Dopen2(file.get(), like.file.dataset.c_str(), H5P_DEFAULT), looking_beside);
        return all_scales_of(set.get(), Hdf5Paths(file.get()));
    }
    std::vector<std::string> paths{"/"};
    for (std::string& link : link_names(file.get()))
        if (std::ranges::find(like.left_out, link) == like.left_out.end()) paths.push_back(std::move(link));
    return paths;
}

std::vector<std::string> held_beside(std::string const& path, std::vector<std::string> const& made) {
    SilencedHdf5Errors const quiet;
    std::error_code ignored;
    std::vector<std::string> held;
    if (!std::filesystem::is_regular_file(path, ignored) || H5Fis_hdf5(path.c_str()) <= 0) return held;
    auto const is_made = [&](std::string const& name) { return std::ranges::find(made, name) != made.end(); };
    auto const leads_there = [&](std::string const& name) {
        return std::ranges::any_of(made, [&](std::string const& each) { return each.starts_with(name + '/'); });
    };
    try {
        Hdf5Handle const file = opened(path);
        Hdf5Handle const root(H5Gopen2(file.get(), "/", H5P_DEFAULT), looking_beside);
        if (H5Aget_num_attrs(root.get()) > 0 && !is_made("/")) held.emplace_back("attributes of /");
        for (std::string& link : link_names(file.get()))
            if (!is_made(link) && !leads_there(link)) held.push_back(std::move(link));
    } catch (Hdf5Error const&) {
        held.clear();
    }
    return held;
}

Result<void> check_can_be_added(std::string const& path, NewArray const& array, bool force) {
    SilencedHdf5Errors const quiet;
    Hdf5Handle const file = opened(path);
    hid_t const there = H5Oopen(file.get(), array.dataset.c_str(), H5P_DEFAULT);
    if (there >= 0) {
        Hdf5Handle const object(there, looking_beside);
        if (H5Iget_type(object.get()) != H5I_DATASET)
            return fail(fmt::format("'{}' in '{}' is no dataset; name another one", array.dataset, path));
        if (!force) return fail(fmt::format("'{}' has a dataset '{}'; --force replaces it", path, array.dataset));
        if (H5Aexists(object.get(), "REFERENCE_LIST") > 0)
            return fail(fmt::format("'{}' in '{}' is a dimension of other datasets and cannot be replaced", array.dataset, path));
    }
    if (!array.copied_from) return check_dimensions(path, array);
    Hdf5Handle const source = opened(array.copied_from->file.path);
    Hdf5Handle const set(H5Dopen2(source.get(), array.copied_from->file.dataset.c_str(), H5P_DEFAULT), looking_beside);
    for (std::string const& scale : all_scales_of(set.get(), Hdf5Paths(source.get()))) {
        Hdf5Handle const ours(H5Dopen2(source.get(), scale.c_str(), H5P_DEFAULT), looking_beside);
        hid_t const theirs = H5Oopen(file.get(), scale.c_str(), H5P_DEFAULT);
        if (theirs < 0) continue;
        Hdf5Handle const known(theirs, looking_beside);
        if (!same_numbers(ours.get(), known.get()))
            return fail(fmt::format("the dimension '{}' of '{}' is another one in '{}'; name another file", scale,
                                    array.copied_from->file.dataset, path));
    }
    return {};
}

} // namespace tessera
