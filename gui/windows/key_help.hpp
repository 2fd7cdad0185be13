// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the keys, as ? shows them.
#pragma once

#include <QString>

class QWidget;

namespace tessera::gui {

/// All keys, those of the window's actions among them, as rich text.
[[nodiscard]] QString keysText(QWidget const& window);
void showKeys(QWidget* parent);

} // namespace tessera::gui
