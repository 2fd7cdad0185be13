// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what it weighs to take several arrays from layouts to layouts, all at a time.
#pragma once

#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/phase_graph.hpp"
#include "libcore/program/price.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace tessera {

/// Layouts of several arrays together: one candidate of each.
using LayoutTuple = std::vector<std::size_t>;

/// Remaps between tuples. Each is first a bound from below, which costs no schedule, and then, where somebody asks, a price.
/// Changes that move the same arrays between the same layouts share what is known of them.
class LayoutMoves {
  public:
    /// All of it must outlive the moves. `candidates`: of each array. `tuples` may become more.
    LayoutMoves(PriceList& prices, std::vector<LayoutCandidates> const& candidates, std::vector<LayoutTuple> const& tuples)
        : prices_(&prices), candidates_(&candidates), tuples_(&tuples) {}

    /// Which arrays a change moves: not those that are wholly overwritten behind it.
    using Moved = std::vector<bool>;

    /// Makes bounds of the remaps between these tuples. Cost: the totals of their plans, each once. Errors: of the prices.
    [[nodiscard]] Result<void> bound(std::set<std::size_t> const& from, std::set<std::size_t> const& to, Moved const& moved);
    /// forbidden() where bound() has not seen it.
    [[nodiscard]] LayoutWeight weight(std::size_t from, std::size_t to, Moved const& moved) const;
    /// Prices a remap in full where it is not. How many prices that took: 0 or 1. Precondition: bound() has seen it.
    [[nodiscard]] Result<int> settle(std::size_t from, std::size_t to, Moved const& moved);

  private:
    struct Move {
        std::size_t member = 0;
        std::size_t from = 0;
        std::size_t to = 0;
        friend auto operator<=>(Move const&, Move const&) = default;
    };
    using Moves = std::vector<Move>;
    struct Known {
        Moves moves;
        LayoutWeight weight;
        bool exact = false;
    };
    [[nodiscard]] static std::uint64_t key_of(std::size_t from, std::size_t to) { return std::uint64_t{from} << 32U | to; }

    [[nodiscard]] Moves moves_of(std::size_t from, std::size_t to, Moved const& moved) const;
    [[nodiscard]] Result<std::uint32_t> number_of(Moves moves);
    [[nodiscard]] Result<RemapTraffic> traffic_of(Moves const& moves);

    PriceList* prices_;
    std::vector<LayoutCandidates> const* candidates_;
    std::vector<LayoutTuple> const* tuples_;
    std::vector<Known> known_; // the first one is to move nothing
    std::map<Moves, std::uint32_t> numbers_;
    std::map<Moved, std::unordered_map<std::uint64_t, std::uint32_t>> tables_; // of from and to (see key_of), numbers of known_
    std::map<Move, RemapTraffic> traffic_;
};

} // namespace tessera
