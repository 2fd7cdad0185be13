// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distview's command line.
#pragma once

#include "gui/session/command_text.hpp"
#include "gui/windows/appearance.hpp"
#include "libcore/base/result.hpp"

#include <QSize>
#include <QStringList>

namespace tessera::gui {

struct Options {
    QString job;        ///< a file; empty: the start page
    QString exportPath; ///< where the picture goes; empty: a window is opened
    View view = View::Ownership;
    ScheduleChoice choice;
    int step = 0; ///< from 0
    FileChoice file;
    CommChoice comm;
    RegionChoice region;
    ProgramChoice program;
    Insight insight = Insight::Memory;
    std::optional<Rank> rank;
    bool overRanks = false;               ///< the cost view
    QSize size;                           ///< of the picture or of the window; empty: the usual
    QString exportLesson;                 ///< its name; the page goes to exportPath; empty: none
    QString lesson;                       ///< that the window opens with; empty: none
    QString screenshot;                   ///< of the whole window, which is closed again; empty: none
    std::optional<Appearance> appearance; ///< nothing: the one that is remembered
    bool force = false;                   ///< pictures and pages replace files
    bool help = false;
    bool version = false;
};

[[nodiscard]] QString helpText();

/// Errors: an unknown option, a value that does not fit.
[[nodiscard]] Result<Options> parseOptions(QStringList const& words);

} // namespace tessera::gui
