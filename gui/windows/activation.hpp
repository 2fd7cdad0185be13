// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the keyboard goes to the window that was opened last.
#pragma once

#include <QObject>

namespace tessera::gui {

/// Windows and dialogs take the keyboard when they are shown and give it back when they close. Window managers do that, too;
/// without one (a bare X server, a kiosk) nobody would: keys went to whatever window lay under the pointer.
class Activation final : public QObject {
    Q_OBJECT
  public:
    explicit Activation(QObject* parent = nullptr);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace tessera::gui
