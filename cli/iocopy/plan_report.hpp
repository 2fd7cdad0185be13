// SPDX-License-Identifier: BSD-3-Clause
// Tessera: iocopy's reports about the plan of one array's copy.
#pragma once

#include "cli/iocopy/pass_report.hpp"
#include "libcore/files/copy/array_copy_settings.hpp"
#include "libcore/files/copy/plan_choice.hpp"
#include "libcore/report/sink.hpp"

#include <string>

namespace tessera::cli {

void plan_text(ArrayCopySettings const& settings, CopyTask const& task, PlanChoice const& choice, bool explain, Sink const& sink);
void plan_json(ArrayCopySettings const& settings, CopyTask const& task, PlanChoice const& choice, Sink const& sink);
/// Explains in a few sentences the choice of this access and these parts, and of two passes if one was not possible.
[[nodiscard]] std::string reason(ArrayCopySettings const& settings, PlanChoice const& choice);

} // namespace tessera::cli
