// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cheapest way of arrays from some layouts to others, directly or through intermediate layouts.
#pragma once

#include "libcore/program/price.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// A combination of layouts: a number for each array.
using LayoutTuple = std::vector<std::size_t>;

struct RemapPath {
    std::vector<LayoutTuple> stops; ///< intermediate layouts, in order; empty: direct
    Price price;                    ///< price of all steps together
    std::size_t remaps = 0;         ///< number of steps in which something moves
    double least = 0;               ///< in seconds: lower bound of all ways; equal to the price unless the effort was used up
};

/// The bytes per rank available to the arrays that move, for both copies, during the move.
struct RemapMemory {
    Index first = max_extent; ///< in the first step
    Index later = max_extent;
    friend auto operator<=>(RemapMemory const&, RemapMemory const&) = default;
};

/// Two exchanges with few partners each may start fewer messages than one exchange with many. So ways through all layouts are
/// searched, with any number of stops. The result of cheapest(), if the effort lasts, satisfies the triangle inequality. Arrays
/// move together: in each step some arrays move, with one message per pair of ranks for all of them, and the others wait.
class RemapPaths {
  public:
    /// `layouts`: of each array. Both arguments must outlive the object.
    RemapPaths(PriceList& prices, std::vector<std::span<Mapping const>> layouts, RemapMemory room = {});

    /// Returns the cheapest way; of equal ones the first one found with the fewest stops. Returns nothing if the room is too small
    /// for every way. `limit`: limit of the effort for all prices; beyond it, no stops are searched. Errors: of the prices.
    [[nodiscard]] Result<std::optional<RemapPath>> cheapest(LayoutTuple const& from, LayoutTuple const& to, double limit);

  private:
    struct OpenPath;
    struct Search;

    [[nodiscard]] LayoutTuple tuple_of(std::size_t node) const;
    [[nodiscard]] std::size_t node_of(LayoutTuple const& tuple) const;
    [[nodiscard]] bool is_roomy() const { return room_ == RemapMemory{}; }
    [[nodiscard]] bool fits(std::size_t from, std::size_t to, bool first) const;
    [[nodiscard]] std::vector<MovingArray> moving(std::size_t from, std::size_t to) const;
    [[nodiscard]] Result<Price> price(std::size_t from, std::size_t to, Pricing pricing);
    [[nodiscard]] Result<double> ahead(Search& search, std::size_t node);
    [[nodiscard]] Result<void> open_steps(Search& search, OpenPath const& way);
    [[nodiscard]] Result<void> follow(Search& search, double limit);
    [[nodiscard]] Result<RemapPath> way_of(Search const& search);

    PriceList& prices_;
    std::vector<std::span<Mapping const>> layouts_;
    RemapMemory room_;
    std::size_t nodes_ = 1;                         // number of combinations of layouts
    std::vector<std::vector<std::size_t>> numbers_; // [array][layout]: number in prices_
    std::vector<std::vector<Index>> sizes_;         // [array][layout]: bytes per rank; empty if the room is unlimited
};

} // namespace tessera
