// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the description of a kind of panel: name, scene, command, explanation and options.
#pragma once

#include "gui/session/command_text.hpp"
#include "gui/session/session.hpp"
#include "libcore/base/result.hpp"
#include "libcore/scene/scene.hpp"

#include <QCommandLineParser>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tessera::gui {

class DockPanel;
struct PanelKind;

/// A view is a kind of panel that has a scene.
using View = PanelKind const*;

/// An option of the command line with a value, and the placeholder of the value.
struct PanelOption {
    char const* name;
    char const* value;
};

/// The command line, for the kinds that read their own options.
struct ViewOptions {
    QCommandLineParser const& given;
    View view;               ///< the view to open
    std::optional<int> step; ///< 0-based; nothing: all steps, or not given
    Selection& selection;
    ScheduleChoice& choice;
};

/// One row of panelKinds(). Every panel class defines its own as the static member `kind`.
struct PanelKind {
    enum class Place { TopLeft, BottomLeft, Right, Below };
    /// How the view uses the job's schedule. The clock of the schedule and --step apply unless it is Unused.
    enum class Schedule { Unused, Optional, Needed };

    char const* name;  ///< name of the dock, and of the view for --view
    char const* title; ///< in the translation context "MainWindow"
    DockPanel* (*make)(Session& session);
    Place place = Place::Right;
    Schedule schedule = Schedule::Unused;
    bool allSteps = false; ///< --step all is allowed

    /// Null: the panel is not a view. Errors: there is nothing to draw.
    Result<Scene> (*scene)(Derived const& derived, Session const& session) = nullptr;
    /// Null: the command is that of the current view.
    QString (*command)(CommandInput const& input) = nullptr;
    /// In the translation context "ExplanationStrip". Null: the explanation depends on the job; see explain.
    char const* about = nullptr;
    QString (*explain)(Job const& job, std::string const& algorithm) = nullptr;

    std::span<PanelOption const> options = {};
    /// Reads the options into the view's part of the selection. Called for every kind, whatever view opens. Error: an invalid
    /// value.
    Result<void> (*read)(ViewOptions const& options) = nullptr;
    /// Checks the selection against the planned job. Error: an option asks for something that the job does not have.
    Result<void> (*check)(Session const& session) = nullptr;

    /// Names for --view in place of `name`, if the view has several pictures; the n-th is chosen by choose(selection, n).
    std::vector<std::string_view> (*pictures)() = nullptr;
    void (*choose)(Selection& selection, std::size_t picture) = nullptr;

    [[nodiscard]] bool isView() const { return scene != nullptr; }
};

/// Returns a function for PanelKind::make.
template <class Panel>
[[nodiscard]] DockPanel* makePanel(Session& session) {
    return new Panel(session);
}

/// Returns "<b>name</b>: text", as HTML.
[[nodiscard]] QString namedSentence(std::string_view name, std::string_view text);

/// Returns the value of an integer option, or `otherwise` if it is not given. Error: it is no number, or less than `least`.
[[nodiscard]] Result<int> numberOption(QCommandLineParser const& given, char const* option, int otherwise, int least);

} // namespace tessera::gui
