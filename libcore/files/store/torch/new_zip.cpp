// SPDX-License-Identifier: BSD-3-Clause
// Tessera: zip archives of a few small files and a large one (PKWARE's APPNOTE 6.3.10).
#include "libcore/files/store/torch/new_zip.hpp"

#include <libdeflate.h>
#include <span>
#include <utility>

namespace tessera {

namespace {

constexpr Index most_short = 0xFFFFFFFF; // sizes from here on use zip64's fields

void add_number(std::string& bytes, Index value, int count) {
    for (int b = 0; b < count; ++b) bytes += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * b) & 0xFFU);
}

void add_numbers(std::string& bytes, std::span<std::pair<Index, int> const> numbers) {
    for (auto const& [value, count] : numbers) add_number(bytes, value, count);
}

Index short_of(Index bytes) {
    return bytes < most_short ? bytes : most_short;
}

/// Returns zip64's extra field with both sizes, if they exceed 32 bits.
std::string zip64_extra(Index bytes) {
    std::string extra;
    if (bytes < most_short) return extra;
    std::pair<Index, int> const numbers[]{{1, 2}, {16, 2}, {bytes, 8}, {bytes, 8}};
    add_numbers(extra, numbers);
    return extra;
}

} // namespace

void NewZip::add_local(Entry const& entry, bool aligned) {
    constexpr Index local_bytes = 30;
    constexpr Index unit = 64;
    constexpr Index field = 4; // header of an extra field
    std::string extra = zip64_extra(entry.bytes);
    if (aligned) {
        Index const end = std::ssize(bytes_) + local_bytes + std::ssize(entry.name) + std::ssize(extra) + field;
        Index const padding = (unit - end % unit) % unit;
        extra += "FB";
        add_number(extra, padding, 2);
        extra.append(as_size(padding), 'Z');
    }
    bytes_ += "PK\3\4";
    std::pair<Index, int> const numbers[]{{entry.bytes < most_short ? 20 : 45, 2},
                                          {0, 2},    // flags
                                          {0, 2},    // stored
                                          {0, 2},    // time
                                          {0x21, 2}, // 1980-01-01
                                          {entry.crc, 4},
                                          {short_of(entry.bytes), 4},
                                          {short_of(entry.bytes), 4},
                                          {std::ssize(entry.name), 2},
                                          {std::ssize(extra), 2}};
    add_numbers(bytes_, numbers);
    bytes_ += entry.name + extra;
}

void NewZip::add(std::string_view name, std::string_view content) {
    Entry const& entry = entries_.emplace_back(
        Entry{std::string(name), std::ssize(content), libdeflate_crc32(0, content.data(), content.size()), std::ssize(bytes_)});
    add_local(entry, false);
    bytes_ += content;
}

ZipFrame NewZip::finish(std::string_view name, Index bytes) {
    constexpr Index crc_in_local = 14;
    constexpr Index crc_in_central = 16;
    Entry const& large = entries_.emplace_back(Entry{std::string(name), bytes, 0, std::ssize(bytes_)});
    add_local(large, true);
    ZipFrame frame{bytes_, ""};
    Index const directory = std::ssize(bytes_) + bytes;
    std::string& back = frame.back;
    for (Entry const& entry : entries_) {
        std::string const extra = zip64_extra(entry.bytes);
        // the last entry is the large file
        frame.sums = {entry.header + crc_in_local, directory + std::ssize(back) + crc_in_central};
        back += "PK\1\2";
        std::pair<Index, int> const numbers[]{{45, 2},
                                              {entry.bytes < most_short ? 20 : 45, 2},
                                              {0, 2},
                                              {0, 2},
                                              {0, 2},
                                              {0x21, 2},
                                              {entry.crc, 4},
                                              {short_of(entry.bytes), 4},
                                              {short_of(entry.bytes), 4},
                                              {std::ssize(entry.name), 2},
                                              {std::ssize(extra), 2},
                                              {0, 2},
                                              {0, 2},
                                              {0, 2},
                                              {0, 4},
                                              {entry.header, 4}};
        add_numbers(back, numbers);
        back += entry.name + extra;
    }
    Index const length = std::ssize(back);
    auto const count = std::ssize(entries_);
    if (directory + length >= most_short) {
        Index const end = directory + length;
        back += "PK\6\6";
        std::pair<Index, int> const longer[]{{44, 8},    {45, 2},    {45, 2},     {0, 4},        {0, 4},
                                             {count, 8}, {count, 8}, {length, 8}, {directory, 8}};
        add_numbers(back, longer);
        back += "PK\6\7";
        std::pair<Index, int> const locator[]{{0, 4}, {end, 8}, {1, 4}};
        add_numbers(back, locator);
    }
    back += "PK\5\6";
    std::pair<Index, int> const end[]{{0, 2}, {0, 2}, {count, 2}, {count, 2}, {length, 4}, {short_of(directory), 4}, {0, 2}};
    add_numbers(back, end);
    return frame;
}

} // namespace tessera
