// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a run of the job needs from this machine, and a smaller job of the same kind.
#pragma once

#include "gui/session/derivation.hpp"

#include <QString>
#include <optional>

namespace tessera::gui {

/// Processes and memory: those of a run, or those that this machine has.
struct RunDemand {
    Index ranks = 0;
    double bytes = 0;
};

/// Returns the ranks of the current transition, and the memory for its arrays before and after and for the processes themselves.
[[nodiscard]] RunDemand demandOf(Derived const& derived);

/// Returns the most that a run on this machine should need: a few processes per core, and half of the memory.
[[nodiscard]] RunDemand usualLimits();

/// Returns a sentence that compares the demand with the limits; empty if the machine is large enough.
[[nodiscard]] QString excessOf(RunDemand const& demand, RunDemand const& limits);

/// Returns the text with the extents of arrays, templates and arrangements halved until a run is within the limits; nothing if the
/// smaller text has errors, as with a literal list. `folder`: the folder of the job's lists.
[[nodiscard]] std::optional<QString> smallerJob(QString const& text, QString const& folder, RunDemand const& limits);

} // namespace tessera::gui
