// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of the methods of file access, and the choice of the best.
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
    std::optional<IoTime> time; ///< unset if there is no machine with rates
    double cost = 0;            ///< value of comparison: the time, or relative_cost() if any candidate has none
};

/// Limit of the steps to plan a method. Methods above it are left out. A step is a request of one rank, or one rank's share of an
/// aggregator's piece.
inline constexpr Index most_planning_steps = Index{1} << 22;

struct ExcludedMethod {
    std::string name;
    double steps = 0; ///< upper bound of the planning steps; may exceed 64 bits
};

struct IoChoice {
    std::vector<IoCandidate> candidates;  ///< in the order direct, sieve, two-phase
    std::vector<ExcludedMethod> left_out; ///< in the same order
    std::size_t best = 0;
    std::string reason; ///< one sentence
};

/// The access that the user requests. For an empty field, the best value is used.
struct RequestedAccess {
    std::optional<Access> access;
    std::optional<DomainKind> domains;          ///< for two-phase
    std::optional<Index> memory = std::nullopt; ///< limit of the bytes of each rank's buffers; pieces are made to fit
};

/// Plans and compares direct access by runs and by elements, sieving, and two-phase with static, dynamic and block-cyclic domains.
/// All use the buffer, shape, unit and aggregators of `settings`. Chooses the best requested one. Methods with races are chosen
/// only if they are requested by name (two-phase has no races). Of equal ones, the simpler one is chosen. Cost: most_planning_steps
/// per method. Errors: those of IoPlan; no permitted method can be planned within most_planning_steps; the work was stopped.
[[nodiscard]] Result<IoChoice> compare_access(std::shared_ptr<Fad const> const& fad, IoDirection direction,
                                              IoSettings const& settings, Machine const* machine, RequestedAccess const& asked = {},
                                              Watch const& watch = {});

} // namespace tessera
