// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a transparent widget over two ownership pictures that shows data moving from one to the other.
#include "gui/canvas/flow_overlay.hpp"

#include <QEvent>
#include <QPainter>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int veil = 215; // opacity (of 255) of the cover over the target that is not filled yet
// In pixels. Smaller pieces have no frame, because it would cover them.
constexpr double leastFramed = 5;
constexpr double leastWideFramed = 14;

} // namespace

FlowOverlay::FlowOverlay(QWidget* over, OwnershipCanvas const* source, OwnershipCanvas const* target)
    : QWidget(over), source_(source), target_(target) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    over->installEventFilter(this);
    hide();
}

void FlowOverlay::setFlow(DataFlow flow) {
    flow_ = std::move(flow);
    update();
}

void FlowOverlay::setTime(double time) {
    time_ = time;
    update();
}

FlowFrame FlowOverlay::frameOf(OwnershipCanvas const& canvas) const {
    MappingView const& mappingView = *canvas.mappingView();
    QPointF const corner = mapFromGlobal(canvas.mapToGlobal(QPointF(0, 0)));
    FlowFrame frame{mappingView.rows, mappingView.columns, canvas.plot().translated(corner)};
    if (!mappingView.rowDim) frame.rows = AxisWindow::whole(1, canvas.plot().height());
    return frame;
}

void FlowOverlay::paintEvent(QPaintEvent*) {
    if (!source_->mappingView() || !target_->mappingView()) return;
    FlowFrame const source = frameOf(*source_);
    FlowFrame const target = frameOf(*target_);
    Theme const theme = Theme::of(palette());
    QPainter painter(this);
    Color const paper = theme.paper();
    // A sample of the pieces never fills the target, so the cover fades instead.
    double const share = flow_.sampled ? 1 - time_ / flow_.length() : 1;
    painter.fillRect(target.plot, QColor(paper.red, paper.green, paper.blue, static_cast<int>(veil * share)));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(target.plot.adjusted(0, 0, -1, -1));
    QColor const outline(255, 255, 255, 220);
    for (FlowRect const& piece : flowScene(flow_, source, target, time_)) {
        painter.fillRect(piece.rect, theme.color(piece.color));
        double const side = std::min(piece.rect.width(), piece.rect.height());
        if (piece.arrived || side < leastFramed) continue;
        double const frame = side < leastWideFramed ? 1 : 3;
        painter.setPen(QPen(theme.color(piece.frame), frame));
        painter.drawRect(piece.rect.adjusted(frame / 2, frame / 2, -frame / 2, -frame / 2));
        painter.setPen(outline);
        painter.drawRect(piece.rect.adjusted(-0.5, -0.5, 0.5, 0.5));
    }
}

bool FlowOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize) setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

} // namespace tessera::gui
