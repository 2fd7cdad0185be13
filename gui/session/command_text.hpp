// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or figures without the window.
#pragma once

#include "gui/session/scheduling.hpp"
#include "gui/session/selection.hpp"

#include <QString>

namespace tessera::gui {

/// The view for which a command is made.
enum class View { Ownership, Messages, Schedule, Network, Cost, File, Comm, Region, Program, Insight };

/// Returns the name for --view: "ownership", ..., "io", "comm", "region", "program".
[[nodiscard]] QString viewName(View view);
[[nodiscard]] std::optional<View> viewNamed(QString const& name);

/// The visible part of the job.
struct ViewState {
    std::size_t transition = 0;  ///< 0-based
    std::size_t transitions = 1; ///< number of transitions of the job
    QString array = {};          ///< name of the array, if there are several
    QString axes = {};           ///< drawn dimensions, 1-based, such as "3,1"; empty: the default of distplan draw
    QString fixed = {};   ///< one index per dimension, in the array's bounds; empty: the first index in all dimensions that are not
                          ///< drawn
    QString element = {}; ///< selected element, in the array's bounds: "3,10"
    QString link = {};    ///< selected link: "2-0"
    bool onWay = false;   ///< the selected message uses links
    bool direct = false;  ///< methods are not compared (comparesMethods)
};

/// Quotes any text, so that a POSIX shell reads it as one word.
[[nodiscard]] QString shellWord(QString const& word);

/// Returns a shell command: "distplan draw 'my job.hpf' --rank 3". An empty path becomes JOB.hpf. The choices of View::Comm and
/// View::Region must be completed().
[[nodiscard]] QString commandText(View view, QString const& jobPath, ScheduleChoice const& choice, Selection const& selection,
                                  ViewState const& viewed = {});

/// The same for a job without an up-to-date file. A first command writes `text` to a new file, whose name `jobPath` also appears in
/// `command`. Lists named in the text (`@sizes`) must be in the current folder.
[[nodiscard]] QString withJobText(QString const& command, QString const& jobPath, QString const& text);
/// Returns the file's name: "unsaved-fft2d.hpf".
[[nodiscard]] QString unsavedName(QString const& name);

} // namespace tessera::gui
