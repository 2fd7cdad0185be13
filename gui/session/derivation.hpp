// SPDX-License-Identifier: BSD-3-Clause
// Tessera: everything that follows from a job's text at once: mappings, plan, totals.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/spec/job.hpp"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

namespace tessera::gui {

/// Set by the window when a result is no longer wanted; work looks at it between its stages.
using StopFlag = std::atomic<bool>;

/// Immutable; shared by all views.
struct Derived {
    Job job;
    std::shared_ptr<MultiPlan const> plan; ///< at least one array moves, if only from its state to itself
    RedistTotals totals;
};
using DerivedPointer = std::shared_ptr<Derived const>;

/// Lists named in the text (`@sizes`) are read from `directory`. Errors: those of the text, with their place.
[[nodiscard]] Result<DerivedPointer> derive(std::string_view text, std::string const& name, std::string const& directory,
                                            StopFlag const& stop);

} // namespace tessera::gui
