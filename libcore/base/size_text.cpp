// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses numbers and sizes that users type.
#include "libcore/base/size_text.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <string>

namespace tessera {
namespace {

struct Unit {
    std::string_view name; // in lower case
    Index bytes;
};

constexpr std::array size_units{
    Unit{"", 1},
    Unit{"b", 1},
    Unit{"kib", Index{1} << 10},
    Unit{"mib", Index{1} << 20},
    Unit{"gib", Index{1} << 30},
    Unit{"tib", Index{1} << 40},
    Unit{"k", Index{1} << 10},
    Unit{"m", Index{1} << 20},
    Unit{"g", Index{1} << 30},
    Unit{"t", Index{1} << 40},
    Unit{"kb", 1'000},
    Unit{"mb", 1'000'000},
    Unit{"gb", 1'000'000'000},
    Unit{"tb", 1'000'000'000'000},
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string lower_case(std::string_view text) {
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

} // namespace

Result<Index> parse_number(std::string_view text) {
    if (text.empty() || !std::ranges::all_of(text, is_digit)) return fail(fmt::format("'{}' is not a whole number >= 0", text));
    Index value = 0;
    auto const [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc{} || end != text.data() + text.size())
        return fail(fmt::format("'{}' is too large; the largest number is 2^63 - 1", text));
    return value;
}

Result<Index> parse_signed(std::string_view text) {
    std::string_view digits = text;
    if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
    Index value = 0;
    auto const [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code != std::errc{} || end != digits.data() + digits.size())
        return fail(fmt::format("expected a whole number such as 3 or -3, not '{}'", text));
    return value;
}

Result<Index> parse_size(std::string_view text) {
    auto const digits = as_size(std::ranges::find_if_not(text, is_digit) - text.begin());
    auto unit_text = text.substr(digits);
    while (unit_text.starts_with(' ')) unit_text.remove_prefix(1);
    auto const unit = std::ranges::find(size_units, lower_case(unit_text), &Unit::name);
    if (digits == 0 || unit == size_units.end())
        return fail(fmt::format("'{}' is not a size; write a whole number and a unit, such as 4096, 64KiB, 2MiB or 1GB", text));
    auto const value = parse_number(text.substr(0, digits));
    if (!value) return value;
    auto const bytes = checked_mul(*value, unit->bytes);
    if (!bytes) return fail(fmt::format("'{}' is too large; the largest size is 2^63 - 1 bytes", text));
    return *bytes;
}

Result<Extents> parse_extents(std::string_view text) {
    Extents extents;
    for (bool more = true; more;) {
        std::size_t const comma = text.find(',');
        std::string_view const word = text.substr(0, comma);
        auto const extent = parse_number(word);
        if (!extent || *extent == 0) return fail(fmt::format("'{}' is no length; expected e.g. 64,4096", word));
        extents.push_back(*extent);
        more = comma != std::string_view::npos;
        if (more) text.remove_prefix(comma + 1);
    }
    return extents;
}

} // namespace tessera
