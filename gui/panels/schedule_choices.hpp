// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choices for a schedule: algorithm, network, machine.
#pragma once

#include "gui/panels/machine_box.hpp"
#include "gui/panels/network_box.hpp"
#include "gui/session/session.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

namespace tessera::gui {

/// Always shows the session's choice, even if that was made elsewhere.
class ScheduleChoices final : public QWidget {
    Q_OBJECT
  public:
    explicit ScheduleChoices(Session& session, QWidget* parent = nullptr);

    [[nodiscard]] QComboBox* algorithm() { return algorithm_; }
    [[nodiscard]] NetworkBox* networks() { return networks_; }
    [[nodiscard]] QLineEdit* topology() { return topology_; }
    [[nodiscard]] MachineBox* machine() { return machine_; }
    /// Shows the algorithm only if there is a schedule. Network and machine also affect other costs.
    void setScheduled(bool scheduled);

  private:
    void fillAlgorithms();
    void arrange();
    void choose();
    void markNetwork();
    void show();

    Session& session_;
    QLabel* algorithmLabel_ = nullptr;
    QComboBox* algorithm_;
    NetworkBox* networks_;
    QLineEdit* topology_; ///< line of networks_
    MachineBox* machine_;
};

} // namespace tessera::gui
