// SPDX-License-Identifier: BSD-3-Clause
// Tessera: everything that follows from a job's text at once: its transitions, their plans and totals.
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

/// Immutable; shared by all views, which show one transition at a time.
struct Derived {
    Job job;
    std::vector<Transition> transitions;   ///< at least one
    std::size_t looked = 0;                ///< the one that is looked at
    std::shared_ptr<MultiPlan const> plan; ///< its plan: at least one array moves, if only from its state to itself
    RedistTotals totals;                   ///< of that plan
};
using DerivedPointer = std::shared_ptr<Derived const>;

/// Lists named in the text (`@sizes`) are read from `directory`. The last transition is looked at where there are fewer than
/// `looked`. Errors: those of the text, with their place.
[[nodiscard]] Result<DerivedPointer> derive(std::string_view text, std::string const& name, std::string const& directory,
                                            std::size_t looked = 0, Watch const& watch = {});

/// The same job with another transition looked at. Precondition: there is such a transition.
[[nodiscard]] DerivedPointer lookedAt(Derived const& derived, std::size_t looked);

} // namespace tessera::gui
