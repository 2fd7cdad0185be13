// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the window's bar: the transition of the job, the choices for its schedule, and the clock.
#pragma once

#include "gui/panels/schedule_choices.hpp"
#include "gui/panels/shared_clock.hpp"
#include "gui/panels/state_strip.hpp"

namespace tessera::gui {

/// Contains states, algorithm, network, machine, and the common clock: in one line if they fit, else in two.
class JobBar final : public QWidget {
    Q_OBJECT
  public:
    JobBar(Session& session, SharedClock::Players players, QWidget* parent = nullptr);

    [[nodiscard]] StateStrip* states() { return states_; }
    [[nodiscard]] ScheduleChoices* choices() { return choices_; }
    [[nodiscard]] SharedClock* clock() { return clock_; }

  protected:
    bool event(QEvent* event) override;

  private:
    void showJob();
    void fitHeight();

    Session& session_;
    StateStrip* states_;
    ScheduleChoices* choices_;
    SharedClock* clock_;
};

} // namespace tessera::gui
