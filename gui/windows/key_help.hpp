// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the keys, as ? shows them.
#pragma once

#include <QString>

class QWidget;

namespace tessera::gui {

/// One table of all keys, as rich text.
[[nodiscard]] QString keysText();
void showKeys(QWidget* parent);

} // namespace tessera::gui
