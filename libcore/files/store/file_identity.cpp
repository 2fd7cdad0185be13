// SPDX-License-Identifier: BSD-3-Clause
// Tessera: detection of replaced or changed files.
#include "libcore/files/store/file_identity.hpp"

#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <system_error>
#include <vector>
#include <xxhash.h>

namespace tessera {

FileIdentity identity_of(std::string const& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) throw std::system_error(errno, std::generic_category(), "looking at '" + path + "'");
    constexpr Index second = 1'000'000'000; // nanoseconds
    return {status.st_dev, status.st_ino, status.st_size, status.st_mtim.tv_sec * second + status.st_mtim.tv_nsec};
}

bool same_file(std::string const& a, std::string const& b) {
    std::error_code nothing_there;
    return std::filesystem::equivalent(a, b, nothing_there);
}

Result<void> check_apart(std::span<std::string const> source, std::string const& target) {
    for (std::string const& path : source)
        if (same_file(path, target)) return fail(fmt::format("'{}' is the source itself; name another target", target));
    return {};
}

std::uint64_t identities_of(std::span<std::string const> paths) {
    std::vector<FileIdentity> identities;
    for (std::string const& path : paths) identities.push_back(identity_of(path));
    return XXH3_64bits(identities.data(), identities.size() * sizeof(FileIdentity));
}

} // namespace tessera
