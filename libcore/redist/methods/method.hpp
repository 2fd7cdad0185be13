// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the methods of redistribution, one row for each.
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

/// The loops of Thakur's chapter 3 that execute a method as printed (libcore/redist/methods/printed_phase.hpp).
enum class PrintedLoops {
    None,
    Formula,     ///< those of the method's formula
    Multiples,   ///< in each phase one block size divides the other: KY_TO_Y or X_TO_KX
    OneDimension ///< in each phase one dimension changes: the loops for its formats
};

/// The plan-independent properties of a method. Code that treats methods differently must test a property, not the name.
struct MethodInfo {
    std::string_view name;       ///< name that the user types: "ky-to-y"
    std::string_view summary;    ///< one sentence
    std::string_view source;     ///< source in the literature: "Thakur, Fig. 3.9"
    IndexFormula const* formula; ///< formula that computes its messages; null: none of its own
    bool asks_owners;            ///< nothing is planned: the owner of each element is looked up during execution
    PrintedLoops printed = PrintedLoops::None;
};

/// Returns the methods in the order of the help (without "auto", which chooses among them: libcore/pipeline/method_choice.hpp).
[[nodiscard]] std::span<MethodInfo const> methods();

/// Returns the method of this name, or null if the name is unknown.
[[nodiscard]] MethodInfo const* find_method(std::string_view name);

/// Composes the phases of a method. Errors: an unknown name (suggests the nearest); a plan that the method does not cover (says
/// why, and names the array if there are several); more bytes than fit 64 bits.
[[nodiscard]] Result<CompositePlan> compose(std::string_view method, MultiPlan const& plan);

/// Returns lines that explain how the method finds the messages of its phases, in the paper's own terms, and name the theorems
/// that apply. Precondition: `plan` is the result of compose().
[[nodiscard]] std::vector<std::string> explain(CompositePlan const& plan);

} // namespace tessera
