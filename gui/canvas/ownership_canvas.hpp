// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows who owns what: zoom from the whole array to single elements.
#pragma once

#include "gui/canvas/ownership_grips.hpp"
#include "gui/canvas/ownership_painter.hpp"
#include "gui/canvas/zoom_history.hpp"

#include <QStringList>
#include <QWidget>
#include <optional>

namespace tessera::gui {

/// Wheel: zoom around the pointer (Shift: columns only, Ctrl: rows only). Drag: pan. F, 0: all of it. + -: zoom. Arrows: pan.
/// Shift+arrows: to the next element. Alt+Up, Alt+Down, and the mouse's buttons for it: back to what was looked at, and forward.
/// Boundaries between owners and the numbers of processors can be dragged; the owner of the canvas says what that changes.
/// A frame costs the cells that have room on the screen, however large the array is.
class OwnershipCanvas final : public QWidget {
    Q_OBJECT
  public:
    explicit OwnershipCanvas(QWidget* parent = nullptr);

    /// A mapping of other extents is fitted anew; one of the same keeps the part that is looked at.
    void setMapping(Mapping mapping, std::optional<Mapping> companion, QString heading);
    void clear();
    /// Which dimensions are drawn, and where the others stand.
    void setAxes(std::optional<int> rowDim, int columnDim, Extents fixed);
    void setHighlights(std::vector<Highlight> highlights, std::optional<Extents> element);
    /// The mapping before the last edit, or nothing. Kept only where it is another one of the same array.
    void setGhost(std::optional<Mapping> ghost);
    /// Looks at the same part as another canvas whose array has the same extents.
    void follow(AxisWindow const& rows, AxisWindow const& columns);

    /// Allows dragging of boundaries and numbers; otherwise only the picture itself can be dragged.
    void setEditable(bool editable) { editable_ = editable; }
    /// The words beside the pointer while something is dragged: what the directive becomes. Gone when the drag ends.
    void setReadout(QString text);

    [[nodiscard]] std::optional<OwnershipSight> const& sight() const { return sight_; }
    /// The element under a pixel; nothing beside the array.
    [[nodiscard]] std::optional<Extents> elementAt(QPointF point) const;
    /// The pixel in the middle of an element.
    [[nodiscard]] QPointF pointOf(Extents const& element) const;
    /// The pixel on a boundary, in the middle of what is seen of it.
    [[nodiscard]] QPointF pointOn(Boundary const& boundary) const;
    [[nodiscard]] std::vector<GridChip> chips() const;
    [[nodiscard]] bool isDragging() const { return held_.has_value(); }
    [[nodiscard]] QString const& readout() const { return readout_; }
    [[nodiscard]] QRectF const& plot() const { return plot_; }
    /// What the rulers say of the element under the pointer, in the array's bounds: its index along the rows, where there are any,
    /// and along the columns. Empty: the pointer is elsewhere.
    [[nodiscard]] QStringList pointedAt() const;

  public slots:
    void fit();
    void zoom(double factor, QPointF around, Qt::KeyboardModifiers keys = Qt::NoModifier);
    void zoomBack();
    void zoomForward();

  signals:
    void hovered(tessera::Extents const& element);
    void clicked(tessera::Extents const& element);
    void steppedTo(tessera::Extents const& element); ///< by keys; one that is selected already is never stepped to
    void windowChanged(tessera::gui::AxisWindow const& rows, tessera::gui::AxisWindow const& columns);
    /// A boundary as it was when the drag began, and where it would be dropped now.
    void boundaryDragged(tessera::Boundary const& boundary, tessera::Index to, bool equalBlocks);
    void processorsDragged(int arrangementDim, tessera::Index count);
    void dragEnded(bool keep);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

  private:
    /// What the mouse has taken hold of, and how it was then.
    struct Held {
        std::optional<Boundary> boundary; // else a chip
        std::optional<Boundary> crossing; // the other one there; the first movement says which is meant
        GridChip chip;
        OwnershipSight sight;
        QPointF from;
        bool moved = false;
    };

    static constexpr double rulerHeight = 18; // pixels of the indices above the plot

    [[nodiscard]] std::optional<Held> gripAt(QPointF point) const;
    [[nodiscard]] QString gripText(Held const& grip) const;
    void hover(QPointF point);
    void drag(QPointF point, Qt::KeyboardModifiers keys);
    void endDrag(bool keep);
    void paintChips(QPainter& painter) const;
    void paintGrip(QPainter& painter) const;
    void layOut(); // the plot's place and the windows' sizes
    void pan(QPointF by);
    void fitAll();
    /// The part that is looked at.
    struct Place {
        AxisWindow rows;
        AxisWindow columns;
        bool fitted = true;
    };
    [[nodiscard]] Place place() const { return {sight_->rows, sight_->columns, fitted_}; }
    void goTo(std::optional<Place> const& place);
    void leavePlace(); ///< before it is another one, so that one can go back
    bool step(int key);
    void changed();
    void paintHeading(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    void paintPointed(QPainter& painter) const;
    void point(std::optional<Extents> element);
    [[nodiscard]] double rulerPlace(AxisWindow const& window, Index index) const; // of an element's tick, from the plot's edge
    [[nodiscard]] Index lower(int dim) const;

    std::optional<OwnershipSight> sight_;
    QString heading_;
    QRectF plot_;
    bool fitted_ = true;
    ZoomHistory<Place> history_;
    std::optional<QPointF> pressed_;
    bool dragged_ = false;
    bool editable_ = false;
    std::optional<Held> held_;
    std::optional<Held> hovered_;
    std::optional<Index> dropAt_;
    std::optional<Extents> pointed_; // the element under the pointer
    QPointF pointer_;
    QString readout_;
};

} // namespace tessera::gui
