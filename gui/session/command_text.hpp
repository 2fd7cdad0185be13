// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the command line that gives the same picture or figures without the window.
#pragma once

#include "gui/session/derivation.hpp"
#include "gui/session/scheduling.hpp"
#include "gui/session/selection.hpp"

#include <QString>
#include <optional>
#include <string>
#include <string_view>

namespace tessera::gui {

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

class Session;
/// Returns what the session knows of the visible part.
[[nodiscard]] ViewState viewStateOf(Session const& session);
/// Returns an index in the bounds of its array: "3,10".
[[nodiscard]] QString indexText(ArraySpec const& array, Extents const& index);

/// The data from which a panel makes its command.
struct CommandInput {
    QString path; ///< file of the job
    ScheduleChoice const& choice;
    Selection const& selection;
    ViewState const& viewed;
    DerivedPointer derived; ///< null: without a job, choices must be completed()

    [[nodiscard]] QString job() const; ///< the path, as a word of the shell
};

/// Quotes any text, so that a POSIX shell reads it as one word.
[[nodiscard]] QString shellWord(QString const& word);
[[nodiscard]] QString textWord(std::string_view word); ///< the same for a text of the core

/// Returns " --topology 'mesh(2,4)' --placement snake --machine delta", or less.
[[nodiscard]] QString siteWords(SiteRequest const& site);
[[nodiscard]] QString machineWords(SiteRequest const& site);
/// Returns " --algorithm NAME --step N", with "all" if there is no step.
[[nodiscard]] QString stepWords(std::string const& algorithm, std::optional<int> step);
/// Returns `distplan draw JOB --view VIEW`, the current transition, `words`, and the name of the picture.
[[nodiscard]] QString drawCommand(CommandInput const& input, char const* view, QString const& words);

/// Returns the command for a job without an up-to-date file. A first command writes `text` to a new file, whose name `jobPath` also
/// appears in `command`. Lists named in the text (`@sizes`) must be in the current folder.
[[nodiscard]] QString withJobText(QString const& command, QString const& jobPath, QString const& text);
/// Returns the file's name: "unsaved-fft2d.hpf".
[[nodiscard]] QString unsavedName(QString const& name);

} // namespace tessera::gui
