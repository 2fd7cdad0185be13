// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common base of the pictures that can be zoomed and moved.
#pragma once

#include "gui/canvas/zoom_history.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QWidget>
#include <optional>

namespace tessera::gui {

/// Wheel: zoom around the pointer. Drag: pan. F, 0: show all. + -: zoom. Arrows: pan. Alt+Up, Alt+Down, and the mouse's back and
/// forward buttons: previous and next view. Shift+arrows: see walk(). A picture is fitted until the user zooms or pans.
class ZoomCanvas : public QWidget {
    Q_OBJECT
  public:
    /// Returns what the picture shows, for screen readers.
    [[nodiscard]] virtual QString sentence() const = 0;

  public slots:
    void fit();
    void zoom(double factor, QPointF around, Qt::KeyboardModifiers keys = Qt::NoModifier);
    void zoomBack();
    void zoomForward();

  protected:
    ZoomCanvas(QSize least, QWidget* parent);

    /// The visible part, in coordinates that the picture chooses.
    struct Place {
        QPointF at;
        QSizeF scale;
        bool fitted = true;
    };
    [[nodiscard]] virtual bool isEmpty() const { return false; }
    /// Returns the place where the keys zoom.
    [[nodiscard]] virtual QPointF middle() const { return {width() / 2.0, height() / 2.0}; }
    [[nodiscard]] virtual Place place() const = 0; ///< `fitted` is ignored
    virtual void showPlace(Place const& place) = 0;
    virtual void showAll() = 0;
    virtual void zoomBy(double factor, QPointF around, Qt::KeyboardModifiers keys) = 0;
    virtual void panBy(QPointF way) = 0;
    virtual void layOut() {} ///< called when the size of a picture that is not fitted has changed

    /// Takes what is under the pointer for dragging. Returns false if there is nothing; then the drag pans.
    [[nodiscard]] virtual bool hold(QPointF point) = 0;
    [[nodiscard]] virtual bool isHolding() const = 0;
    /// Returns whether the drag has had an effect. Otherwise its end is a click.
    [[nodiscard]] virtual bool hasMoved() const = 0;
    virtual void dragTo(QPointF point, Qt::KeyboardModifiers keys) = 0;
    virtual void drop(bool keep) = 0;          ///< ends the drag
    virtual void pointAt(QPointF /*point*/) {} ///< called for every move of the pointer
    virtual void hover(QPointF /*point*/) {}   ///< called for moves while nothing is dragged
    virtual void click(QPointF point, Qt::MouseButton button) = 0;
    /// Moves the keyboard cursor, or the selection. Returns false if there is nothing to move.
    virtual bool walk(QPointF direction) = 0;
    virtual bool clickAtCursor() { return false; } ///< returns whether there was something to click
    virtual void showTip(QHelpEvent const& help) = 0;

    [[nodiscard]] bool isFitted() const { return fitted_; }
    void fitAll();
    void pan(QPointF way);
    void leaveFit() { fitted_ = false; }      ///< call it after the visible part was changed from outside
    void forgetPlaces() { history_.clear(); } ///< call it for another picture
    void paintFocus(QPainter& painter) const;

    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void leavePlace(); ///< records the current view for going back; call it before the view changes
    void goTo(std::optional<Place> const& place);
    [[nodiscard]] Place placeNow() const;

    ZoomHistory<Place> history_;
    bool fitted_ = true;
    std::optional<QPointF> pressed_;
    bool panned_ = false;
};

} // namespace tessera::gui
