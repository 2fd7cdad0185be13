// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of file access side by side, and which is best.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/io_cost.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/network/machine.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct IoCandidate {
    std::string name; ///< "direct", "sieve", "two-phase static", ...
    IoPlan plan;
    std::optional<IoTime> time; ///< nothing where no machine with rates is given
    double cost = 0;            ///< what candidates are compared by: time, or relative_cost() where any has none
};

struct IoChoice {
    std::vector<IoCandidate> candidates; ///< in the order direct, sieve, two-phase
    std::size_t best = 0;
    std::string reason; ///< one sentence
};

/// Plans direct access by runs, sieving, and two-phase with static, dynamic and block-cyclic domains, all with the buffer, shape,
/// unit and aggregators of `settings`, and compares them. Races are never chosen (two-phase has none). Of equals the simpler one
/// wins. `only`: this access method alone (and, of two-phase, this kind of domains).
/// Errors: those of IoPlan.
[[nodiscard]] Result<IoChoice> compare_access(std::shared_ptr<Fad const> const& fad, IoDirection direction,
                                              IoSettings const& settings, Machine const* machine,
                                              std::optional<Access> only = std::nullopt);

} // namespace tessera
