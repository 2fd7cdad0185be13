// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a player for the data's movement from its old owners to its new ones.
#pragma once

#include "gui/canvas/flow_overlay.hpp"
#include "gui/panels/player.hpp"
#include "gui/session/session.hpp"

#include <memory>

namespace tessera::gui {

/// While it is open, an overlay covers the pictures, and all other views show the current step.
class FlowPlayer final : public Player {
    Q_OBJECT
  public:
    /// `over` contains both pictures.
    FlowPlayer(Session& session, QWidget* over, OwnershipCanvas* source, OwnershipCanvas* target, QWidget* parent = nullptr);

    /// Sets the plan whose data moves; null if nothing moves. Closes an open player.
    void setPlan(std::shared_ptr<RedistPlan const> plan);
    void close();
    void refresh(); ///< call this after the visible part or the order of messages has changed
    [[nodiscard]] bool isOpen() const { return !overlay_->isHidden(); }
    /// Returns whether it uses the steps of the schedule. If all messages go at once, or with very many ranks, it has its own
    /// steps.
    [[nodiscard]] bool isOnClock() const override;
    [[nodiscard]] FlowOverlay const* overlay() const { return overlay_; }

  private:
    bool makeReady() override;
    void open();
    void order();   ///< chooses the messages, and their steps
    void collect(); ///< computes the visible flights of the messages
    void showMoment();
    void followStep();
    void followSelection(); ///< called when the clock was moved elsewhere
    [[nodiscard]] QString momentText() const;
    [[nodiscard]] int step() const;

    Session& session_;
    OwnershipCanvas* source_;
    OwnershipCanvas* target_;
    std::shared_ptr<RedistPlan const> plan_;
    std::vector<Message> messages_;
    MessageSteps steps_;
    FlowOverlay* overlay_;
    QToolButton* closing_;
};

} // namespace tessera::gui
