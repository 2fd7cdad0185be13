// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file access of a job's ranks: the methods, the chosen one, and its map of the file.
#pragma once

#include "gui/session/file_choice.hpp"
#include "libcore/base/result.hpp"
#include "libcore/io/io_task.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/scene/files/file_map.hpp"
#include "libcore/scene/scene.hpp"
#include "libcore/spec/job.hpp"

#include <memory>

namespace tessera::gui {

/// Available space for a picture of the file.
struct FilePictureSize {
    Index lines = 20;
    double width = 900; ///< width of a line in pixels
    friend bool operator==(FilePictureSize const&, FilePictureSize const&) = default;
};

/// Immutable, so that several views can share it.
struct FileAccess {
    IoTask task;
    IoChoice choice;
    FilePictureSize room;
    FileMap map; ///< map for the chosen method

    FileAccess(IoTask ofTask, IoChoice ofChoice, FilePictureSize ofRoom)
        : task(std::move(ofTask)), choice(std::move(ofChoice)), room(ofRoom),
          map(choice.candidates[choice.best].plan, ofRoom.lines) {}

    [[nodiscard]] IoCandidate const& method() const { return choice.candidates[choice.best]; }
};
using FileAccessPointer = std::shared_ptr<FileAccess const>;

/// Plans the access of line `choice.line`, else of the first line. If the job has no line, plans reading its first array. Ignores
/// the phase. Errors: those of io_task() and compare_access(); the work was stopped.
[[nodiscard]] Result<FileAccessPointer> makeFileAccess(Job const& job, FileChoice const& choice, Machine const* machine,
                                                       Watch const& watch = {}, FilePictureSize room = {});

/// Returns the picture that `distplan io --svg` draws; `marked`: position with a frame. Error: no such phase.
[[nodiscard]] Result<Scene> fileScene(FileAccess const& access, std::optional<Index> phase, std::optional<Index> marked = {});

/// Returns the statement that makeFileAccess() uses. Error: the job maps no array.
[[nodiscard]] Result<IoStatement> fileLine(Job const& job, FileChoice const& choice);

} // namespace tessera::gui
