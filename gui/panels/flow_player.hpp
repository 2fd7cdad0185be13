// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plays how the data goes from its old owners to its new ones.
#pragma once

#include "gui/canvas/flow_overlay.hpp"
#include "gui/panels/player.hpp"
#include "gui/session/session.hpp"

#include <memory>

namespace tessera::gui {

/// While it is open, an overlay lies over the pictures, and all other views show the step that is played.
class FlowPlayer final : public Player {
    Q_OBJECT
  public:
    /// `over` holds both pictures.
    FlowPlayer(Session& session, QWidget* over, OwnershipCanvas* source, OwnershipCanvas* target, QWidget* parent = nullptr);

    /// The plan whose data travels; null where nothing does. Closes what is open.
    void setPlan(std::shared_ptr<RedistPlan const> plan);
    void close();
    void refresh(); ///< the pictures look at something else, or the messages go in another order
    [[nodiscard]] bool isOpen() const { return !overlay_->isHidden(); }
    /// All at once, or among very many ranks, it has steps of its own.
    [[nodiscard]] bool isOnClock() const override;
    [[nodiscard]] FlowOverlay const* overlay() const { return overlay_; }

  private:
    bool makeReady() override;
    void open();
    void order();   ///< which messages, and when
    void collect(); ///< their flights in sight
    void showMoment();
    void followStep();
    void followSelection(); ///< the clock was moved elsewhere
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
