// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a job's ranks get at a file.
#include "gui/session/file_access.hpp"

#include "libcore/scene/pictures.hpp"

namespace tessera::gui {

Result<FileAccessPointer> makeFileAccess(Job const& job, FileChoice const& choice, Machine const* machine, Watch const& watch,
                                         FileRoom room) {
    auto statement = default_io_statement(job);
    if (!statement) return forward_error(statement);
    auto const line = as_size(choice.line);
    if (line < job.io_statements.size()) statement = job.io_statements[line];
    if (choice.access) statement->access = choice.access;
    if (choice.domains) statement->domains = choice.domains;
    auto task = io_task(job, *statement);
    if (!task) return forward_error(task);
    auto compared = compare_access(*task, machine, watch);
    if (!compared) return forward_error(compared);
    return std::make_shared<FileAccess const>(*std::move(task), *std::move(compared), room);
}

Result<Scene> fileScene(FileAccess const& access, std::optional<Index> phase) {
    FileView view;
    view.phase = phase;
    view.width = access.room.width;
    return file_picture(access.task, access.method(), access.map, view);
}

} // namespace tessera::gui
