// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a transparent widget over two ownership pictures that shows data moving from one to the other.
#pragma once

#include "gui/canvas/flow_scene.hpp"
#include "gui/canvas/ownership_canvas.hpp"

#include <QWidget>

namespace tessera::gui {

/// Covers the widget that contains both pictures, and passes mouse events through. Cost per frame: the pieces.
class FlowOverlay final : public QWidget {
    Q_OBJECT
  public:
    /// `source` and `target` are inside `over`. The overlay follows the size of `over`.
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
