// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choice of a machine whose rates predict times.
#pragma once

#include "gui/session/session.hpp"

#include <QComboBox>

namespace tessera::gui {

/// None, the machines that are known by their names, and any other profile. It shows what the session has, wherever that was
/// chosen.
class MachineBox final : public QComboBox {
    Q_OBJECT
  public:
    explicit MachineBox(Session& session, QWidget* parent = nullptr);

  private:
    void choose(int place);
    void showChoice();

    Session& session_;
};

} // namespace tessera::gui
