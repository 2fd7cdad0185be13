// SPDX-License-Identifier: BSD-3-Clause
// Tessera: division of a dimension among coordinates, by a formula or by a list.
#pragma once

#include "libcore/base/index.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// A division of [0, period) into one run per coordinate, in ascending order: coordinate c owns [begin(c), begin(c + 1)). It stores
/// nothing per coordinate.
class BorderFormula {
  public:
    BorderFormula() = default;
    BorderFormula(BorderFormula const&) = delete;
    BorderFormula& operator=(BorderFormula const&) = delete;
    virtual ~BorderFormula() = default;

    [[nodiscard]] virtual Index begin(Index coord) const = 0; ///< precondition: 0 <= coord <= coords; begin(coords) is the period
    [[nodiscard]] virtual Index owner(Index index) const = 0; ///< precondition: 0 <= index < period
    [[nodiscard]] virtual Index owners() const = 0;           ///< number of coordinates that own an index
};

/// How a format divides a dimension: the owners of [0, period), which repeat.
struct Division {
    struct Segment {
        Index start = 0;
        Index owner = 0;
    };
    Index period = 0;
    std::shared_ptr<BorderFormula const> formula = nullptr; ///< null: `segments` has the owners
    std::vector<Segment> segments = {};                     ///< starts ascend from 0
};

} // namespace tessera
