// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows the owners of an array, with zoom from the whole array to single elements.
#pragma once

#include "gui/canvas/ownership_grips.hpp"
#include "gui/canvas/ownership_painter.hpp"
#include "gui/canvas/zoom_history.hpp"

#include <QStringList>
#include <QWidget>
#include <optional>

namespace tessera::gui {

/// Wheel: zoom around the pointer (Shift: columns only, Ctrl: rows only). Drag: pan. F, 0: show all. + -: zoom. Arrows: pan.
/// Shift+arrows: go to the next element. Alt+Up, Alt+Down, and the mouse's back and forward buttons: previous and next view. The
/// user can drag boundaries between owners and the numbers of processors; the owner of the canvas turns drags into edits. The cost
/// of a frame depends on the visible cells, not on the array's size.
class OwnershipCanvas final : public QWidget {
    Q_OBJECT
  public:
    explicit OwnershipCanvas(QWidget* parent = nullptr);

    /// A mapping with other extents resets the view; one with the same extents keeps it.
    void setMapping(Mapping mapping, std::optional<Mapping> compared, QString heading);
    void clear();
    /// Sets the drawn dimensions, and the indices in the others.
    void setAxes(std::optional<int> rowDim, int columnDim, Extents fixed);
    void setHighlights(std::vector<Highlight> highlights, std::optional<Extents> element);
    /// Sets the mapping before the last edit, or nothing. It is ignored if it equals the current one or has other extents.
    void setGhost(std::optional<Mapping> ghost);
    /// Shows the same part as another canvas whose array has the same extents.
    void follow(AxisWindow const& rows, AxisWindow const& columns);

    /// Allows dragging of boundaries and numbers. Otherwise dragging only pans.
    void setEditable(bool editable) { editable_ = editable; }
    /// Sets the text beside the pointer during a drag: the directive that results. It disappears when the drag ends.
    void setReadout(QString text);

    [[nodiscard]] std::optional<MappingView> const& mappingView() const { return mappingView_; }
    /// Returns the element under a pixel; nothing outside the array.
    [[nodiscard]] std::optional<Extents> elementAt(QPointF point) const;
    /// Returns the pixel in the middle of an element.
    [[nodiscard]] QPointF pointOf(Extents const& element) const;
    /// Returns the pixel on a boundary, in the middle of its visible part.
    [[nodiscard]] QPointF pointOn(Boundary const& boundary) const;
    [[nodiscard]] std::vector<GridChip> chips() const;
    [[nodiscard]] bool isDragging() const { return held_.has_value(); }
    [[nodiscard]] QString const& readout() const { return readout_; }
    [[nodiscard]] QRectF const& plot() const { return plot_; }
    /// Returns the ruler labels of the element under the pointer, in the array's bounds: its row index, if there are rows, and its
    /// column index. Empty: the pointer is outside.
    [[nodiscard]] QStringList pointedAt() const;

  public slots:
    void fit();
    void zoom(double factor, QPointF around, Qt::KeyboardModifiers keys = Qt::NoModifier);
    void zoomBack();
    void zoomForward();

  signals:
    void hovered(tessera::Extents const& element);
    void clicked(tessera::Extents const& element);
    void steppedTo(tessera::Extents const& element); ///< emitted for keys; never for an element that is already selected
    void windowChanged(tessera::gui::AxisWindow const& rows, tessera::gui::AxisWindow const& columns);
    /// `boundary`: as it was when the drag began. `to`: its position if dropped now.
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
    /// The object under the mouse button, and the sight when the drag began.
    struct Held {
        std::optional<Boundary> boundary; // nothing: a chip is dragged
        std::optional<Boundary> crossing; // a second boundary at a crossing; the first movement selects one of them
        GridChip chip;
        MappingView mappingView;
        QPointF from;
        bool moved = false;
    };

    static constexpr double rulerHeight = 18; // height of the labels above the plot, in pixels

    [[nodiscard]] std::optional<Held> gripAt(QPointF point) const;
    [[nodiscard]] QString gripText(Held const& grip) const;
    void hover(QPointF point);
    void drag(QPointF point, Qt::KeyboardModifiers keys);
    void endDrag(bool keep);
    void paintChips(QPainter& painter) const;
    void paintGrip(QPainter& painter) const;
    void layOut(); // sets the plot's rectangle and the sizes of the windows
    void pan(QPointF by);
    void fitAll();
    /// The visible part.
    struct Place {
        AxisWindow rows;
        AxisWindow columns;
        bool fitted = true;
    };
    [[nodiscard]] Place place() const { return {mappingView_->rows, mappingView_->columns, fitted_}; }
    void goTo(std::optional<Place> const& place);
    void leavePlace(); ///< records the current view for going back; call it before the view changes
    bool step(int key);
    void changed();
    void paintHeading(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    void paintPointed(QPainter& painter) const;
    void point(std::optional<Extents> element);
    [[nodiscard]] double rulerPlace(AxisWindow const& window, Index index) const; // distance of an element's tick from the plot's
                                                                                  // edge
    [[nodiscard]] Index lower(int dim) const;

    std::optional<MappingView> mappingView_;
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
    std::optional<Extents> pointed_; // element under the pointer
    QPointF pointer_;
    QString readout_;
};

} // namespace tessera::gui
