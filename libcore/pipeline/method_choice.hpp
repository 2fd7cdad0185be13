// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution by a method, which is named or chosen by predicted cost.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/base/watch.hpp"
#include "libcore/network/site.hpp"
#include "libcore/redist/methods/method.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// One method that `auto` considered.
struct MethodCandidate {
    std::string method;
    std::string refusal;        ///< reason why it does not apply or is not compared; otherwise empty
    bool too_large = false;     ///< it is not compared, because planning it looks at too many pairs of ranks
    std::size_t phases = 0;     ///< number of its phases
    std::optional<double> time; ///< seconds of all phases, each with its best algorithm; absent without rates
    double bytes = 0;           ///< sum over phases and steps of the bytes through the busiest port or link

    /// Returns the value that ranks the candidates: the time, or the bytes if there is no time.
    [[nodiscard]] double cost() const { return time.value_or(bytes); }
};

struct ComposedPlan {
    CompositePlan plan;
    std::string reason;                      ///< one or two sentences on the choice of `auto`; otherwise empty
    std::vector<MethodCandidate> candidates; ///< candidates of `auto`, the chosen one first; otherwise empty
};

/// Returns the site for a number of ranks. Called only if a method has to be chosen.
using SiteOfRanks = std::function<Result<Site>(int ranks)>;

/// Composes a plan. `method`: a name (see compose), or "auto": the applicable method with the least predicted cost, using
/// choose_algorithm for the messages of each phase. All single-phase methods make the same messages, so direct represents them.
/// Methods that look up owners during execution are left out, because no plan gives their cost. Errors: as compose, and of the
/// site; the work was stopped.
[[nodiscard]] Result<ComposedPlan> composed_by(std::string_view method, MultiPlan const& plan, SiteOfRanks const& site,
                                               Watch const& watch = {});

} // namespace tessera
