// SPDX-License-Identifier: BSD-3-Clause
// Tessera: drawing that is delayed until the widget is visible.
#pragma once

#include <QWidget>
#include <functional>

namespace tessera::gui {

/// A widget behind another tab is drawn when it comes to the front.
class Drawing final : public QObject {
    Q_OBJECT
  public:
    /// `draw` updates `widget`; it runs on the window's thread. The Drawing belongs to the widget.
    Drawing(QWidget* widget, std::function<void()> draw);
    /// Requests a drawing: at once if the widget is visible, else as soon as it is.
    void want();
    /// Draws a pending request if the widget is visible. Call it when the widget has come to the front.
    void drawIfSeen();

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    [[nodiscard]] bool isSeen() const;

    QWidget* widget_;
    std::function<void()> draw_;
    bool wanted_ = false;
};

} // namespace tessera::gui
