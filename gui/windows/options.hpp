// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distview's command line.
#pragma once

#include "gui/panels/panel_kind.hpp"
#include "gui/windows/appearance.hpp"
#include "libcore/base/result.hpp"

#include <QSize>
#include <QStringList>

namespace tessera::gui {

struct Options {
    QString job;         ///< file of the job, found by name as the commands find it; empty: the start page
    QString exportPath;  ///< output file of the picture; empty: opens a window
    View view = nullptr; ///< never null after parseOptions()
    ScheduleChoice choice;
    Selection selection;
    QSize size;                           ///< size of the picture or of the window; empty: the default
    QString exportLesson;                 ///< name of the lesson whose page is written to exportPath; empty: none
    QString lesson;                       ///< lesson to open; empty: none
    QString screenshot;                   ///< output file for a picture of the whole window, which is then closed; empty: none
    std::optional<Appearance> appearance; ///< nothing: the remembered one
    bool force = false;                   ///< allows pictures and pages to replace files
    bool help = false;
    bool version = false;
};

[[nodiscard]] QString helpText();

/// The options with values that belong to no panel.
[[nodiscard]] std::span<PanelOption const> windowOptions();

/// Errors: an unknown option, an invalid value.
[[nodiscard]] Result<Options> parseOptions(QStringList const& words);

} // namespace tessera::gui
