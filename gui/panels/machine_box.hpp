// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choice of the machine for predicted times.
#pragma once

#include "gui/session/session.hpp"

#include <QComboBox>

namespace tessera::gui {

/// Offers no machine, the installed machines by name, and any other profile. It always shows the session's choice, even if that was
/// made elsewhere.
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
