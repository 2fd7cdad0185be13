// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the one clock of the window.
#pragma once

#include "gui/panels/flow_player.hpp"
#include "gui/panels/player.hpp"
#include "gui/session/session.hpp"

namespace tessera::gui {

/// Plays, steps and scrubs through the steps of the schedule, and of the file where that is seen and has more: all that can be
/// played stands at its moment. What moves it is the session's one step, wherever that was chosen.
class SharedClock final : public Player {
    Q_OBJECT
  public:
    struct Players {
        FlowPlayer* flow;
        Player* schedule;
        Player* network;
        Player* file;
    };
    SharedClock(Session& session, Players players, QWidget* parent = nullptr);
    void refresh(); ///< other panels are seen

  private:
    bool makeReady() override;
    [[nodiscard]] bool showsAll() const override;
    [[nodiscard]] bool seesFile() const;
    void showTime(double position);
    void followSelection();
    [[nodiscard]] int steps() const;
    [[nodiscard]] int stepAt(double position) const;

    Session& session_;
    Players players_;
    int told_ = -1; ///< the step that the session was told while it plays
};

} // namespace tessera::gui
