// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the schedule as a file for trace viewers.
#include "gui/session/trace_export.hpp"

#include "gui/session/job_file.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/messages/schedule_report.hpp"

#include <fmt/format.h>

namespace tessera::gui {
namespace {

constexpr Index mostTraced = Index{1} << 24; // in messages: the file has some hundred MiB

} // namespace

Result<void> exportTrace(Session const& session, QString const& path) {
    bool const chrome = path.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive);
    bool const paje =
        path.endsWith(QStringLiteral(".paje"), Qt::CaseInsensitive) || path.endsWith(QStringLiteral(".trace"), Qt::CaseInsensitive);
    if (!chrome && !paje) return fail(fmt::format("'{}': traces end in .json, .paje or .trace", path.toStdString()));
    if (auto const& error = session.scheduleError()) return tl::unexpected(*error);
    SchedulePointer const sited = session.schedule();
    if (!sited || sited->schedule->messages().messages() == 0)
        return fail("there is no schedule to write: no message has to be sent");
    auto const rated = TRY(rate(*sited));
    if (messages_named(rated) > mostTraced)
        return fail(fmt::format("a trace would contain {} messages, too many for a viewer", messages_named(rated)));
    auto const write = chrome ? schedule_chrome_trace : schedule_paje_trace;
    return writeFile(path, QByteArray::fromStdString(written_text([&](Sink const& sink) { write(rated, sink); })));
}

} // namespace tessera::gui
