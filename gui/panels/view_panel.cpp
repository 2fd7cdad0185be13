// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common base of all views of a session.
#include "gui/panels/view_panel.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <utility>

namespace tessera::gui {

ViewPanel::ViewPanel(Session& session, QWidget* parent) : DockPanel(parent), session_(session) {}

void ViewPanel::listen() {
    connect(&session_, &Session::derivedChanged, this, [this] {
        showJob();
        if (!session_.derived()) showNoJob();
    });
    connect(&session_, &Session::scheduleChanged, this, [this] { showSchedule(); });
    connect(&session_, &Session::selectionChanged, this, [this] { showSelection(); });
    showJob();
    showSchedule();
    showSelection();
}

void ViewPanel::toggleRank(Rank rank) {
    session_.change([rank](Selection& selection) { selection.rank = selection.rank == rank ? std::nullopt : std::optional(rank); });
}

void ViewPanel::toggleRankOfPlan(Index rank) {
    DerivedPointer const derived = session_.derived();
    if (rank >= 0 && derived && rank < derived->plan->ranks()) toggleRank(static_cast<Rank>(rank));
}

void ViewPanel::setTabOrderOf(QList<QWidget*> const& controls) {
    for (qsizetype i = 1; i < controls.size(); ++i) setTabOrder(controls[i - 1], controls[i]);
}

QWidget* ViewPanel::rowOf(QList<QWidget*> const& controls, QWidget* wide) {
    auto* const row = new QWidget;
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    for (QWidget* const control : controls) layout->addWidget(control, control == wide ? 1 : 0);
    if (!wide) layout->addStretch();
    return row;
}

void ViewPanel::stack(QList<QWidget*> const& parts, QWidget* tall) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    for (QWidget* const part : parts) layout->addWidget(part, part == tall ? 1 : 0);
}

void ViewPanel::keyPressEvent(QKeyEvent* event) {
    if (!player_ || !player_->takesKey(event->key())) QWidget::keyPressEvent(event);
}

ScenePanel::ScenePanel(Session& session, QWidget* parent)
    : ViewPanel(session, parent), canvas_(new SceneCanvas), seen_(new Drawing(canvas_, [this] { drawOrExplain(); })) {
    canvas_->setEmptyText(tr("Planning..."));
}

void ScenePanel::drawOrExplain() {
    draw();
    if (!session().derived()) showNothing(session().whyEmpty());
}

bool ScenePanel::eventFilter(QObject* watched, QEvent* event) {
    if (watched == canvas_ && event->type() == QEvent::Resize && !std::exchange(roomChanges_, true)) {
        auto const tell = [this] {
            roomChanges_ = false;
            roomChanged();
        };
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    }
    return ViewPanel::eventFilter(watched, event);
}

/// A hidden canvas, too, forgets the picture, so that none of the last job flashes up later.
void ScenePanel::showNoJob() {
    redraw();
    showNothing(session().whyEmpty());
}

QString ScenePanel::whyNoSchedule() const {
    auto const& error = session().scheduleError();
    return error ? QString::fromStdString(error->message) : tr("The schedule is being computed.");
}

void ScenePanel::show(Result<Scene> const& scene) {
    if (!scene) return showNothing(QString::fromStdString(scene.error().message));
    canvas_->setEmptyText({});
    canvas_->setScene(*scene);
}

void ScenePanel::showNothing(QString const& why) {
    drawing_.cancel();
    canvas_->setNote({});
    canvas_->setEmptyText(why);
    canvas_->setScene({});
}

} // namespace tessera::gui
