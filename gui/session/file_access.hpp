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

/// Immutable, shared by all who look at it.
struct FileAccess {
    IoTask task;
    IoChoice choice;
    FileMap map; ///< of the chosen method

    FileAccess(IoTask ofTask, IoChoice ofChoice)
        : task(std::move(ofTask)), choice(std::move(ofChoice)), map(choice.candidates[choice.best].plan) {}

    [[nodiscard]] IoCandidate const& method() const { return choice.candidates[choice.best]; }
};
using FileAccessPointer = std::shared_ptr<FileAccess const>;

/// The first line where the job has no line `choice.line`; reading its first array where it has none at all. The phase does not
/// matter. Errors: those of io_task() and compare_access(); the work was stopped.
[[nodiscard]] Result<FileAccessPointer> makeFileAccess(Job const& job, FileChoice const& choice, Machine const* machine,
                                                       Watch const& watch = {});

/// As `distplan io --svg` draws it. Error: no such phase.
[[nodiscard]] Result<Scene> fileScene(FileAccess const& access, std::optional<Index> phase);

} // namespace tessera::gui
