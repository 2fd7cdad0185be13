// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pictures of a session, equal to those of distplan draw.
#include "gui/panels/view_scene.hpp"

#include "gui/canvas/scene_painter.hpp"
#include "gui/session/job_file.hpp"
#include "libcore/base/try.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

constexpr int pdfUnits = 72; // per inch, so that one unit of the scene is one point

/// Returns a PDF with one page, as large as the picture.
QByteArray pdfOf(Scene const& scene) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(pdfUnits);
    writer.setTitle(QString::fromStdString(scene.title));
    writer.setPageSize(QPageSize(QSizeF(scene.width, scene.height), QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins({});
    QPainter painter(&writer);
    paintScene(painter, scene, Theme::light(), QRectF(0, 0, scene.width, scene.height));
    painter.end();
    return bytes;
}

Result<QByteArray> encoded(Scene const& scene, QString const& path, QSize size) {
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive)) return QByteArray::fromStdString(to_svg(scene));
    if (path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)) return pdfOf(scene);
    if (!isPicture(path))
        return fail(fmt::format("'{}': the name of a picture must end in .png, .svg or .pdf", path.toStdString()));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!sceneImage(scene, size).save(&buffer, "PNG")) return fail("the picture is too large for a PNG file");
    return bytes;
}

} // namespace

Result<SchedulePointer> drawnSchedule(Session const& session) {
    if (session.scheduleError()) return tl::unexpected(*session.scheduleError());
    SchedulePointer const sited = session.schedule();
    if (!sited || sited->schedule->steps() == 0) return fail("there is nothing to draw: no message has to be sent");
    return sited;
}

Scene messagesScene(Derived const& derived, std::optional<Selection::Part> const& part) {
    if (!part) return messages_picture(*derived.plan);
    return messages_picture(*derived.plan, {.senders = part->senders, .receivers = part->receivers, .scale = {}});
}

NetworkHighlight highlightOf(Session const& session) {
    Selection const& selection = session.selection();
    NetworkHighlight highlight{.message = {}, .link = selection.link};
    if (selection.message) highlight.message = {selection.message->from, selection.message->to};
    return highlight;
}

bool isPicture(QString const& path) {
    auto const ends = [&path](char const* with) { return path.endsWith(QLatin1String(with), Qt::CaseInsensitive); };
    return ends(".png") || ends(".svg") || ends(".pdf");
}

Result<Scene> viewScene(View view, Session const& session) {
    if (session.error()) return tl::unexpected(*session.error());
    DerivedPointer const derived = session.derived();
    if (!derived) return fail("there is no job to draw");
    return view->scene(*derived, session);
}

Result<void> exportView(View view, Session const& session, QString const& path, QSize size) {
    auto const scene = TRY(viewScene(view, session));
    auto const bytes = TRY(encoded(scene, path, size));
    return writeFile(path, bytes);
}

} // namespace tessera::gui
