// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether the disk of a target has room for it.
#include "libcore/runtime/file_copy/room.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <sys/stat.h>
#include <system_error>

namespace tessera {

namespace {

namespace fs = std::filesystem;

/// Nothing: more bytes than 64 bits can count.
std::optional<Index> least_room(std::span<NeededRoom const> arrays) {
    constexpr Index most_shrunk = Index{1} << 16;
    std::optional<Index> sum = 0;
    for (NeededRoom const& array : arrays) {
        Extents factors = array.extents;
        factors.push_back(array.element_bytes);
        auto const bytes = checked_product(factors);
        sum = bytes && sum ? checked_add(*sum, array.shrinks ? *bytes / most_shrunk : *bytes) : std::nullopt;
    }
    return sum;
}

/// Of the disk, which a file with holes takes less of than its length.
std::uintmax_t bytes_of_draft(fs::path const& path) {
    constexpr std::uintmax_t block = 512;
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return 0;
    auto sum = static_cast<std::uintmax_t>(status.st_blocks) * block;
    if (!S_ISDIR(status.st_mode)) return sum;
    std::error_code ignored;
    for (fs::directory_iterator each(path, ignored), end; !ignored && each != end; each.increment(ignored))
        sum += bytes_of_draft(each->path());
    return sum;
}

std::string shown(std::uintmax_t bytes) {
    return scaled_bytes(static_cast<Index>(std::min<std::uintmax_t>(bytes, std::numeric_limits<Index>::max())));
}

} // namespace

Result<void> check_room(OutputPlace const& place, std::span<NeededRoom const> arrays) {
    std::error_code unknown;
    std::string const folder = directory_of(place.path);
    auto const free = fs::space(folder, unknown).available;
    auto const bytes = least_room(arrays);
    if (unknown || (bytes && static_cast<std::uintmax_t>(*bytes) <= free)) return {};
    if (bytes && static_cast<std::uintmax_t>(*bytes) <= free + bytes_of_draft(place.provisional())) return {};
    std::string const needed = bytes ? scaled_bytes(*bytes) : "more bytes than 64 bits can count";
    return fail(
        fmt::format("'{}' takes at least {}, and '{}' has room for {}; name a target where there is more, or say --any-size "
                    "to begin nevertheless",
                    place.path, needed, folder, shown(free)));
}

} // namespace tessera
