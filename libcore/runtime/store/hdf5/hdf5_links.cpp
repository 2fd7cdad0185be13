// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what names lead to in an HDF5 file, besides its groups and datasets.
#include "libcore/runtime/store/hdf5/hdf5_links.hpp"

#include "libcore/base/index.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"

#include <fmt/format.h>
#include <hdf5.h>
#include <map>
#include <optional>

namespace tessera {

namespace {

constexpr char const* looking_at_links = "looking at all links";

struct LinkTally {
    std::map<haddr_t, std::string> names; ///< the first of each object
    std::vector<std::string> told;
};

std::optional<std::string> told_object(LinkTally& tally, hid_t file, std::string const& path, haddr_t address) {
    auto const [first, is_new] = tally.names.emplace(address, path);
    if (!is_new) return fmt::format("'{}', another name of '{}'", path, first->second);
    H5O_info_t info{};
    check_hdf5(H5Oget_info_by_name(file, path.c_str(), &info, H5P_DEFAULT), looking_at_links);
    if (info.type == H5O_TYPE_NAMED_DATATYPE) return fmt::format("the type '{}'", path);
    return std::nullopt;
}

std::string told_link(hid_t file, std::string const& path, H5L_info_t const& link) {
    std::vector<char> value(link.u.val_size + 1, '\0');
    check_hdf5(H5Lget_val(file, path.c_str(), value.data(), value.size(), H5P_DEFAULT), looking_at_links);
    if (link.type == H5L_TYPE_SOFT) return fmt::format("the link '{}' to '{}'", path, value.data());
    if (link.type != H5L_TYPE_EXTERNAL) return fmt::format("the link '{}'", path);
    unsigned flags = 0;
    char const* other = nullptr;
    char const* object = nullptr;
    check_hdf5(H5Lunpack_elink_val(value.data(), link.u.val_size, &flags, &other, &object), looking_at_links);
    return fmt::format("the link '{}' to '{}' in '{}'", path, object, other);
}

/// Called by HDF5, which no exception may leave.
herr_t tell_link(hid_t file, char const* name, H5L_info_t const* link, void* tally_of_file) try {
    auto& tally = *static_cast<LinkTally*>(tally_of_file);
    std::string const path = fmt::format("/{}", name);
    auto const told =
        link->type == H5L_TYPE_HARD ? told_object(tally, file, path, link->u.address) : std::optional(told_link(file, path, *link));
    if (told) tally.told.push_back(*told);
    return 0;
} catch (std::exception const&) {
    return -1;
}

} // namespace

std::vector<std::string> hdf5_links_and_types(std::string const& path) {
    QuietHdf5 const quiet;
    Hdf5Handle const file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), looking_at_links);
    H5O_info_t root{};
    check_hdf5(H5Oget_info(file.get(), &root), looking_at_links);
    LinkTally tally{{{root.addr, "/"}}, {}};
    check_hdf5(H5Lvisit(file.get(), H5_INDEX_NAME, H5_ITER_INC, tell_link, &tally), looking_at_links);
    return std::move(tally.told);
}

} // namespace tessera
