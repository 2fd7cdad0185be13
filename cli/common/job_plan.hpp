// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a job moves, as a plan.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/spec/job.hpp"

#include <optional>

namespace tessera::cli {

/// The plan of everything the job moves, one RedistPlan per movement. Errors: nothing moves, or not as the job says.
[[nodiscard]] Result<MultiPlan> plan_of(Job const& job, std::optional<CopyMap> const& section);

} // namespace tessera::cli
