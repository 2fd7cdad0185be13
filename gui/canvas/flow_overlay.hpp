// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a clear sheet over two ownership pictures, on which data travels from one to the other.
#pragma once

#include "gui/canvas/flow_scene.hpp"
#include "gui/canvas/ownership_canvas.hpp"

#include <QWidget>

namespace tessera::gui {

/// Lies over the widget that holds both pictures and lets the mouse through. Costs its pieces, frame by frame.
class FlowOverlay final : public QWidget {
    Q_OBJECT
  public:
    /// The pictures are somewhere inside `over`, whose size the sheet follows.
    FlowOverlay(QWidget* over, OwnershipCanvas const* source, OwnershipCanvas const* target);

    void setFlow(DataFlow flow);
    void setTime(double time);
    [[nodiscard]] DataFlow const& flow() const { return flow_; }
    [[nodiscard]] double time() const { return time_; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    [[nodiscard]] FlowFrame frameOf(OwnershipCanvas const& canvas) const;

    OwnershipCanvas const* source_;
    OwnershipCanvas const* target_;
    DataFlow flow_;
    double time_ = 0;
};

} // namespace tessera::gui
