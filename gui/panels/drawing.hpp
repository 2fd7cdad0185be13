// SPDX-License-Identifier: BSD-3-Clause
// Tessera: drawing that waits until its widget is seen.
#pragma once

#include <QWidget>
#include <functional>

namespace tessera::gui {

/// What hides behind another tab is not drawn: it is asked for when it comes to the front.
class Drawing final : public QObject {
    Q_OBJECT
  public:
    /// `draw` brings `widget` up to date; it runs on the window's thread. The drawing belongs to the widget.
    Drawing(QWidget* widget, std::function<void()> draw);
    /// Draws at once where the widget is seen, else as soon as it is.
    void want();
    /// What is wanted is drawn now where the widget has just come to the front.
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
