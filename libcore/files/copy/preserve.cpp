// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --preserve copies owner, mode, extended attributes and times of the source file.
#include "libcore/files/copy/preserve.hpp"

#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/output_path.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <sys/xattr.h>

namespace tessera {

namespace {

std::optional<struct stat> file_status(std::string const& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

std::string attribute_value(std::string const& path, std::string const& name) {
    std::string value(64 << 10, '\0'); // maximum length in bytes on Linux
    ssize_t const bytes = ::getxattr(path.c_str(), name.c_str(), value.data(), value.size());
    value.resize(bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
    return value;
}

/// Copies the extended attributes. Returns the names of those that could not be set.
std::vector<std::string> copy_attributes(std::string const& from, std::string const& to) {
    std::string names(64 << 10, '\0');
    ssize_t const bytes = ::listxattr(from.c_str(), names.data(), names.size());
    std::vector<std::string> lost;
    std::string_view left(names.data(), bytes < 0 ? 0 : static_cast<std::size_t>(bytes));
    while (!left.empty()) {
        std::string const name(left.substr(0, left.find('\0')));
        left.remove_prefix(name.size() + 1);
        std::string const value = attribute_value(from, name);
        if (::setxattr(to.c_str(), name.c_str(), value.data(), value.size(), 0) != 0) lost.push_back(name);
    }
    return lost;
}

} // namespace

Result<void> check_preserve(OptionValues const& given, FileName const& target) {
    bool const stays = target.format->capabilities().adds && tessera::is_there(target.path) && !given.has("force");
    if (!given.has("preserve") || !stays) return {};
    return fail(fmt::format("--preserve: '{}' is there and stays as it is; leave --preserve out", target.path));
}

std::vector<std::string> preserve(FileName const& source, FileName const& target) {
    std::vector<std::string> lost;
    auto const tell = [&](std::string const& what) {
        lost.push_back(fmt::format("'{}' does not get {} of '{}': {}", target.path, what, source.path, std::strerror(errno)));
    };
    auto const there = file_status(source.path);
    auto const here = file_status(target.path);
    if (!there || !here) return lost;
    bool const gets_owner = ::chown(target.path.c_str(), there->st_uid, there->st_gid) == 0;
    if (!gets_owner) tell("the owner");
    auto const attributes = copy_attributes(source.path, target.path);
    if (!attributes.empty()) tell(fmt::format("the extended attributes {}", fmt::join(attributes, ", ")));
    mode_t mode = mode_of_copy(there->st_mode, S_ISDIR(here->st_mode));
    if (!gets_owner) mode &= 0777U; // set-user-ID would give it another user's rights
    if (::chmod(target.path.c_str(), mode) != 0) tell("the mode");
    std::array<struct timespec, 2> const times{there->st_atim, there->st_mtim};
    if (::utimensat(AT_FDCWD, target.path.c_str(), times.data(), 0) != 0) tell("the times");
    return lost;
}

} // namespace tessera
