// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plays how the data goes from its old owners to its new ones.
#pragma once

#include "gui/canvas/flow_overlay.hpp"
#include "gui/session/session.hpp"

#include <QElapsedTimer>
#include <QLabel>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

namespace tessera::gui {

/// A button to play and pause, a slider to go to any moment, and what is shown in words. While it is open, an overlay lies over the
/// pictures, and the step that is played is everybody's step.
class FlowPlayer final : public QWidget {
    Q_OBJECT
  public:
    /// `over` holds both pictures.
    FlowPlayer(Session& session, QWidget* over, OwnershipCanvas* source, OwnershipCanvas* target, QWidget* parent = nullptr);

    /// The plan whose data travels; null where nothing does. Closes what is open.
    void setPlan(RedistPlan const* plan);
    void play(); ///< and pause; from the beginning where it has ended
    void close();
    void refresh();         ///< the pictures look at something else, or the messages go in another order
    void goTo(double time); ///< in steps, from 0
    [[nodiscard]] bool isOpen() const { return !overlay_->isHidden(); }
    [[nodiscard]] bool isPlaying() const { return clock_.isActive(); }
    [[nodiscard]] QString words() const { return words_->text(); }
    [[nodiscard]] FlowOverlay const* overlay() const { return overlay_; }
    [[nodiscard]] QSlider* slider() { return slider_; }

  private:
    void open();
    void order();   ///< which messages, and when
    void collect(); ///< their pieces in sight
    void advance();
    void showMoment();
    [[nodiscard]] double duration() const; ///< of the whole, in ms

    Session& session_;
    OwnershipCanvas* source_;
    OwnershipCanvas* target_;
    RedistPlan const* plan_ = nullptr;
    std::vector<Message> messages_;
    MessageSteps steps_;
    FlowOverlay* overlay_;
    QToolButton* playButton_;
    QToolButton* closeButton_;
    QSlider* slider_;
    QLabel* words_;
    QTimer clock_;
    QElapsedTimer sinceFrame_;
};

} // namespace tessera::gui
