// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a job's ranks get at a file: the methods, the chosen one, and its map of the file.
#pragma once

#include "gui/session/file_choice.hpp"
#include "libcore/base/result.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/scene/file_map.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/spec/job.hpp"

#include <memory>

namespace tessera::gui {

/// The room that a picture of the file has.
struct FileRoom {
    Index lines = 20;
    double width = 900; ///< of a line, in pixels
    friend bool operator==(FileRoom const&, FileRoom const&) = default;
};

/// Immutable, shared by all who look at it.
struct FileAccess {
    IoTask task;
    IoChoice choice;
    FileRoom room;
    FileMap map; ///< of the chosen method

    FileAccess(IoTask ofTask, IoChoice ofChoice, FileRoom ofRoom)
        : task(std::move(ofTask)), choice(std::move(ofChoice)), room(ofRoom),
          map(choice.candidates[choice.best].plan, ofRoom.lines) {}

    [[nodiscard]] IoCandidate const& method() const { return choice.candidates[choice.best]; }
};
using FileAccessPointer = std::shared_ptr<FileAccess const>;

/// The first line where the job has no line `choice.line`; reading its first array where it has none at all. The phase does not
/// matter. Errors: those of io_task() and compare_access(); the work was stopped.
[[nodiscard]] Result<FileAccessPointer> makeFileAccess(Job const& job, FileChoice const& choice, Machine const* machine,
                                                       Watch const& watch = {}, FileRoom room = {});

/// As `distplan io --svg` draws it; `marked`: a position that is framed. Error: no such phase.
[[nodiscard]] Result<Scene> fileScene(FileAccess const& access, std::optional<Index> phase, std::optional<Index> marked = {});

/// The line of the job that is looked at: as makeFileAccess() takes it. Error: the job maps no array.
[[nodiscard]] Result<IoStatement> fileLine(Job const& job, FileChoice const& choice);

} // namespace tessera::gui
