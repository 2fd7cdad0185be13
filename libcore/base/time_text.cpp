// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parses times such as "2.5 us".
#include "libcore/base/time_text.hpp"

#include "libcore/base/index.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace tessera {

Result<double> parse_seconds(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, double>, 4> units{{{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
    double number = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view unit = text.substr(as_size(end - text.data()));
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    for (auto const& [name, factor] : units)
        if (error == std::errc() && name == unit && number >= 0 && std::isfinite(number)) return number * factor;
    return fail(fmt::format("'{}' is no time; expected a number with ns, us, ms or s, e.g. 2.5ns", text));
}

} // namespace tessera
