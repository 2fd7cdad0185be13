// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sort keys of elements as 64-bit numbers.
#include "libcore/runtime/comm/axis/sort_key.hpp"

#include "libcore/io/element_kind.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <type_traits>

namespace tessera {
namespace {

constexpr std::uint64_t top_bit = std::uint64_t{1} << 63U;

/// Floats of one sign are ordered as their bits; negative ones in reverse.
std::uint64_t float_key(double value) {
    if (std::isnan(value)) return std::numeric_limits<std::uint64_t>::max();
    auto const bits = std::bit_cast<std::uint64_t>(value + 0.0); // -0 becomes 0
    return (bits & top_bit) != 0 ? ~bits : bits | top_bit;
}

template <class T>
std::uint64_t truth_key(std::byte const* element) {
    T value;
    std::memcpy(&value, element, sizeof value);
    return value != 0 ? 1 : 0;
}

template <class T>
std::uint64_t key_of(std::byte const* element) {
    T value;
    std::memcpy(&value, element, sizeof value);
    if constexpr (std::is_floating_point_v<T>)
        return float_key(value);
    else if constexpr (std::is_signed_v<T>)
        return static_cast<std::uint64_t>(std::int64_t{value}) ^ top_bit;
    else
        return value;
}

} // namespace

Result<SortKey> SortKey::make(ElementType const& type) {
    struct Row {
        std::string_view type;
        Read read;
    };
    constexpr Row rows[]{{"bool", truth_key<std::uint8_t>},
                         {"logical16", truth_key<std::uint16_t>},
                         {"logical32", truth_key<std::uint32_t>},
                         {"logical64", truth_key<std::uint64_t>},
                         {"int8", key_of<std::int8_t>},
                         {"int16", key_of<std::int16_t>},
                         {"int32", key_of<std::int32_t>},
                         {"int64", key_of<std::int64_t>},
                         {"uint8", key_of<std::uint8_t>},
                         {"uint16", key_of<std::uint16_t>},
                         {"uint32", key_of<std::uint32_t>},
                         {"uint64", key_of<std::uint64_t>},
                         {"float32", key_of<float>},
                         {"float64", key_of<double>}};
    for (Row const& row : rows)
        if (row.type == type.name) return SortKey(row.read);
    return fail(fmt::format("elements of type {} have no order; integers, booleans, float32 and float64 have one", type.name));
}

} // namespace tessera
