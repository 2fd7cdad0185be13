// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the registry of panels.
#pragma once

#include "gui/panels/panel_kind.hpp"

namespace tessera::gui {

/// Returns all kinds of panels, in the order of their keys. A new panel needs one row here.
[[nodiscard]] std::span<View const> panelKinds();

/// Returns the name for --view: "ownership", ..., "io", "comm", "region", "program".
[[nodiscard]] QString viewName(View view);
/// Returns null if there is no such view.
[[nodiscard]] View viewNamed(QString const& name);

/// Returns a shell command: "distplan draw 'my job.hpf' --rank 3". An empty path becomes JOB.hpf. Without `derived`, the choices
/// for communication and regions must be completed().
[[nodiscard]] QString commandText(View view, QString const& jobPath, ScheduleChoice const& choice, Selection const& selection,
                                  ViewState const& viewed = {}, DerivedPointer const& derived = nullptr);

/// Returns the explanation of a view of this job. `algorithm`: of the current schedule, or empty.
[[nodiscard]] QString explanationOf(View view, Job const& job, std::string const& algorithm);

} // namespace tessera::gui
