// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the theorems of Thakur's chapter 3: with how many others each processor communicates.
#include "libcore/redist/methods/partner_theorem.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

/// A block is cut into `pieces` pieces, for as many consecutive coordinates. One of them may be the sender itself.
PartnerTheorem by_pieces(std::string_view name, std::string_view symbol, Index pieces, Index processors) {
    bool const all = pieces >= processors;
    return {name, fmt::format("{} = {} {} P = {}", symbol, pieces, all ? ">=" : "<", processors), all ? processors - 1 : pieces - 1,
            all ? processors - 1 : pieces};
}

} // namespace

std::string PartnerTheorem::text() const {
    std::string_view const verb = name == "Theorem 3.1" ? "each full block goes to" : "each coordinate communicates with";
    std::string const others = most == 1 && least == most ? "the other one"
                               : least == most            ? fmt::format("all {} others", most)
                                                          : fmt::format("{} or {} others", least, most);
    return fmt::format("{}: {} {} ({})", condition, verb, others, name);
}

std::optional<PartnerTheorem> partner_theorem(CyclicChange const& c) {
    if (c.processors == 1 || c.x == c.y || c.extent == 0) return std::nullopt;
    bool const from_block = c.x >= c.extent || c.x * c.processors >= c.extent;
    if (from_block && c.y == 1) return by_pieces("Theorem 3.1", "l", std::min(c.x, c.extent), c.processors);
    Index const longer = std::max(c.x, c.y);
    if (longer > c.extent / c.processors) return std::nullopt;
    if (c.x % c.y == 0) return by_pieces("Theorem 3.2", "k", c.x / c.y, c.processors);
    if (c.y % c.x == 0) return by_pieces("Theorem 3.3", "k", c.y / c.x, c.processors);
    return std::nullopt;
}

} // namespace tessera
