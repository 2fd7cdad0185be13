// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cheapest way from some layouts of arrays to others, straight or by way of third ones.
#pragma once

#include "libcore/program/price.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Layouts of several arrays together: a number for each.
using LayoutTuple = std::vector<std::size_t>;

struct RemapWay {
    std::vector<LayoutTuple> stops; ///< that are passed, one step after the other; none: straight
    Price price;                    ///< of all steps
    std::size_t remaps = 0;         ///< steps in which something moves
    double least = 0;               ///< seconds: no way takes less. That of the price, unless the effort came to its end.
};

/// Bytes per rank for the arrays that move, both copies, while they do.
struct RemapRoom {
    Index first = max_extent; ///< in the first step
    Index later = max_extent;
    friend auto operator<=>(RemapRoom const&, RemapRoom const&) = default;
};

/// Two exchanges with few partners each may start fewer messages than one with many. So ways are looked for among all layouts, with
/// any number of stops: for what cheapest() finds, without an end of its effort, the triangle inequality holds. Arrays go together:
/// in each step some move, one message from rank to rank for all of them, and the others wait.
class RemapWays {
  public:
    /// `layouts`: of each array. Both must outlive the ways.
    RemapWays(PriceList& prices, std::vector<std::span<Mapping const>> layouts, RemapRoom room = {});

    /// Of ways that take the same the first found with the fewest stops; nothing where no way has the room. `limit`: of the effort
    /// of all prices, behind which no stops are looked for any more. Errors: of the prices.
    [[nodiscard]] Result<std::optional<RemapWay>> cheapest(LayoutTuple const& from, LayoutTuple const& to, double limit);

  private:
    struct OpenWay;
    struct Search;

    [[nodiscard]] LayoutTuple tuple_of(std::size_t node) const;
    [[nodiscard]] std::size_t node_of(LayoutTuple const& tuple) const;
    [[nodiscard]] bool is_roomy() const { return room_ == RemapRoom{}; }
    [[nodiscard]] bool fits(std::size_t from, std::size_t to, bool first) const;
    [[nodiscard]] std::vector<MovingArray> moving(std::size_t from, std::size_t to) const;
    [[nodiscard]] Result<Price> price(std::size_t from, std::size_t to, Pricing pricing);
    [[nodiscard]] Result<double> ahead(Search& search, std::size_t node);
    [[nodiscard]] Result<void> open_steps(Search& search, OpenWay const& way);
    [[nodiscard]] Result<void> follow(Search& search, double limit);
    [[nodiscard]] Result<RemapWay> way_of(Search const& search);

    PriceList& prices_;
    std::vector<std::span<Mapping const>> layouts_;
    RemapRoom room_;
    std::size_t nodes_ = 1;                         // combinations of layouts
    std::vector<std::vector<std::size_t>> numbers_; // [array][layout], as prices_ has them
    std::vector<std::vector<Index>> sizes_;         // [array][layout]: bytes per rank; none where there is room for all
};

} // namespace tessera
