// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the distribution of a file's bytes over the servers of a Lustre file system.
#include "libcore/io/lustre_layout.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

namespace tessera {

namespace {

// The structures lov_user_md_v1, lov_comp_md_v1 and lov_comp_md_entry_v1 of lustre_user.h, packed, lowest byte first.
constexpr std::uint64_t magic_plain = 0x0BD10BD0;
constexpr std::uint64_t magic_in_pool = 0x0BD30BD0;
constexpr std::uint64_t magic_composite = 0x0BD60BD0;
constexpr std::size_t plain_stripe_size = 24;
constexpr std::size_t plain_stripe_count = 28;
constexpr std::size_t plain_bytes = 32;
constexpr std::size_t composite_entries = 14;
constexpr std::size_t composite_bytes = 32;
constexpr std::size_t entry_flags = 4;
constexpr std::size_t entry_begin = 8;
constexpr std::size_t entry_end = 16;
constexpr std::size_t entry_offset = 24;
constexpr std::size_t entry_bytes = 48;
constexpr std::uint64_t flag_has_servers = 0x10;
constexpr std::uint64_t every_server = 0xFFFF;
constexpr Index to_the_end = std::numeric_limits<Index>::max();

/// Returns the number, or nothing if the attribute ends before it does.
std::optional<std::uint64_t> little_endian(std::span<std::byte const> from, std::size_t place, std::size_t bytes) {
    if (place > from.size() || bytes > from.size() - place) return std::nullopt;
    std::uint64_t number = 0;
    for (std::size_t i = bytes; i-- > 0;) number = number << 8U | std::to_integer<std::uint64_t>(from[place + i]);
    return number;
}

Index clamped(std::uint64_t offset) {
    return static_cast<Index>(std::min(offset, static_cast<std::uint64_t>(to_the_end)));
}

std::optional<StripedExtent> plain_layout(std::span<std::byte const> attribute) {
    std::uint64_t const magic = little_endian(attribute, 0, 4).value_or(0);
    bool const is_plain = magic == magic_plain || magic == magic_in_pool;
    if (!is_plain || attribute.size() < plain_bytes) return std::nullopt;
    std::uint64_t const stripe = little_endian(attribute, plain_stripe_size, 4).value();
    std::uint64_t const count = little_endian(attribute, plain_stripe_count, 2).value();
    if (stripe == 0) return std::nullopt;
    return StripedExtent{0, to_the_end, static_cast<Index>(stripe), count == every_server ? 0 : static_cast<Index>(count)};
}

/// Returns one entry of a composite layout, or nothing if it is truncated, has no servers, or is empty.
std::optional<StripedExtent> stretch_of(std::span<std::byte const> attribute, std::size_t entry, bool planned) {
    auto const offset = little_endian(attribute, entry + entry_offset, 4);
    if (entry + entry_bytes > attribute.size() || !offset || *offset > attribute.size()) return std::nullopt;
    bool const has_servers = (little_endian(attribute, entry + entry_flags, 4).value() & flag_has_servers) != 0;
    if (!has_servers && !planned) return std::nullopt;
    auto stretch = plain_layout(attribute.subspan(static_cast<std::size_t>(*offset)));
    if (!stretch) return std::nullopt;
    stretch->begin = clamped(little_endian(attribute, entry + entry_begin, 8).value());
    stretch->end = clamped(little_endian(attribute, entry + entry_end, 8).value());
    return stretch->begin < stretch->end ? stretch : std::nullopt;
}

} // namespace

std::vector<StripedExtent> parse_lustre_layout(std::span<std::byte const> attribute, bool planned) {
    if (little_endian(attribute, 0, 4) != magic_composite) {
        auto const plain = plain_layout(attribute);
        return plain ? std::vector{*plain} : std::vector<StripedExtent>{};
    }
    std::vector<StripedExtent> stretches;
    std::uint64_t const count = little_endian(attribute, composite_entries, 2).value_or(0);
    for (std::uint64_t i = 0; i < count; ++i) {
        auto const stretch = stretch_of(attribute, composite_bytes + static_cast<std::size_t>(i) * entry_bytes, planned);
        bool const goes_on = stretch && (stretches.empty() || stretch->begin >= stretches.back().end); // otherwise it is a mirror
        if (goes_on) stretches.push_back(*stretch);
    }
    return stretches;
}

} // namespace tessera
