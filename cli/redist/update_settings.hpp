// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --alpha, --beta, --op and --to-type: what redist makes of the elements on their way.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/common/command_table.hpp"
#include "libcore/base/result.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// --alpha, --beta, --op, --old, --to-type and --lossy.
[[nodiscard]] std::vector<OptionSpec> update_options();
/// --to-type, --lossy, beside what stands in front of them.
[[nodiscard]] std::vector<OptionSpec> conversion_options();

/// The transition with source and target indices exchanged, where --op asks for it; else as it is. Errors: an array that has not
/// two dimensions; a job of copies or with a section, which says itself which element goes where; an array with a template, whose
/// alignment holds for its own extents, unless it is square.
[[nodiscard]] Result<Transition> load_transposed(Arguments const& arguments, Transition transition);

/// Nothing where elements are copied as they are. Errors: a factor or type that is none; what the types of the plan's arrays do not
/// allow; --lossy without --to-type.
[[nodiscard]] Result<std::optional<ElementUpdate>> load_update(Arguments const& arguments, MultiPlan const& plan);

/// "transposed, conjugated, as float64, alpha 2, beta -1"; empty where elements are copied.
[[nodiscard]] std::string update_text(std::optional<ElementUpdate> const& update, bool transposed);

} // namespace tessera::cli
