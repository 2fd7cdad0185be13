// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what of an HDF5 file a copy would not keep, said before anything is written.
#include "libcore/runtime/store/hdf5/hdf5_keeping.hpp"

#include "libcore/runtime/mpi/narrow.hpp"
#include "libcore/runtime/store/hdf5/hdf5_elements.hpp"
#include "libcore/runtime/store/hdf5/hdf5_find.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <system_error>

namespace tessera {

namespace {

constexpr char const* looking_beside = "looking at what stands beside the dataset";

struct Link {
    std::string path;
    H5L_type_t type;
};

herr_t note_link(hid_t, char const* name, H5L_info_t const* link, void* links) {
    static_cast<std::vector<Link>*>(links)->push_back({fmt::format("/{}", name), link->type});
    return 0;
}

std::vector<Link> links_of(hid_t file) {
    std::vector<Link> links;
    check_hdf5(H5Lvisit(file, H5_INDEX_NAME, H5_ITER_INC, note_link, &links), looking_beside);
    return links;
}

H5O_info_t about(hid_t file, std::string const& path) {
    H5O_info_t info{};
    check_hdf5(H5Oget_info_by_name2(file, path.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT), looking_beside);
    return info;
}

std::vector<std::string> all_scales_of(hid_t set) {
    Hdf5Handle const space(H5Dget_space(set), looking_beside);
    std::vector<std::string> paths;
    for (int dim = 0; dim < H5Sget_simple_extent_ndims(space.get()); ++dim)
        for (std::string& path : scales_of(set, narrow<unsigned>(dim))) paths.push_back(std::move(path));
    return paths;
}

Error not_kept(std::string const& what) {
    return {fmt::format("{}, which a copy would lose; h5repack keeps it", what)};
}

/// H5Ocopy leaves nothing of references, and makes fill values of variable length unreadable.
std::optional<std::string> lost_with(hid_t set) {
    Hdf5Handle const type(H5Dget_type(set), looking_beside);
    Hdf5Handle const settings(H5Dget_create_plist(set), looking_beside);
    H5D_fill_value_t fill = H5D_FILL_VALUE_DEFAULT;
    check_hdf5(H5Pfill_value_defined(settings.get(), &fill), looking_beside);
    if (has_references(type.get())) return "references to other objects";
    if (has_parts_elsewhere(type.get()) && fill == H5D_FILL_VALUE_USER_DEFINED) return "values of any length with a fill value";
    if (H5Pget_external_count(settings.get()) > 0) return "its data in another file";
    if (H5Pget_layout(settings.get()) == H5D_VIRTUAL) return "parts in other datasets";
    return std::nullopt;
}

/// A dataset that H5Ocopy is to copy.
Result<void> check_companion(hid_t file, std::string const& path) {
    Hdf5Handle const set(H5Dopen2(file, path.c_str(), H5P_DEFAULT), looking_beside);
    if (auto const lost = lost_with(set.get())) return tl::unexpected(not_kept(fmt::format("'{}' has {}", path, *lost)));
    return check_attributes_kept(set.get(), path);
}

/// All links of a file, one by one.
class FileCheck {
  public:
    FileCheck(hid_t file, Original const& like) : file_(file), like_(like) { names_[about(file, "/").addr] = "/"; }

    [[nodiscard]] Result<void> run() {
        Hdf5Handle const settings(H5Fget_create_plist(file_), looking_beside);
        hsize_t user_block = 0;
        check_hdf5(H5Pget_userblock(settings.get(), &user_block), looking_beside);
        if (user_block > 0)
            return tl::unexpected(not_kept(fmt::format("'{}' has {} bytes in front of it", like_.file.path, user_block)));
        Hdf5Handle const root(H5Gopen2(file_, "/", H5P_DEFAULT), looking_beside);
        if (auto kept = check_attributes_kept(root.get(), "/"); !kept) return kept;
        for (Link const& link : links_of(file_))
            if (auto kept = check(link); !kept) return kept;
        if (found_) return {};
        return fail(fmt::format("'{}' is another name of a dataset; with --all, name it by its own", like_.file.dataset));
    }

  private:
    [[nodiscard]] Result<void> check(Link const& link) {
        if (link.type == H5L_TYPE_SOFT) return {};
        if (link.type != H5L_TYPE_HARD) return tl::unexpected(not_kept(fmt::format("'{}' is a link to another file", link.path)));
        H5O_info_t const object = about(file_, link.path);
        auto const [known, is_new] = names_.emplace(object.addr, link.path);
        if (!is_new)
            return tl::unexpected(not_kept(fmt::format("'{}' and '{}' are one object under two names", known->second, link.path)));
        found_ = found_ || link.path == like_.file.dataset;
        if (object.type == H5O_TYPE_NAMED_DATATYPE) return tl::unexpected(not_kept(fmt::format("'{}' is a named type", link.path)));
        if (object.type == H5O_TYPE_DATASET)
            return link.path == like_.file.dataset ? Result<void>{} : check_companion(file_, link.path);
        Hdf5Handle const group(H5Gopen2(file_, link.path.c_str(), H5P_DEFAULT), looking_beside);
        return check_attributes_kept(group.get(), link.path);
    }

    hid_t file_;
    Original const& like_;
    std::map<haddr_t, std::string> names_;
    bool found_ = false;
};

Hdf5Handle opened(std::string const& path) {
    return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), fmt::format("opening '{}'", path)};
}

} // namespace

Result<void> check_attributes_kept(hid_t object, std::string const& name) {
    auto const count = static_cast<hsize_t>(check_hdf5(H5Aget_num_attrs(object), looking_beside));
    for (hsize_t i = 0; i < count; ++i) {
        Hdf5Handle const attribute(H5Aopen_by_idx(object, ".", H5_INDEX_NAME, H5_ITER_INC, i, H5P_DEFAULT, H5P_DEFAULT),
                                   looking_beside);
        Hdf5Handle const type(H5Aget_type(attribute.get()), looking_beside);
        if (!has_references(type.get())) continue;
        std::string attribute_name(narrow<std::size_t>(check_hdf5(H5Aget_name(attribute.get(), 0, nullptr), looking_beside)), '\0');
        check_hdf5(H5Aget_name(attribute.get(), attribute_name.size() + 1, attribute_name.data()), looking_beside);
        if (attribute_name == "DIMENSION_LIST" || attribute_name == "REFERENCE_LIST") continue;
        return tl::unexpected(not_kept(fmt::format("the attribute '{}' of '{}' refers to other objects", attribute_name, name)));
    }
    return {};
}

Result<void> check_kept(Original const& like) {
    QuietHdf5 const quiet;
    Hdf5Handle const file = opened(like.file.path);
    Hdf5Handle const set(H5Dopen2(file.get(), like.file.dataset.c_str(), H5P_DEFAULT), looking_beside);
    if (auto kept = check_attributes_kept(set.get(), like.file.dataset); !kept) return kept;
    if (like.all) return FileCheck(file.get(), like).run();
    for (std::string const& scale : all_scales_of(set.get()))
        if (auto kept = check_companion(file.get(), scale); !kept) return kept;
    return {};
}

std::vector<std::string> paths_beside(Original const& like) {
    QuietHdf5 const quiet;
    Hdf5Handle const file = opened(like.file.path);
    if (!like.all) {
        Hdf5Handle const set(H5Dopen2(file.get(), like.file.dataset.c_str(), H5P_DEFAULT), looking_beside);
        return all_scales_of(set.get());
    }
    std::vector<std::string> paths{"/"};
    for (Link& link : links_of(file.get())) paths.push_back(std::move(link.path));
    return paths;
}

Result<void> check_loses_nothing(std::string const& path, std::vector<std::string> const& made) {
    QuietHdf5 const quiet;
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored) || H5Fis_hdf5(path.c_str()) <= 0) return {};
    std::vector<std::string> lost;
    try {
        Hdf5Handle const file = opened(path);
        auto const is_made = [&](std::string const& name) { return std::ranges::find(made, name) != made.end(); };
        auto const leads_there = [&](std::string const& name) {
            return std::ranges::any_of(made, [&](std::string const& each) { return each.starts_with(name + '/'); });
        };
        Hdf5Handle const root(H5Gopen2(file.get(), "/", H5P_DEFAULT), looking_beside);
        if (H5Aget_num_attrs(root.get()) > 0 && !is_made("/")) lost.emplace_back("attributes of /");
        for (Link const& link : links_of(file.get()))
            if (!is_made(link.path) && !leads_there(link.path)) lost.push_back(link.path);
    } catch (Hdf5Error const&) {
        return {};
    }
    if (lost.empty()) return {};
    constexpr std::size_t most_named = 4;
    std::string const more = lost.size() > most_named ? ", ..." : "";
    if (lost.size() > most_named) lost.resize(most_named);
    return fail(
        fmt::format("'{}' also holds {}{}, which a new file in its place would lose; name another target, or remove it first", path,
                    fmt::join(lost, ", "), more));
}

} // namespace tessera
