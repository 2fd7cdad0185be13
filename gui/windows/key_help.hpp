// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the help on keys.
#pragma once

#include <QString>

class QWidget;

namespace tessera::gui {

/// Returns all keys, including those of the window's actions, as rich text.
[[nodiscard]] QString keysText(QWidget const& window);
void showKeys(QWidget* parent);

} // namespace tessera::gui
