// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows a scene: zoom, pan, fit, hits.
#pragma once

#include "gui/canvas/scene_stops.hpp"
#include "gui/canvas/zoom_history.hpp"
#include "libcore/scene/scene.hpp"

#include <QWidget>
#include <functional>
#include <optional>

namespace tessera::gui {

/// Wheel: zoom around the pointer. Drag: pan. F, 0: all of it. + -: zoom. Arrows: pan. Alt+Up, Alt+Down, and the
/// mouse's buttons for it: back to what was looked at before, and forward. Shift+arrows walk over what can be clicked,
/// Return clicks it. A scene of another size is fitted anew; one of the same size keeps the part that is looked at.
class SceneCanvas : public QWidget {
    Q_OBJECT
  public:
    explicit SceneCanvas(QWidget* parent = nullptr);

    void setScene(Scene scene);
    [[nodiscard]] Scene const& scene() const { return scene_; }
    /// Scenes follow one another as frames of one picture: they keep their scale while they have room where the first was fitted.
    /// `spare`: how much taller the next ones may be, in the scene's units. For the scenes that are set from now on.
    void setSteady(double spare) { spare_ = spare; }
    /// Shown instead of a scene without anything in it.
    void setEmptyText(QString text);
    [[nodiscard]] QString const& emptyText() const { return emptyText_; }
    /// Written over the lower edge of the scene: what it lacks, and why. Empty: nothing is.
    void setNote(QString note);
    [[nodiscard]] QString const& note() const { return note_; }
    /// What is selected: rectangles whose tags `marks` says yes to are framed. Null: none are.
    void setMarked(std::function<bool(SceneTag const&)> marks);
    [[nodiscard]] bool isMarked(SceneTag const& tag) const { return marks_ && marks_(tag); }
    /// Rectangles with tags of this kind are a matrix: the row and the column of the one under the pointer are lit.
    void setCrossing(SceneTag::Kind kind) { crossing_ = kind; }
    /// Rectangles with tags that `grips` says yes to are dragged, not the picture. Null: none are.
    void setGrips(std::function<bool(SceneTag const&)> grips) { grips_ = std::move(grips); }
    /// Where the keys stand, or else the pointer, in the scene's units.
    [[nodiscard]] std::optional<QRectF> pointedAt() const;
    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] QPointF toScene(QPointF point) const;
    [[nodiscard]] QPointF toWidget(QPointF point) const;
    /// What a click at a point of the widget means.
    [[nodiscard]] SceneTag tagAt(QPointF point) const;

  public slots:
    void fit();
    void zoom(double factor, QPointF around);
    void zoomBack();
    void zoomForward();

  signals:
    void clicked(tessera::SceneTag const& tag);
    void dragged(tessera::SceneTag const& from, tessera::SceneTag const& to); ///< over something else with a tag of its kind
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
    /// The part that is looked at.
    struct Place {
        double scale = 1;
        QPointF offset;
        bool fitted = true;
    };
    [[nodiscard]] Place place() const { return {scale_, offset_, fitted_}; }
    void goTo(std::optional<Place> const& place);
    void fitAll();
    void leavePlace(); ///< before it is another one, so that one can go back
    /// The cell of a matrix at a point of the scene: neighbours that look alike may be one rectangle.
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
    QPointF offset_; // of the scene's origin, in pixels
    ZoomHistory<Place> history_;
    bool fitted_ = true;
    std::optional<double> spare_; // nothing: each scene is fitted for itself
    QSizeF frame_;                // of the scene that was fitted last, with what it had to spare
    std::optional<QPointF> pressed_;
    bool dragged_ = false;
    std::function<bool(SceneTag const&)> grips_;
    std::optional<SceneTag> held_; // what is being dragged, as it was
    SceneTag over_;                // where it is by now
    SceneTag::Kind crossing_ = SceneTag::Kind::None;
    std::optional<QRectF> hovered_;   // the rectangle of a matrix under the pointer
    std::optional<SceneStop> cursor_; // where the keys stand
};

} // namespace tessera::gui
