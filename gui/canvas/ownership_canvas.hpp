// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a widget that shows the owners of an array, with zoom from the whole array to single elements.
#pragma once

#include "gui/canvas/ownership_grips.hpp"
#include "gui/canvas/ownership_painter.hpp"
#include "gui/canvas/zoom_canvas.hpp"

#include <QStringList>
#include <optional>

namespace tessera::gui {

/// Zoom with Shift: columns only, with Ctrl: rows only. Shift+arrows: go to the next element. The user can drag boundaries between
/// owners and the numbers of processors; the owner of the canvas turns drags into edits. The cost of a frame depends on the visible
/// cells, not on the array's size.
class OwnershipCanvas final : public ZoomCanvas {
    Q_OBJECT
  public:
    explicit OwnershipCanvas(QWidget* parent = nullptr);

    /// A mapping with other extents resets the view; one with the same extents keeps it.
    void setMapping(Mapping mapping, std::optional<Mapping> compared, QString heading);
    /// `why`: text in place of the picture.
    void clear(QString why);
    [[nodiscard]] QString sentence() const override;
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
    void leaveEvent(QEvent* event) override;

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
    [[nodiscard]] bool isEmpty() const override { return !mappingView_; }
    [[nodiscard]] QPointF middle() const override { return plot_.center(); }
    [[nodiscard]] Place place() const override;
    void showPlace(Place const& place) override;
    void showAll() override;
    void zoomBy(double factor, QPointF around, Qt::KeyboardModifiers keys) override;
    void panBy(QPointF way) override;
    void layOut() override; // sets the plot's rectangle and the sizes of the windows
    [[nodiscard]] bool hold(QPointF point) override;
    [[nodiscard]] bool isHolding() const override { return isDragging(); }
    [[nodiscard]] bool hasMoved() const override { return held_->moved; }
    void dragTo(QPointF point, Qt::KeyboardModifiers keys) override;
    void drop(bool keep) override;
    void pointAt(QPointF point) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::MouseButton button) override;
    bool walk(QPointF direction) override;
    void showTip(QHelpEvent const& help) override;
    void paintChips(QPainter& painter) const;
    void paintGrip(QPainter& painter) const;
    void changed();
    void paintHeading(QPainter& painter) const;
    void paintTicks(QPainter& painter) const;
    void paintPointed(QPainter& painter) const;
    void point(std::optional<Extents> element);
    [[nodiscard]] double rulerPlace(AxisWindow const& window, Index index) const; // distance of an element's tick from the plot's
                                                                                  // edge
    [[nodiscard]] Index lower(int dim) const;

    std::optional<MappingView> mappingView_;
    QString emptyText_;
    QString heading_;
    QRectF plot_;
    bool editable_ = false;
    std::optional<Held> held_;
    std::optional<Held> hovered_;
    std::optional<Index> dropAt_;
    std::optional<Extents> pointed_; // element under the pointer
    QPointF pointer_;
    QString readout_;
};

} // namespace tessera::gui
