// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the painter of scenes with Qt.
#include "gui/canvas/scene_painter.hpp"

#include <QFontMetricsF>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr double longestSide = 4096; // pixels of a picture whose size was not chosen

/// Returns the size of a scene in its own units, or smaller, so that a picture of a large network fits a page and the memory.
QSize pageSize(Scene const& scene) {
    QSizeF size(scene.width, scene.height);
    double const longest = std::max(size.width(), size.height());
    if (longest > longestSide) size *= longestSide / longest;
    return size.toSize().expandedTo({1, 1});
}

void paintText(QPainter& painter, Scene const& scene, SceneText const& text, Theme theme) {
    QString const words = QString::fromStdString(text.text);
    painter.setFont(pictureFont(text.size, text.bold));
    painter.setPen(textColors(scene, text, theme).ink);
    double const width = QFontMetricsF(painter.font()).horizontalAdvance(words);
    double x = text.x;
    if (text.anchor == SceneText::Anchor::Middle) x -= width / 2;
    if (text.anchor == SceneText::Anchor::End) x -= width;
    painter.drawText(QPointF(x, text.y + 0.35 * text.size), words);
}

} // namespace

TextColors textColors(Scene const& scene, SceneText const& text, Theme theme) {
    auto const under = [&](SceneRect const& rect) {
        return rect.x <= text.x && text.x <= rect.x + rect.width && rect.y <= text.y && text.y <= rect.y + rect.height;
    };
    auto const top = std::find_if(scene.rects.rbegin(), scene.rects.rend(), under);
    QColor const ground = theme.color(top == scene.rects.rend() ? scene.background : top->fill);
    if (!theme.isDark()) return {theme.color(text.color), ground};
    // Black and white text was chosen for contrast with the colour below, so it is chosen again.
    if (text.color != black && text.color != white)
        return {theme.readable(text.color, plainColor(ground), Theme::readableContrast), ground};
    return {text_color_on(plainColor(ground)) == black ? Qt::black : Qt::white, ground};
}

void paintScene(QPainter& painter, Scene const& scene, Theme theme, QRectF const& visible) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    for (SceneRect const& rect : scene.rects) {
        QRectF const area(rect.x, rect.y, rect.width, rect.height);
        if (area.intersects(visible)) painter.fillRect(area, theme.color(rect.fill));
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    for (SceneLine const& line : scene.lines) {
        QColor color = theme.lineColor(line.color);
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
        if (text.y + text.size >= visible.top() && text.y - text.size <= visible.bottom()) paintText(painter, scene, text, theme);
    painter.restore();
}

QImage sceneImage(Scene const& scene, QSize size) {
    if (size.isEmpty()) size = pageSize(scene);
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
