// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the pictures of a session, equal to those of distplan draw.
#include "gui/panels/view_scene.hpp"

#include "gui/canvas/scene_painter.hpp"
#include "gui/panels/insight_panel.hpp"
#include "gui/session/comm_work.hpp"
#include "gui/session/file_access.hpp"
#include "gui/session/job_file.hpp"
#include "gui/session/program_work.hpp"
#include "gui/session/region_work.hpp"
#include "libcore/network/cost.hpp"
#include "libcore/scene/network/network_moment.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"

#include <QBuffer>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <fmt/format.h>

namespace tessera::gui {
namespace {

Result<Scene> scheduleScene(SitedSchedule const& sited, int step) {
    auto const cost = cost_of(*sited.schedule, sited.site);
    if (!cost) return forward_error(cost);
    return schedule_picture(*sited.schedule, *cost, sited.site, step);
}

/// Returns the link loads, or the messages in motion.
Result<Scene> sceneOfLinks(SitedSchedule const& sited, Session const& session) {
    Selection const& selection = session.selection();
    if (selection.network.allSteps) return network_picture(sited, std::nullopt, markedLinks(session));
    if (selection.network.percent == 0) return network_picture(sited, selection.step, markedLinks(session));
    return network_picture_at(*sited.schedule, sited.site, {selection.step, selection.network.percent / 100.0},
                              markedLinks(session));
}

/// Returns the network, with the second algorithm beside it if one is chosen.
Result<Scene> networkScene(Session const& session) {
    SitedSchedule const& sited = *session.schedule();
    std::string const& besideName = session.selection().network.beside;
    auto scene = sceneOfLinks(sited, session);
    if (!scene || besideName.empty()) return scene;
    auto const second = schedule_on(sited.site, sited.schedule->messages(), besideName);
    if (!second) return forward_error(second);
    auto const other = sceneOfLinks(*second, session);
    if (!other) return forward_error(other);
    return beside(*std::move(scene), *other);
}

/// Returns the scene of a view that needs a schedule.
Result<Scene> sceneOnNetwork(View view, Session const& session) {
    if (session.scheduleError()) return tl::unexpected(*session.scheduleError());
    SchedulePointer const sited = session.schedule();
    if (!sited || sited->schedule->steps() == 0) return fail("there is nothing to draw: no message has to be sent");
    Selection const& selection = session.selection();
    if (view == View::Schedule) return scheduleScene(*sited, selection.step);
    MessageSet const& messages = sited->schedule->messages();
    if (view == View::Cost)
        return selection.overRanks ? cost_over_ranks_picture(messages, sited->site) : cost_picture(messages, sited->site);
    return networkScene(session);
}

Result<Scene> sceneOfFile(Derived const& derived, Session const& session) {
    FileChoice const& choice = session.selection().file;
    auto const machine = chosenMachine(session.choice());
    if (!machine) return forward_error(machine);
    auto const access = makeFileAccess(derived.job, choice, machine->get());
    if (!access) return forward_error(access);
    return fileScene(**access, choice.phase);
}

Result<Scene> sceneOfComm(Derived const& derived, Session const& session) {
    Selection const& selection = session.selection();
    CommChoice const choice = completed(selection.comm, derived.job);
    auto const work = makeCommWork(derived.job, choice, session.choice(), selection.rank);
    if (!work) return forward_error(work);
    return commScene(**work, choice, selection.rank);
}

Result<Scene> sceneOfRegion(Derived const& derived, RegionChoice const& choice) {
    auto const work = makeRegionWork(derived.job, choice);
    if (!work) return forward_error(work);
    auto picture = regionPicture(**work, choice);
    if (!picture) return forward_error(picture);
    return std::move(picture->scene);
}

Result<Scene> sceneOfProgram(Derived const& derived, Session const& session) {
    auto picture = programPicture(derived.job, session.selection().program, session.choice());
    if (!picture) return forward_error(picture);
    return std::move(picture->scene);
}

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

Scene messagesScene(Derived const& derived, std::optional<Selection::Part> const& part) {
    if (!part) return messages_picture(*derived.plan);
    return messages_picture(*derived.plan, {.senders = part->senders, .receivers = part->receivers, .scale = {}});
}

std::vector<int> markedLinks(Session const& session) {
    Selection const& selection = session.selection();
    std::vector<int> links;
    if (selection.message && session.schedule())
        links = route_between(*session.schedule(), selection.message->from, selection.message->to);
    if (selection.link) links.push_back(*selection.link);
    return links;
}

bool isPicture(QString const& path) {
    auto const ends = [&path](char const* with) { return path.endsWith(QLatin1String(with), Qt::CaseInsensitive); };
    return ends(".png") || ends(".svg") || ends(".pdf");
}

Result<Scene> viewScene(View view, Session const& session) {
    if (session.error()) return tl::unexpected(*session.error());
    DerivedPointer const derived = session.derived();
    if (!derived) return fail("there is no job to draw");
    if (view == View::Messages) return messagesScene(*derived, session.selection().part);
    if (view == View::Comm) return sceneOfComm(*derived, session);
    if (view == View::Insight) return insightScene(*derived, session.selection(), session.choice());
    if (view == View::Region) return sceneOfRegion(*derived, session.selection().region);
    if (view == View::Program) return sceneOfProgram(*derived, session);
    if (view == View::File) return sceneOfFile(*derived, session);
    if (view != View::Ownership) return sceneOnNetwork(view, session);
    return ownership_picture(derived->plan->plans()[as_size(session.selection().plan)], session.selection().rank);
}

Result<void> exportView(View view, Session const& session, QString const& path, QSize size) {
    auto const scene = viewScene(view, session);
    if (!scene) return forward_error(scene);
    auto const bytes = encoded(*scene, path, size);
    if (!bytes) return forward_error(bytes);
    return writeFile(path, *bytes);
}

} // namespace tessera::gui
