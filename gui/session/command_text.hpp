// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or numbers without the window.
#pragma once

#include "gui/session/flow.hpp"
#include "gui/session/selection.hpp"

#include <QString>

namespace tessera::gui {

/// What a command is asked for.
enum class View { Ownership, Messages, Schedule, Network, Cost, File };

/// "ownership", ..., "io"; the names of --view.
[[nodiscard]] QString viewName(View view);
[[nodiscard]] std::optional<View> viewNamed(QString const& name);

/// A shell command: "distplan draw 'my job.hpf' --rank 3". An empty path stands as JOB.hpf.
[[nodiscard]] QString commandText(View view, QString const& jobPath, FlowChoice const& choice, Selection const& selection);

} // namespace tessera::gui
