// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows a scene, with zoom, pan, fit and hit tests.
#pragma once

#include "gui/canvas/scene_stops.hpp"
#include "gui/canvas/zoom_canvas.hpp"
#include "libcore/scene/scene.hpp"

#include <functional>
#include <optional>

namespace tessera::gui {

/// Shift+arrows: move between clickable parts; Return: click. A scene of another size resets the view; one of the same size keeps
/// it.
class SceneCanvas : public ZoomCanvas {
    Q_OBJECT
  public:
    explicit SceneCanvas(QWidget* parent = nullptr);

    void setScene(Scene scene);
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] Scene const& scene() const { return scene_; }
    /// Treats the following scenes as frames of one picture: they keep the scale while they fit into the frame of the first.
    /// `spare`: possible additional height of later scenes, in the scene's units.
    void setSteady(double spare) { spare_ = spare; }
    /// Text for an empty scene.
    void setEmptyText(QString text);
    [[nodiscard]] QString const& emptyText() const { return emptyText_; }
    /// Text over the lower edge of the scene: what is missing, and why. Empty: no note.
    void setNote(QString note);
    [[nodiscard]] QString const& note() const { return note_; }
    /// Sets the selection: rectangles whose tags satisfy `marks` get a frame. Null: no selection.
    void setMarked(std::function<bool(SceneTag const&)> marks);
    [[nodiscard]] bool isMarked(SceneTag const& tag) const { return marks_ && marks_(tag); }
    /// Treats rectangles with tags of this kind as a matrix: the row and column under the pointer are highlighted.
    template <class Tag>
    void setCrossing() {
        crossing_ = SceneTag(Tag()).index();
    }
    /// Rectangles whose tags satisfy `grips` can be dragged; elsewhere dragging pans. Null: no such rectangles.
    void setGrips(std::function<bool(SceneTag const&)> grips) { grips_ = std::move(grips); }
    /// Returns the rectangle at the keyboard cursor, else the one under the pointer, in the scene's units.
    [[nodiscard]] std::optional<QRectF> pointedAt() const;
    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] QPointF toScene(QPointF point) const;
    [[nodiscard]] QPointF toWidget(QPointF point) const;
    /// Returns the tag that a click at a point of the widget selects.
    [[nodiscard]] SceneTag tagAt(QPointF point) const;

  signals:
    void clicked(tessera::SceneTag const& tag);
    void dragged(tessera::SceneTag const& from, tessera::SceneTag const& to); ///< the pointer is over another rectangle with a tag
                                                                              ///< of the same kind
    void dragEnded(bool keep);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void leaveEvent(QEvent* event) override;

  private:
    void paintNote(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintCrossing(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;
    [[nodiscard]] Place place() const override { return {offset_, {scale_, scale_}}; }
    void showPlace(Place const& place) override;
    void showAll() override;
    void zoomBy(double factor, QPointF around, Qt::KeyboardModifiers keys) override;
    void panBy(QPointF way) override;
    [[nodiscard]] bool hold(QPointF point) override;
    [[nodiscard]] bool isHolding() const override { return held_.has_value(); }
    [[nodiscard]] bool hasMoved() const override { return moved_; }
    void dragTo(QPointF point, Qt::KeyboardModifiers keys) override;
    void drop(bool keep) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::MouseButton button) override;
    bool walk(QPointF direction) override;
    bool clickAtCursor() override;
    void showTip(QHelpEvent const& help) override;
    [[nodiscard]] bool isCrossed(SceneTag const& tag) const { return crossing_ && tag.index() == *crossing_; }
    /// Returns the cell of a matrix at a point of the scene. Neighbours that look alike may share a rectangle.
    [[nodiscard]] std::optional<QRectF> cellAt(QPointF at) const;
    [[nodiscard]] bool keepsScale(Scene const& next) const;
    void reveal(QRectF const& area);

    Scene scene_;
    QString emptyText_;
    QString note_;
    std::function<bool(SceneTag const&)> marks_;
    double scale_ = 1;
    QPointF offset_;              // offset of the scene's origin, in pixels
    std::optional<double> spare_; // nothing: each scene is fitted separately
    QSizeF frame_;                // size of the last fitted scene, including its spare height
    std::function<bool(SceneTag const&)> grips_;
    std::optional<SceneTag> held_;        // tag where the drag began
    SceneTag over_;                       // tag under the pointer now
    bool moved_ = false;                  // the pointer has been over another tag since
    std::optional<std::size_t> crossing_; // alternative of SceneTag that is a cell of a matrix
    std::optional<QRectF> hovered_;       // rectangle of a matrix under the pointer
    std::optional<SceneStop> cursor_;     // position of the keyboard cursor
};

} // namespace tessera::gui
