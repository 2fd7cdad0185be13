// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks that the disk of a target has enough room.
#include "libcore/files/copy/disk_space.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <sys/stat.h>
#include <system_error>
#include <vector>

namespace tessera {

namespace {

namespace fs = std::filesystem;

/// Returns a * b; nothing if a factor is missing or the product does not fit 64 bits.
std::optional<Index> product(std::optional<Index> a, std::optional<Index> b) {
    return a && b ? checked_mul(*a, *b) : std::nullopt;
}

std::optional<Index> sum(std::optional<Index> a, std::optional<Index> b) {
    return a && b ? checked_add(*a, *b) : std::nullopt;
}

std::optional<Index> sum_of_all(std::span<NeededSpace const> arrays, std::optional<Index> NeededSpace::*bytes) {
    std::optional<Index> all = 0;
    for (NeededSpace const& array : arrays) all = sum(all, array.*bytes);
    return all;
}

/// Returns the elements of all chunks. Chunks at the end of a dimension are stored whole.
std::optional<Index> elements_in_chunks(StoredShape const& shape) {
    std::optional<Index> elements = 1;
    for (std::size_t d = 0; d < shape.extents.size(); ++d) {
        Index const chunk = d < shape.chunk.size() ? std::max(shape.chunk[d], Index{1}) : 1;
        elements = product(elements, checked_mul(ceil_div(shape.extents[d], chunk), chunk));
    }
    return elements;
}

std::optional<Index> most_elements(OutputFile const& output, std::size_t array) {
    std::vector<StoredFile> const files = output.in_files() ? output.planned_files(array) : std::vector<StoredFile>();
    if (files.empty()) return elements_in_chunks(output.shape(array));
    std::optional<Index> elements = 0;
    for (StoredFile const& file : files) elements = sum(elements, elements_in_chunks(file.shape));
    return elements;
}

/// Returns the bytes that the draft takes on the disk; fewer than its length if it has holes.
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

/// Returns the free bytes of a folder's file system. The folder may not exist yet.
std::optional<std::uintmax_t> free_bytes(std::string const& folder) {
    std::error_code unknown;
    fs::path existing = fs::absolute(folder, unknown);
    while (!unknown && !fs::exists(existing, unknown) && existing.has_relative_path()) existing = existing.parent_path();
    auto const free = fs::space(existing, unknown).available;
    return unknown ? std::nullopt : std::optional(free);
}

} // namespace

NeededSpace needed_space(OutputFile const& output, std::size_t array, Index element_bytes) {
    constexpr Index most_shrunk = Index{1} << 16;
    auto const bytes = product(checked_product(output.shape(array).extents), element_bytes);
    return {bytes && output.shrinks(array) ? *bytes / most_shrunk : bytes, product(most_elements(output, array), element_bytes)};
}

DiskSpace disk_space(OutputPath const& place, std::span<NeededSpace const> arrays) {
    DiskSpace room{sum_of_all(arrays, &NeededSpace::most), std::nullopt};
    constexpr std::uintmax_t most = std::numeric_limits<Index>::max();
    if (auto const free = free_bytes(directory_of(place.path))) room.free = static_cast<Index>(std::min(*free, most));
    return room;
}

DiskSpace sum_of(DiskSpace const& a, DiskSpace const& b) {
    return {sum(a.most, b.most), a.free && b.free ? std::optional(std::min(*a.free, *b.free)) : std::nullopt};
}

std::string describe(DiskSpace const& room, std::string_view verb) {
    std::string const most = room.most ? "at most " + scaled_bytes(*room.most) : "more bytes than 64 bits can count";
    std::string const free = room.free ? fmt::format("{} {} free", scaled_bytes(*room.free), verb)
                                       : std::string("the file system does not say what is free");
    return fmt::format("{} of elements to write; {}", most, free);
}

Result<void> check_space(OutputPath const& place, std::span<NeededSpace const> arrays) {
    std::string const folder = directory_of(place.path);
    auto const free = free_bytes(folder);
    auto const bytes = sum_of_all(arrays, &NeededSpace::least);
    if (!free || (bytes && static_cast<std::uintmax_t>(*bytes) <= *free)) return {};
    if (bytes && static_cast<std::uintmax_t>(*bytes) <= *free + bytes_of_draft(place.provisional())) return {};
    std::string const needed = bytes ? scaled_bytes(*bytes) : "more bytes than 64 bits can count";
    return fail(
        fmt::format("'{}' takes at least {}, and '{}' has room for {}; name a target where there is more, or say --any-size "
                    "to begin nevertheless",
                    place.path, needed, folder, shown(*free)));
}

Result<DiskSpace> checked_space(OutputPath const& place, std::span<NeededSpace const> arrays, bool any_size) {
    auto const enough = any_size ? Result<void>() : check_space(place, arrays);
    return enough ? Result<DiskSpace>(disk_space(place, arrays)) : forward_error(enough);
}

} // namespace tessera
