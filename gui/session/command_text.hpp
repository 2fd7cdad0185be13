// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or numbers without the window.
#pragma once

#include "gui/session/scheduling.hpp"
#include "gui/session/selection.hpp"

#include <QString>

namespace tessera::gui {

/// What a command is asked for.
enum class View { Ownership, Messages, Schedule, Network, Cost, File, Comm, Region, Program, Insight };

/// "ownership", ..., "io", "comm", "region", "program"; the names of --view.
[[nodiscard]] QString viewName(View view);
[[nodiscard]] std::optional<View> viewNamed(QString const& name);

/// What of the job is looked at.
struct Looked {
    std::size_t transition = 0;  ///< from 0
    std::size_t transitions = 1; ///< of the job
    QString array = {};          ///< its name, where there are others
    QString axes = {};           ///< the dimensions drawn, from 1, "3,1"; empty: as distplan draw chooses them
    QString fixed = {};   ///< one index for each dimension, in the array's bounds, where those not drawn stand elsewhere than first
    QString element = {}; ///< that is selected, in the array's bounds: "3,10"
    QString link = {};    ///< that is selected: "2-0"
    bool onWay = false;   ///< the selected message uses links
    bool direct = false;  ///< methods are not compared (comparesMethods)
};

/// Quotes any text, so that a POSIX shell reads it as one word.
[[nodiscard]] QString shellWord(QString const& word);

/// A shell command: "distplan draw 'my job.hpf' --rank 3". An empty path stands as JOB.hpf. The choices of View::Comm
/// and View::Region are completed() ones.
[[nodiscard]] QString commandText(View view, QString const& jobPath, ScheduleChoice const& choice, Selection const& selection,
                                  Looked const& looked = {});

/// The same with a job that is in no file as it is: the command is preceded by one that writes `text` to a new file, whose name
/// stands in `command` as `jobPath` does. Lists named in the text (`@sizes`) must lie where the command is given.
[[nodiscard]] QString withJobText(QString const& command, QString const& jobPath, QString const& text);
/// The file's name: "unsaved-fft2d.hpf".
[[nodiscard]] QString unsavedName(QString const& name);

} // namespace tessera::gui
