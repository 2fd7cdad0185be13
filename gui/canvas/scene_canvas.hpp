// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows a scene, with zoom, pan, fit and hit tests.
#pragma once

#include "gui/canvas/scene_stops.hpp"
#include "gui/canvas/zoom_history.hpp"
#include "libcore/scene/scene.hpp"

#include <QWidget>
#include <functional>
#include <optional>

namespace tessera::gui {

/// Wheel: zoom around the pointer. Drag: pan. F, 0: show all. + -: zoom. Arrows: pan. Alt+Up, Alt+Down, and the mouse's back and
/// forward buttons: previous and next view. Shift+arrows: move between clickable parts; Return: click. A scene of another size
/// resets the view; one of the same size keeps it.
class SceneCanvas : public QWidget {
    Q_OBJECT
  public:
    explicit SceneCanvas(QWidget* parent = nullptr);

    void setScene(Scene scene);
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
    void setCrossing(SceneTag::Kind kind) { crossing_ = kind; }
    /// Rectangles whose tags satisfy `grips` can be dragged; elsewhere dragging pans. Null: no such rectangles.
    void setGrips(std::function<bool(SceneTag const&)> grips) { grips_ = std::move(grips); }
    /// Returns the rectangle at the keyboard cursor, else the one under the pointer, in the scene's units.
    [[nodiscard]] std::optional<QRectF> pointedAt() const;
    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] QPointF toScene(QPointF point) const;
    [[nodiscard]] QPointF toWidget(QPointF point) const;
    /// Returns the tag that a click at a point of the widget selects.
    [[nodiscard]] SceneTag tagAt(QPointF point) const;

  public slots:
    void fit();
    void zoom(double factor, QPointF around);
    void zoomBack();
    void zoomForward();

  signals:
    void clicked(tessera::SceneTag const& tag);
    void dragged(tessera::SceneTag const& from, tessera::SceneTag const& to); ///< the pointer is over another rectangle with a tag
                                                                              ///< of the same kind
    void dragEnded(bool keep);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void paintNote(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    void paintCrossing(QPainter& painter) const;
    void paintCursor(QPainter& painter) const;
    void walk(QPointF direction);
    /// The visible part.
    struct Place {
        double scale = 1;
        QPointF offset;
        bool fitted = true;
    };
    [[nodiscard]] Place place() const { return {scale_, offset_, fitted_}; }
    void goTo(std::optional<Place> const& place);
    void fitAll();
    void leavePlace(); ///< records the current view for going back; call it before the view changes
    /// Returns the cell of a matrix at a point of the scene. Neighbours that look alike may share a rectangle.
    [[nodiscard]] std::optional<QRectF> cellAt(QPointF at) const;
    void dragTo(QPointF point);
    void endDrag(bool keep);
    bool clickAtCursor();
    [[nodiscard]] bool keepsScale(Scene const& next) const;
    void reveal(QRectF const& area);

    Scene scene_;
    QString emptyText_;
    QString note_;
    std::function<bool(SceneTag const&)> marks_;
    double scale_ = 1;
    QPointF offset_; // offset of the scene's origin, in pixels
    ZoomHistory<Place> history_;
    bool fitted_ = true;
    std::optional<double> spare_; // nothing: each scene is fitted separately
    QSizeF frame_;                // size of the last fitted scene, including its spare height
    std::optional<QPointF> pressed_;
    bool dragged_ = false;
    std::function<bool(SceneTag const&)> grips_;
    std::optional<SceneTag> held_; // tag where the drag began
    SceneTag over_;                // tag under the pointer now
    SceneTag::Kind crossing_ = SceneTag::Kind::None;
    std::optional<QRectF> hovered_;   // rectangle of a matrix under the pointer
    std::optional<SceneStop> cursor_; // position of the keyboard cursor
};

} // namespace tessera::gui
