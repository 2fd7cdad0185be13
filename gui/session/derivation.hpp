// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the data derived from a job's text: transitions, plans and totals.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/spec/job.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::gui {

/// Immutable; all views share it, and show one transition at a time.
struct Derived {
    Job job;
    std::vector<Transition> transitions;   ///< at least one
    std::size_t viewed = 0;                ///< index of the current transition
    std::shared_ptr<MultiPlan const> plan; ///< plan of the current transition: at least one array, if only from its state to itself
    RedistTotals totals;                   ///< totals of this plan
};
using DerivedPointer = std::shared_ptr<Derived const>;

/// Parses a job and makes its plans. Lists named in the text (`@sizes`) are read from `directory`. If there is no transition
/// `viewed`, the last one is current. Errors: those of the text, with their place.
[[nodiscard]] Result<DerivedPointer> derive(std::string_view text, std::string const& name, std::string const& directory,
                                            std::size_t viewed = 0, Watch const& watch = {});

/// Returns the same job with another current transition. Precondition: the transition exists.
[[nodiscard]] DerivedPointer withTransition(Derived const& derived, std::size_t viewed);

} // namespace tessera::gui
