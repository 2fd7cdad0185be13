// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the messages of a job travel: schedule, network, predicted times.
#pragma once

#include "gui/models/algorithms_model.hpp"
#include "gui/models/steps_model.hpp"
#include "gui/session/derivation.hpp"
#include "libcore/network/link_loads.hpp"
#include "libcore/network/site.hpp"
#include "libcore/schedule/schedule.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tessera::gui {

/// What the person chooses about the way.
struct FlowChoice {
    std::string algorithm = "auto";
    std::string topology; ///< empty: a mesh as square as the ranks allow
    std::string placement = "row-major";
    std::shared_ptr<Machine const> machine; ///< null: loads only
    std::string machinePath;                ///< the file it was read from
    friend bool operator==(FlowChoice const&, FlowChoice const&) = default;
};

/// More messages than these are not scheduled by the window.
inline constexpr Index mostScheduledMessages = Index{1} << 21;

/// Messages on a network. Immutable, shared by all views.
struct Flow {
    Site site;
    std::shared_ptr<Schedule const> schedule;
    std::string reason; ///< why this algorithm, where it was chosen automatically
};
using FlowPointer = std::shared_ptr<Flow const>;

/// The links that a message from rank to rank uses. Empty where one of them takes no part.
[[nodiscard]] std::vector<int> routeOf(Flow const& flow, Rank from, Rank to);

/// "mesh(4,8)": the most nearly square mesh with at least as many nodes as there are ranks.
[[nodiscard]] std::string defaultTopology(Index ranks);

/// Errors: those of the names, a network too small, too many messages.
[[nodiscard]] Result<FlowPointer> makeFlow(Derived const& derived, FlowChoice const& choice, StopFlag const& stop);

/// Figures of the steps from `first` on, at most `count`. Error: the machine lacks a rate.
[[nodiscard]] Result<std::vector<StepRecord>> rateSteps(Flow const& flow, int first, int count);

/// Every algorithm by its exact schedule, one after the other; `report` gets each as it is done.
[[nodiscard]] Result<std::vector<AlgorithmRecord>> compareAlgorithms(Flow const& flow, StopFlag const& stop,
                                                                     std::function<void(AlgorithmRecord const&)> const& report);

} // namespace tessera::gui
