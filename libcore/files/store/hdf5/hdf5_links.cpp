// SPDX-License-Identifier: BSD-3-Clause
// Tessera: links, additional names and named types of an HDF5 file.
#include "libcore/files/store/hdf5/hdf5_links.hpp"

#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_input.hpp"
#include "libcore/files/store/hdf5/hdf5_names.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"

#include <fmt/format.h>
#include <map>
#include <optional>
#include <utility>

namespace tessera {

namespace {

constexpr char const* looking_at_links = "looking at all links";

struct NamedLink {
    std::string path;
    H5L_info_t info;
};

herr_t add_link(hid_t, char const* name, H5L_info_t const* info, void* links) {
    static_cast<std::vector<NamedLink>*>(links)->push_back({fmt::format("/{}", name), *info});
    return 0;
}

std::vector<NamedLink> links_of(hid_t file) {
    std::vector<NamedLink> links;
    check_hdf5(H5Lvisit(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, add_link, &links), looking_at_links);
    return links;
}

/// Describes a hard link. Returns nullopt for the first name of an object that is not a named type. `first_names`: first names of
/// the objects so far.
std::optional<std::string> told_name(std::string const& path, haddr_t object, std::map<haddr_t, std::string> const& types,
                                     std::map<haddr_t, std::string>& first_names) {
    auto const [first, is_new] = first_names.emplace(object, path);
    if (!is_new) return fmt::format("'{}', another name of '{}'", path, first->second);
    return types.contains(object) ? std::optional(fmt::format("the type '{}'", path)) : std::nullopt;
}

/// Describes another link. HDF5 does not know the targets of user-defined links.
std::string told_link(hid_t file, std::string const& path, H5L_info_t const& link) {
    if (link.type != H5L_TYPE_SOFT && link.type != H5L_TYPE_EXTERNAL) return fmt::format("the link '{}'", path);
    std::vector<char> value(link.u.val_size + 1, '\0');
    check_hdf5(H5Lget_val(file, path.c_str(), value.data(), value.size(), H5P_DEFAULT), looking_at_links);
    if (link.type == H5L_TYPE_SOFT) return fmt::format("the link '{}' to '{}'", path, value.data());
    unsigned flags = 0;
    char const* other = nullptr;
    char const* object = nullptr;
    check_hdf5(H5Lunpack_elink_val(value.data(), link.u.val_size, &flags, &other, &object), looking_at_links);
    return fmt::format("the link '{}' to '{}' in '{}'", path, object, other);
}

} // namespace

std::vector<std::string> link_names(hid_t file) {
    std::vector<std::string> names;
    for (NamedLink& link : links_of(file)) names.push_back(std::move(link.path));
    return names;
}

std::vector<ArrayAlias> hdf5_aliases(std::string const& path) {
    SilencedHdf5Errors const quiet;
    Hdf5Handle const file(open_to_read(path, H5P_DEFAULT), looking_at_links);
    std::map<haddr_t, std::string> sets;
    for (std::string const& name : dataset_names(file.get())) {
        H5O_info_t info{};
        check_hdf5(H5Oget_info_by_name2(file.get(), name.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT), looking_at_links);
        sets.emplace(info.addr, name);
    }
    std::vector<ArrayAlias> names;
    for (auto& [name, link] : links_of(file.get())) {
        auto const set = link.type == H5L_TYPE_HARD ? sets.find(link.u.address) : sets.end();
        if (set != sets.end() && set->second != name) names.push_back({std::move(name), set->second});
    }
    return names;
}

std::vector<std::string> hdf5_links_and_types(std::string const& path) {
    SilencedHdf5Errors const quiet;
    Hdf5Handle const file(open_to_read(path, H5P_DEFAULT), looking_at_links);
    Hdf5Handle const root(H5Gopen2(file.get(), "/", H5P_DEFAULT), looking_at_links);
    std::map<haddr_t, std::string> first_names{{address_of(root.get()), "/"}};
    std::vector<std::string> told;
    auto const survey = hdf5_survey(path, looking_at_links);
    for (auto const& [name, link] : links_of(file.get())) {
        if (link.type != H5L_TYPE_HARD)
            told.push_back(told_link(file.get(), name, link));
        else if (auto other = told_name(name, link.u.address, survey->types, first_names))
            told.push_back(*std::move(other));
    }
    return told;
}

} // namespace tessera
