// SPDX-License-Identifier: BSD-3-Clause
// Tessera: keyboard focus for the window that was opened last.
#pragma once

#include <QObject>

namespace tessera::gui {

/// Windows and dialogs get the keyboard focus when shown and return it when closed. Window managers do this, too. Without one (a
/// bare X server, a kiosk), keys would go to the window under the pointer.
class Activation final : public QObject {
    Q_OBJECT
  public:
    explicit Activation(QObject* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace tessera::gui
