// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common clock of the window.
#pragma once

#include "gui/panels/flow_player.hpp"
#include "gui/panels/player.hpp"
#include "gui/session/session.hpp"

namespace tessera::gui {

/// Plays and steps through the schedule, and through the file access if that is visible and has more steps. All players show its
/// moment. It moves the session's step, and follows it if it was changed elsewhere.
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
    void refresh(); ///< call this after the visible panels have changed

  private:
    bool makeReady() override;
    [[nodiscard]] bool showsAll() const override;
    [[nodiscard]] bool seesFile() const;
    void showTime(double position);
    void followSelection();
    [[nodiscard]] int steps() const;
    [[nodiscard]] int stepAt(double position) const;
    [[nodiscard]] int shownStep() const;

    Session& session_;
    Players players_;
    int told_ = -1; ///< step that was sent to the session during playback
};

} // namespace tessera::gui
