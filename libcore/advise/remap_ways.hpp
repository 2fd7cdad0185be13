// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cheapest way from one layout of an array to another, straight or by way of others.
#pragma once

#include "libcore/program/price.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tessera {

struct RemapWay {
    std::vector<std::size_t> stops; ///< the layouts that are passed; none: straight
    double seconds = 0;
};

/// Two exchanges with few partners each may start fewer messages than one with many. So ways are looked for among all layouts,
/// with any number of stops: for what cheapest() finds, without an end of its effort, the triangle inequality holds.
class RemapWays {
  public:
    /// Both must outlive the ways. `room`: bytes per rank for both copies of the array while it moves.
    RemapWays(PriceList& prices, std::vector<Mapping> const& layouts, std::optional<Index> room);

    /// Of ways that take the same the first found with the fewest stops; nothing where no way has the room. `limit`: of the effort
    /// of all prices, behind which no stops are looked for any more. Errors: of the prices.
    [[nodiscard]] Result<std::optional<RemapWay>> cheapest(std::size_t from, std::size_t to, double limit);

  private:
    [[nodiscard]] bool fits(std::size_t from, std::size_t to) const { return !room_ || sizes_[from] + sizes_[to] <= *room_; }
    [[nodiscard]] Result<double> seconds(std::size_t from, std::size_t to);

    PriceList& prices_;
    std::vector<Mapping> const& layouts_;
    std::optional<Index> room_;
    std::vector<Index> sizes_; // bytes per rank
};

} // namespace tessera
