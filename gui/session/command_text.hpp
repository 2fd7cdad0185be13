// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or numbers without the window.
#pragma once

#include "gui/session/scheduling.hpp"
#include "gui/session/selection.hpp"

#include <QString>

namespace tessera::gui {

/// What a command is asked for.
enum class View { Ownership, Messages, Schedule, Network, Cost, File, Comm };

/// "ownership", ..., "io", "comm"; the names of --view.
[[nodiscard]] QString viewName(View view);
[[nodiscard]] std::optional<View> viewNamed(QString const& name);

/// A shell command: "distplan draw 'my job.hpf' --rank 3". An empty path stands as JOB.hpf. `transition`: from 0.
/// The choices of View::Comm are completed() ones.
[[nodiscard]] QString commandText(View view, QString const& jobPath, ScheduleChoice const& choice, Selection const& selection,
                                  std::size_t transition = 0);

} // namespace tessera::gui
