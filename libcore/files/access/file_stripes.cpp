// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the units in which a file system stores the bytes of a file.
#include "libcore/files/access/file_stripes.hpp"

#include "libcore/base/units.hpp"
#include "libcore/io/lustre_layout.hpp"

#include <cstddef>
#include <filesystem>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <system_error>
#include <vector>

namespace tessera {

namespace {

namespace fs = std::filesystem;

constexpr long magic_of_gpfs = 0x47504653;
/// Local file systems report 4 KiB, which is a page and not a stripe.
constexpr Index least_stripe = Index{64} << 10;

/// Returns the file, or its future directory if it does not exist.
fs::path what_is_there(std::string const& path) {
    std::error_code ignored;
    fs::path const file(path);
    if (fs::exists(file, ignored)) return file;
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

std::vector<std::byte> lustre_attribute(fs::path const& path) {
    constexpr char const* name = "lustre.lov";
    ssize_t const bytes = ::getxattr(path.c_str(), name, nullptr, 0);
    if (bytes <= 0) return {};
    std::vector<std::byte> attribute(static_cast<std::size_t>(bytes));
    ssize_t const got = ::getxattr(path.c_str(), name, attribute.data(), attribute.size());
    attribute.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return attribute;
}

} // namespace

FileStripes stripes_of(std::string const& path, Index bytes) {
    FileStripes stripes;
    std::error_code ignored;
    fs::path const there = what_is_there(path);
    for (StripedExtent const& each : parse_lustre_layout(lustre_attribute(there), fs::is_directory(there, ignored))) {
        if (each.begin > 0 && each.begin >= bytes) break;
        stripes.system = "Lustre";
        stripes.size = each.stripe;
        stripes.count = each.count;
    }
    if (stripes.size > 0) return stripes;
    struct statfs system {};
    if (::statfs(there.c_str(), &system) == 0 && system.f_type == magic_of_gpfs) stripes.system = "GPFS";
    struct stat status {};
    if (::stat(there.c_str(), &status) == 0 && status.st_blksize >= least_stripe) stripes.size = status.st_blksize;
    return stripes;
}

std::string describe(FileStripes const& stripes) {
    std::string const system = stripes.system.empty() ? "" : fmt::format(" ({})", stripes.system);
    if (stripes.size == 0) return "none known" + system;
    if (stripes.count == 0) return fmt::format("of {}{}", scaled_bytes(stripes.size), system);
    return fmt::format("{} of {}{}", stripes.count, scaled_bytes(stripes.size), system);
}

} // namespace tessera
