// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of file access side by side, and which is best.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/io/io_cost.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/network/machine.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct IoCandidate {
    std::string name; ///< "direct per run", "direct per element", "sieve", "two-phase static", ...
    IoPlan plan;
    std::optional<IoTime> time; ///< nothing where no machine with rates is given
    double cost = 0;            ///< what candidates are compared by: time, or relative_cost() where any has none
};

/// A method that takes more steps to plan is left out: a step is a request of one rank, or what one rank wants of an aggregator's
/// piece.
inline constexpr Index most_planning_steps = Index{1} << 22;

struct LeftOutMethod {
    std::string name;
    double steps = 0; ///< that planning it would take, at most; may be more than 64 bits hold
};

struct IoChoice {
    std::vector<IoCandidate> candidates; ///< in the order direct, sieve, two-phase
    std::vector<LeftOutMethod> left_out; ///< in the same order
    std::size_t best = 0;
    std::string reason; ///< one sentence
};

/// What the user asks of the access; where a field is empty, whatever is best.
struct AskedAccess {
    std::optional<Access> access;
    std::optional<DomainKind> domains;          ///< of two-phase
    std::optional<Index> memory = std::nullopt; ///< bytes that the buffers of each rank may take; pieces are made to fit
};

/// Plans direct access by runs and by elements, sieving, and two-phase with static, dynamic and block-cyclic domains, all with the
/// buffer, shape, unit and aggregators of `settings`, and compares them. Of those that are asked for the best is taken; unless
/// they are asked for by name, races are never taken (two-phase has none). Of equals the simpler one wins.
/// Cost: most_planning_steps for each method. Errors: those of IoPlan; no method that may be taken is planned within
/// most_planning_steps; the work was stopped.
[[nodiscard]] Result<IoChoice> compare_access(std::shared_ptr<Fad const> const& fad, IoDirection direction,
                                              IoSettings const& settings, Machine const* machine, AskedAccess const& asked = {},
                                              Watch const& watch = {});

} // namespace tessera
