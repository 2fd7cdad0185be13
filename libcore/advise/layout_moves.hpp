// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what it weighs to take several arrays from layouts to layouts, all at a time.
#pragma once

#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/phase_graph.hpp"
#include "libcore/advise/remap_ways.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tessera {

/// How arrays go from one phase to the next.
enum class RemapCourse {
    Straight, ///< in one step
    AnyWay    ///< by way of any candidates, where that is cheaper
};

/// Remaps between tuples. Each is first a bound from below, which costs no schedule, and then, where somebody asks, a price.
/// Changes that move the same arrays between the same layouts share what is known of them.
class LayoutMoves {
  public:
    /// All of it must outlive the moves. `candidates`: of each array; `sizes`: bytes per rank of each of them. `tuples` may become
    /// more. `memory`: bytes per rank for all arrays.
    LayoutMoves(PriceList& prices, std::vector<LayoutCandidates> const& candidates, std::vector<std::vector<Index>> const& sizes,
                std::vector<LayoutTuple> const& tuples, std::optional<Index> memory);

    /// Which arrays a change moves: not those that are wholly overwritten behind it, which are given up first.
    using Moved = std::vector<bool>;
    /// Changes that are alike.
    using Kind = std::pair<Moved, RemapCourse>;

    struct Known {
        LayoutWeight weight;            ///< of what was found; before that, a bound
        double least = 0;               ///< seconds: no remap takes less, in whatever company
        double bound = 0;               ///< and none that moves nothing else takes less than this
        std::vector<LayoutTuple> stops; ///< of the arrays that move
        bool settled = false;
    };

    /// Makes bounds of the remaps between these tuples. Cost: the totals of their plans, each once. Errors: of the prices.
    [[nodiscard]] Result<void> bound(std::set<std::size_t> const& from, std::set<std::size_t> const& to, Kind const& kind);
    /// Null where bound() has not seen it.
    [[nodiscard]] Known const* find(std::size_t from, std::size_t to, Kind const& kind) const;
    /// Prices a remap in full where it is not, by the cheapest way while the effort of all prices is below `limit`. How many remaps
    /// that took: 0 or 1. Precondition: bound() has seen it.
    [[nodiscard]] Result<int> settle(std::size_t from, std::size_t to, Kind const& kind, double limit);

    /// The arrays that move, and what they pass on the cheapest way that is found.
    struct Way {
        std::vector<std::size_t> members;
        std::vector<LayoutTuple> stops; ///< of these members
    };
    /// From any combination to any other one. Errors: of the prices.
    [[nodiscard]] Result<Way> way(LayoutTuple const& from, LayoutTuple const& to, Moved const& moved, double limit);
    /// Are there remaps of which cheaper ways may have been missed?
    [[nodiscard]] bool is_inexact() const { return inexact_; }

  private:
    struct Move {
        std::size_t member = 0;
        std::size_t from = 0;
        std::size_t to = 0;
        friend auto operator<=>(Move const&, Move const&) = default;
    };
    using Moves = std::vector<Move>;
    using Key = std::tuple<Moves, RemapCourse, RemapRoom>;
    using Places = std::unordered_map<std::uint64_t, std::uint32_t>;
    [[nodiscard]] static std::uint64_t key_of(std::size_t from, std::size_t to) { return std::uint64_t{from} << 32U | to; }

    [[nodiscard]] Key key_of(LayoutTuple const& from, LayoutTuple const& to, Kind const& kind) const;
    [[nodiscard]] Result<std::uint32_t> place_of(Key key);
    [[nodiscard]] Result<int> settle(std::uint32_t place, double limit);
    [[nodiscard]] std::vector<MovingArray> moving(Moves const& moves) const;

    PriceList* prices_;
    std::vector<LayoutCandidates> const* candidates_;
    std::vector<std::vector<Index>> const* sizes_;
    std::vector<LayoutTuple> const* tuples_;
    std::optional<Index> memory_;
    std::vector<std::vector<std::size_t>> numbers_; // of the candidates, as prices_ has them
    std::vector<std::pair<Key, Known>> known_;
    std::map<Key, std::uint32_t> places_; // in known_
    std::map<Kind, Places> tables_;       // of from and to (see key_of), places in known_
    bool inexact_ = false;
};

} // namespace tessera
