// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --alpha, --beta, --op and --to-type: the update of elements on their way.
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

/// Returns --alpha, --beta, --op and --old.
[[nodiscard]] std::vector<OptionSpec> update_options();
/// Returns --to-type and --lossy, on the --help row of the option before them.
[[nodiscard]] std::vector<OptionSpec> conversion_options();

/// Returns the transition with source and target indices exchanged if --op asks for it, else unchanged. Errors: an array
/// without exactly two dimensions; a job of copies or a section, which define the target indices themselves; an array aligned
/// to a template and not square, because its alignment holds for its own extents.
[[nodiscard]] Result<Transition> load_transposed(Arguments const& arguments, Transition transition);

/// Loads the update; empty if elements are copied unchanged. Errors: an invalid factor or type; an update that the types of
/// the plan's arrays do not allow; --lossy without --to-type.
[[nodiscard]] Result<std::optional<ElementUpdate>> load_update(Arguments const& arguments, MultiPlan const& plan);

/// Returns a text such as "transposed, conjugated, as float64, alpha 2, beta -1"; empty if elements are copied.
[[nodiscard]] std::string update_text(std::optional<ElementUpdate> const& update, bool transposed);

} // namespace tessera::cli
