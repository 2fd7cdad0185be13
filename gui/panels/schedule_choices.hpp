// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a schedule is made with: algorithm, network, machine.
#pragma once

#include "gui/panels/machine_box.hpp"
#include "gui/panels/network_box.hpp"
#include "gui/session/session.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

namespace tessera::gui {

/// It shows what the session has, wherever that was chosen.
class ScheduleChoices final : public QWidget {
    Q_OBJECT
  public:
    explicit ScheduleChoices(Session& session, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* algorithm() { return algorithm_; }
    [[nodiscard]] NetworkBox* networks() { return networks_; }
    [[nodiscard]] QLineEdit* topology() { return topology_; }
    [[nodiscard]] MachineBox* machine() { return machine_; }
    /// Is there a schedule to choose? Network and machine are for other costs, too.
    void setScheduled(bool scheduled);

  private:
    void fillAlgorithms();
    void arrange();
    void choose();
    void show();

    Session& session_;
    QLabel* algorithmLabel_ = nullptr;
    QComboBox* algorithm_;
    NetworkBox* networks_;
    QLineEdit* topology_; ///< its line
    MachineBox* machine_;
};

} // namespace tessera::gui
