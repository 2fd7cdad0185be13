// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scenes painted by Qt.
#include "gui/canvas/scene_painter.hpp"

#include <QFontMetricsF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace tessera::gui {
namespace {

void paintText(QPainter& painter, SceneText const& text, Theme theme) {
    QString const words = QString::fromStdString(text.text);
    painter.setFont(pictureFont(text.size, text.bold));
    // On a rank's colour the ink was chosen for that colour and must not change places with the paper.
    bool const onColor = text.color == black || text.color == white;
    painter.setPen(onColor ? QColor(text.color.red, text.color.green, text.color.blue) : theme.color(text.color));
    double const width = QFontMetricsF(painter.font()).horizontalAdvance(words);
    double x = text.x;
    if (text.anchor == SceneText::Anchor::Middle) x -= width / 2;
    if (text.anchor == SceneText::Anchor::End) x -= width;
    painter.drawText(QPointF(x, text.y + 0.35 * text.size), words);
}

} // namespace

void paintScene(QPainter& painter, Scene const& scene, Theme theme, QRectF const& visible) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (SceneRect const& rect : scene.rects) {
        QRectF const area(rect.x, rect.y, rect.width, rect.height);
        if (area.intersects(visible)) painter.fillRect(area, theme.color(rect.fill));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (SceneLine const& line : scene.lines) {
        QColor color = theme.color(line.color);
        color.setAlphaF(static_cast<float>(line.opacity));
        painter.setPen(QPen(color, line.width, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(line.x1, line.y1), QPointF(line.x2, line.y2));
    }
    painter.setPen(Qt::NoPen);
    for (ScenePolygon const& polygon : scene.polygons) {
        QPolygonF shape;
        for (auto const& [x, y] : polygon.points) shape.append(QPointF(x, y));
        painter.setBrush(theme.color(polygon.fill));
        painter.drawPolygon(shape);
    }
    for (SceneText const& text : scene.texts)
        if (text.y + text.size >= visible.top() && text.y - text.size <= visible.bottom()) paintText(painter, text, theme);
}

QImage sceneImage(Scene const& scene, QSize size) {
    if (size.isEmpty()) size = QSizeF(scene.width, scene.height).toSize().expandedTo({1, 1});
    double const scale = std::min(size.width() / std::max(scene.width, 1.0), size.height() / std::max(scene.height, 1.0));
    QImage image(size, QImage::Format_RGB32);
    image.fill(Theme::light().color(scene.background));
    QPainter painter(&image);
    painter.translate((size.width() - scene.width * scale) / 2, (size.height() - scene.height * scale) / 2);
    painter.scale(scale, scale);
    paintScene(painter, scene, Theme::light(), QRectF(0, 0, scene.width, scene.height));
    return image;
}

} // namespace tessera::gui
