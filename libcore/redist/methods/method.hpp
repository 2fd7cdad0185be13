// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of redistribution, a row for each.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/methods/index_formula.hpp"
#include "libcore/redist/multi_plan.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// All that is known of a method without a plan. Whoever wants to treat methods differently asks for a property here, not for a
/// name.
struct MethodInfo {
    std::string_view name;       ///< as typed: "ky-to-y"
    std::string_view summary;    ///< one sentence
    std::string_view source;     ///< where it comes from: "Thakur, Fig. 3.9"
    IndexFormula const* formula; ///< that computes its messages; null: it has none of its own
    bool asks_owners;            ///< nothing is planned: while running, the owner of each element is asked
};

/// In the order the help lists them (without "auto", which chooses among them: libcore/pipeline/method_choice.hpp).
[[nodiscard]] std::span<MethodInfo const> methods();

/// Null for an unknown name.
[[nodiscard]] MethodInfo const* find_method(std::string_view name);

/// The phases of a method. Errors: an unknown name (suggests the nearest); a plan that the method does not cover (says why, and
/// names the array where there are several); more bytes than fit 64 bits.
[[nodiscard]] Result<CompositePlan> compose(std::string_view method, MultiPlan const& plan);

/// How the method finds the messages of its phases, in the paper's own terms, a line each; empty where it has no formulas.
/// Precondition: compose(method, plan) does.
[[nodiscard]] std::vector<std::string> explain(CompositePlan const& plan);

} // namespace tessera
