// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the file access of a job's ranks.
#include "gui/session/file_access.hpp"

#include "libcore/base/try.hpp"
#include "libcore/scene/pictures.hpp"

namespace tessera::gui {

Result<IoStatement> fileLine(Job const& job, FileChoice const& choice) {
    auto const line = as_size(choice.line);
    return line < job.io_statements.size() ? job.io_statements[line] : default_io_statement(job);
}

Result<FileAccessPointer> makeFileAccess(Job const& job, FileChoice const& choice, Machine const* machine, Watch const& watch,
                                         FilePictureSize room) {
    auto statement = TRY(fileLine(job, choice));
    if (choice.access) statement.access = choice.access;
    if (choice.domains) statement.domains = choice.domains;
    auto task = TRY(io_task(job, statement));
    auto compared = TRY(compare_access(task, machine, watch));
    return std::make_shared<FileAccess const>(std::move(task), std::move(compared), room);
}

Result<Scene> fileScene(FileAccess const& access, std::optional<Index> phase, std::optional<Index> marked) {
    FileView view;
    view.phase = phase;
    view.marked = marked;
    view.width = access.room.width;
    return file_picture(access.task, access.method(), access.map, view);
}

} // namespace tessera::gui
