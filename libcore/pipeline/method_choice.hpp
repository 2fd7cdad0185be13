// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a redistribution by a method, named or chosen by its predicted cost.
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
    std::string refusal;        ///< why it does not apply; empty: it does
    std::size_t phases = 0;     ///< how many it makes
    std::optional<double> time; ///< seconds of all phases, each by the best algorithm for it; absent without rates
    double bytes = 0;           ///< through the busiest port or link, phase by phase and step by step

    /// What candidates are ranked by: time, or bytes where it is absent.
    [[nodiscard]] double cost() const { return time.value_or(bytes); }
};

struct ComposedPlan {
    CompositePlan plan;
    std::string reason;                      ///< why `auto` chose it, a sentence or two; else empty
    std::vector<MethodCandidate> candidates; ///< those `auto` considered, the chosen one first; else empty
};

/// The site for so many ranks; asked for only where a method is to be chosen.
using SiteOfRanks = std::function<Result<Site>(int ranks)>;

/// `method`: a name (see compose), or "auto": of all that apply the one with the least predicted cost, as choose_algorithm finds it
/// for the messages of each phase. Methods of a single phase make the messages of direct, which stands for all of them; those
/// that ask owners while running are left out, as no plan tells their cost. Errors: as compose, and of the site; the work was
/// stopped.
[[nodiscard]] Result<ComposedPlan> composed_by(std::string_view method, MultiPlan const& plan, SiteOfRanks const& site,
                                               Watch const& watch = {});

} // namespace tessera
