// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what redist --trace recorded (schema tessera.trace/1), as far as the window shows it.
#include "gui/session/trace_file.hpp"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

tl::unexpected<Error> broken(QString const& path, std::string const& what) {
    return fail(fmt::format("'{}' {}", path.toStdString(), what));
}

} // namespace

Result<RecordedRun> readTrace(QString const& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return broken(path, "cannot be read");
    QJsonDocument const document = QJsonDocument::fromJson(file.readAll());
    QJsonObject const trace = document.object();
    if (trace[QStringLiteral("schema")].toString() != QStringLiteral("tessera.trace/1"))
        return broken(path, "is no trace; redist --algorithm NAME --trace FILE writes one");
    QJsonValue const time = trace[QStringLiteral("time")];
    QJsonValue const transfers = trace[QStringLiteral("transfers")];
    if (!time.isDouble() || !transfers.isArray()) return broken(path, "is a trace without a time or without transfers");
    RecordedRun run;
    run.algorithm = trace[QStringLiteral("algorithm")].toString().toStdString();
    run.ranks = trace[QStringLiteral("ranks")].toInteger();
    run.seconds = time.toDouble();
    for (QJsonValue const each : transfers.toArray()) {
        Index const bytes = each[QStringLiteral("bytes")].toInteger();
        ++run.transfers;
        run.bytes += bytes;
        run.longest = std::max(run.longest, bytes);
    }
    if (run.transfers == 0 || run.seconds <= 0) return broken(path, "is a trace of a run in which nothing was sent");
    return run;
}

bool fits(RecordedRun const& run, MessageSet const& messages) {
    return messages.messages() > 0 && run.ranks >= messages.size() && run.bytes >= messages.total_bytes();
}

std::vector<ObservedTimes> observedTimes(std::vector<RecordedRun> const& runs) {
    std::vector<ObservedTimes> observed;
    for (RecordedRun const& run : runs) observed.push_back({run.algorithm, {{static_cast<double>(run.longest), run.seconds}}});
    return observed;
}

} // namespace tessera::gui
