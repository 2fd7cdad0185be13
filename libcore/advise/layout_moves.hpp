// SPDX-License-Identifier: BSD-3-Clause
// Tessera: weights of remaps of several arrays at the same time.
#pragma once

#include "libcore/advise/layout_candidates.hpp"
#include "libcore/advise/phase_graph.hpp"
#include "libcore/advise/remap_paths.hpp"

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

/// The course of arrays from one phase to the next.
enum class RemapCourse {
    Straight, ///< in one step
    AnyWay    ///< through any candidates as intermediate layouts, if this is cheaper
};

/// Remaps between tuples. The weight of each is first a lower bound, which needs no schedule. On request it becomes a price.
/// Changes that move the same arrays between the same layouts share their weights.
class LayoutMoves {
  public:
    /// All arguments must outlive the object. `candidates`: of each array. `sizes`: bytes per rank of each candidate. `tuples` may
    /// grow. `memory`: limit in bytes per rank for all arrays.
    LayoutMoves(PriceList& prices, std::vector<LayoutCandidates> const& candidates, std::vector<std::vector<Index>> const& sizes,
                std::vector<LayoutTuple> const& tuples, std::optional<Index> memory);

    /// The arrays that a change moves. An array that the next phase overwrites completely is not moved: its memory is freed first.
    using Moved = std::vector<bool>;
    /// A class of equal changes.
    using Kind = std::pair<Moved, RemapCourse>;

    struct Known {
        LayoutWeight weight;            ///< weight of the way that was found, or a bound before that
        double least = 0;               ///< in seconds: lower bound for this remap, whatever else moves
        double bound = 0;               ///< in seconds: lower bound if nothing else moves
        std::vector<LayoutTuple> stops; ///< intermediate layouts of the arrays that move
        bool settled = false;
    };

    /// Computes bounds of the remaps between these tuples. Cost: the totals of their plans, each once. Errors: of the prices.
    [[nodiscard]] Result<void> bound(std::set<std::size_t> const& from, std::set<std::size_t> const& to, Kind const& kind);
    /// Returns the known weight, or null if bound() was not called for it.
    [[nodiscard]] Known const* find(std::size_t from, std::size_t to, Kind const& kind) const;
    /// Computes the full price of a remap, unless known. Searches the cheapest way while the effort of all prices is below `limit`.
    /// Returns the number of new prices: 0 or 1. Precondition: bound() was called for it.
    [[nodiscard]] Result<int> settle(std::size_t from, std::size_t to, Kind const& kind, double limit);

    /// The arrays that move, and their intermediate layouts on the cheapest way that was found.
    struct Way {
        std::vector<std::size_t> members;
        std::vector<LayoutTuple> stops; ///< layouts of these members
    };
    /// Returns the way between any two combinations. Errors: of the prices.
    [[nodiscard]] Result<Way> way(LayoutTuple const& from, LayoutTuple const& to, Moved const& moved, double limit);
    /// Returns whether cheaper ways may have been missed for some remaps.
    [[nodiscard]] bool is_inexact() const { return inexact_; }

  private:
    struct Move {
        std::size_t member = 0;
        std::size_t from = 0;
        std::size_t to = 0;
        friend auto operator<=>(Move const&, Move const&) = default;
    };
    using Moves = std::vector<Move>;
    using Key = std::tuple<Moves, RemapCourse, RemapMemory>;
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
    std::vector<std::vector<std::size_t>> numbers_; // numbers of the candidates in prices_
    std::vector<std::pair<Key, Known>> known_;
    std::map<Key, std::uint32_t> places_; // indices into known_
    std::map<Kind, Places> tables_;       // indexed by from and to (see key_of): indices into known_
    bool inexact_ = false;
};

} // namespace tessera
