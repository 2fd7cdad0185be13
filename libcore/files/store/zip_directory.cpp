// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the central directory of zip archives.
#include "libcore/files/store/zip_directory.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace tessera {

namespace {

using ZipRecord = std::span<std::byte const>;

constexpr Index end_bytes = 22;     // end record, without its comment
constexpr Index locator_bytes = 20; // zip64 locator, which gives the offset of zip64's end record
constexpr Index end64_bytes = 56;   // zip64's end record, without extensions
constexpr Index central_bytes = 46; // entry of the directory, without its name
constexpr Index local_bytes = 30;   // local header of an entry, without its name
constexpr Index most_comment = 0xFFFF;
constexpr Index most_directory = Index{1} << 30;
constexpr Index deflate_ratio = 1032;          // maximum expansion per deflated byte
constexpr std::uint64_t in_extra = 0xFFFFFFFF; // marks a size that stands in zip64's extra field

/// Reads a little-endian number of a record.
std::uint64_t zip_number(ZipRecord record, Index offset, Index bytes) {
    std::uint64_t number = 0;
    for (Index b = bytes; b-- > 0;) number = number << 8U | std::to_integer<std::uint64_t>(record[as_size(offset + b)]);
    return number;
}

std::string zip_text(ZipRecord record, Index offset, Index bytes) {
    std::string text;
    for (std::byte const byte : record.subspan(as_size(offset), as_size(bytes))) text.push_back(static_cast<char>(byte));
    return text;
}

bool begins_with(ZipRecord record, std::string_view signature) {
    return std::ssize(record) >= std::ssize(signature) && zip_text(record, 0, std::ssize(signature)) == signature;
}

std::vector<std::byte> read_zip(ZipBytes const& archive, Index offset, Index bytes) {
    std::vector<std::byte> record(as_size(bytes));
    archive.read(offset, record);
    return record;
}

/// Offset and size in bytes of the directory, and its number of entries.
struct ZipDirectory {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint64_t entries = 0;
    Index end = 0; ///< offset of the records after the directory
};

/// Returns the offset of the end record: the last one whose comment ends exactly at the end of the archive.
std::optional<Index> find_end(ZipBytes const& archive) {
    Index const begin = std::max<Index>(archive.size - end_bytes - most_comment, 0);
    auto const tail = read_zip(archive, begin, archive.size - begin);
    for (Index at = std::ssize(tail) - end_bytes; at >= 0; --at) {
        ZipRecord const record = ZipRecord(tail).subspan(as_size(at));
        if (!begins_with(record, "PK\5\6")) continue;
        if (at + end_bytes + static_cast<Index>(zip_number(record, 20, 2)) == std::ssize(tail)) return begin + at;
    }
    return std::nullopt;
}

Result<ZipDirectory> find_directory(ZipBytes const& archive) {
    auto const end = archive.size < end_bytes ? std::nullopt : find_end(archive);
    if (!end) return fail("it is cut off, or no zip archive: its directory is missing");
    auto const record = read_zip(archive, *end, end_bytes);
    if (zip_number(record, 4, 2) != 0 || zip_number(record, 6, 2) != 0) return fail("it is one of several parts; join them first");
    ZipDirectory found{zip_number(record, 16, 4), zip_number(record, 12, 4), zip_number(record, 10, 2), *end};
    auto const locator = *end < locator_bytes ? std::vector<std::byte>() : read_zip(archive, *end - locator_bytes, locator_bytes);
    if (!begins_with(locator, "PK\6\7")) return found;
    auto const at = zip_number(locator, 8, 8);
    if (*end < locator_bytes + end64_bytes || at > static_cast<std::uint64_t>(*end - locator_bytes - end64_bytes))
        return fail("its zip64 record is not where it says");
    auto const longer = read_zip(archive, static_cast<Index>(at), end64_bytes);
    if (!begins_with(longer, "PK\6\6")) return fail("its zip64 record is not where it says");
    return ZipDirectory{zip_number(longer, 48, 8), zip_number(longer, 40, 8), zip_number(longer, 32, 8), static_cast<Index>(at)};
}

/// Reads sizes and offset that do not fit 32 bits from zip64's extra field.
Result<void> take_zip64(ZipRecord extra, std::span<std::uint64_t* const> numbers) {
    while (extra.size() >= 4) {
        auto const id = zip_number(extra, 0, 2);
        auto const bytes = zip_number(extra, 2, 2);
        if (bytes > extra.size() - 4) break;
        ZipRecord field = extra.subspan(4, bytes);
        extra = extra.subspan(4 + bytes);
        if (id != 1) continue;
        for (std::uint64_t* const number : numbers) {
            if (*number != in_extra) continue;
            if (field.size() < 8) return fail("its zip64 field is too short");
            *number = zip_number(field, 0, 8);
            field = field.subspan(8);
        }
        return {};
    }
    return {};
}

Result<void> check_zip_name(std::string_view name) {
    if (name.empty() || name.find('\0') != std::string_view::npos) return fail("it has a file without a proper name");
    if (name.starts_with('/') || name.find('\\') != std::string_view::npos)
        return fail(fmt::format("the name '{}' in it is no relative one; pack the store's folder anew", name));
    for (std::size_t at = 0; at <= name.size();) {
        std::size_t const end = std::min(name.find('/', at), name.size());
        std::string_view const part = name.substr(at, end - at);
        if (part == ".." || part == ".")
            return fail(fmt::format("the name '{}' in it leads out of its folder; pack the store's folder anew", name));
        at = end + 1;
    }
    return {};
}

/// Checks flags, method and sizes, none of which can be trusted.
Result<void> check_zip_entry(ZipEntry const& entry, std::uint64_t flags, std::uint64_t method) {
    constexpr std::uint64_t encrypted = 1;
    if (auto const named = check_zip_name(entry.name); !named) return named;
    if ((flags & encrypted) != 0)
        return fail(fmt::format("'{}' in it is encrypted; unpack it with the password first", entry.name));
    if (method != 0 && method != 8)
        return fail(
            fmt::format("'{}' in it is compressed by method {}; only deflate (8) is read: pack it anew", entry.name, method));
    bool const reached = entry.deflated ? entry.bytes / deflate_ratio <= entry.stored : entry.bytes == entry.stored;
    if (!reached)
        return fail(fmt::format("'{}' in it would become {} of {}, which it cannot", entry.name, counted(entry.bytes, "byte"),
                                grouped(entry.stored)));
    return {};
}

/// Parses the first entry of `rest` and removes it from there.
Result<ZipEntry> take_entry(ZipRecord& rest, Index directory) {
    if (!begins_with(rest, "PK\1\2") || std::ssize(rest) < central_bytes) return fail("its directory is damaged");
    auto const name = static_cast<Index>(zip_number(rest, 28, 2));
    auto const extra = static_cast<Index>(zip_number(rest, 30, 2));
    Index const all = central_bytes + name + extra + static_cast<Index>(zip_number(rest, 32, 2));
    if (all > std::ssize(rest)) return fail("its directory is cut off");
    auto stored = zip_number(rest, 20, 4);
    auto bytes = zip_number(rest, 24, 4);
    auto header = zip_number(rest, 42, 4);
    std::uint64_t* const numbers[]{&bytes, &stored, &header};
    TRY(take_zip64(rest.subspan(as_size(central_bytes + name), as_size(extra)), numbers));
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
    auto const end = static_cast<std::uint64_t>(directory);
    if (bytes > most || header > end || stored > end - header) return fail("its directory speaks of bytes that it has not");
    ZipEntry entry{zip_text(rest, central_bytes, name),
                   static_cast<Index>(header),
                   static_cast<Index>(stored),
                   static_cast<Index>(bytes),
                   static_cast<std::uint32_t>(zip_number(rest, 16, 4)),
                   zip_number(rest, 10, 2) == 8};
    TRY(check_zip_entry(entry, zip_number(rest, 8, 2), zip_number(rest, 10, 2)));
    rest = rest.subspan(as_size(all));
    return entry;
}

} // namespace

Result<std::vector<ZipEntry>> zip_entries(ZipBytes const& archive) {
    auto const directory = TRY(find_directory(archive));
    auto const end = static_cast<std::uint64_t>(directory.end);
    if (directory.bytes > end || directory.begin != end - directory.bytes)
        return fail("its directory is not where it says: bytes are missing, or stand in front of it");
    if (directory.bytes > static_cast<std::uint64_t>(most_directory))
        return fail(fmt::format("its directory has {}; {} is the most", counted(static_cast<Index>(directory.bytes), "byte"),
                                grouped(most_directory)));
    if (directory.entries > directory.bytes / central_bytes) return fail("its directory is too short for its entries");
    auto const text = read_zip(archive, static_cast<Index>(directory.begin), static_cast<Index>(directory.bytes));
    ZipRecord rest(text);
    std::vector<ZipEntry> entries;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        auto entry = TRY(take_entry(rest, static_cast<Index>(directory.begin)));
        if (!entry.name.ends_with('/')) entries.push_back(std::move(entry));
    }
    if (!rest.empty()) return fail("its directory has more entries than it says");
    std::ranges::sort(entries, {}, &ZipEntry::name);
    auto const twice = std::ranges::adjacent_find(entries, {}, &ZipEntry::name);
    if (twice != entries.end()) return fail(fmt::format("it has '{}' twice; pack the store's folder anew", twice->name));
    return entries;
}

Result<Index> zip_data_begin(ZipBytes const& archive, ZipEntry const& entry) {
    Index const name = std::ssize(entry.name);
    if (entry.header > archive.size - local_bytes - name) return fail(fmt::format("'{}' in it is cut off", entry.name));
    auto const header = read_zip(archive, entry.header, local_bytes + name);
    if (!begins_with(header, "PK\3\4") || static_cast<Index>(zip_number(header, 26, 2)) != name ||
        zip_text(header, local_bytes, name) != entry.name)
        return fail(fmt::format("'{}' is not where its directory says", entry.name));
    Index const begin = entry.header + local_bytes + name + static_cast<Index>(zip_number(header, 28, 2));
    if (begin > archive.size || entry.stored > archive.size - begin) return fail(fmt::format("'{}' in it is cut off", entry.name));
    return begin;
}

} // namespace tessera
