// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an edit has changed, in one line.
#pragma once

#include "libcore/redist/redist_plan.hpp"

#include <QString>

namespace tessera::gui {

/// "messages 56 \u2192 12, bytes \u221214 %": of what was and what is; empty where nothing of it has changed.
[[nodiscard]] QString changeText(RedistTotals const& before, RedistTotals const& now);

/// Of a mapping in words, for little room: "P(8)" where "(block,*) onto P(8)" has become "(block,*) onto P(6)"; else all of it.
[[nodiscard]] QString whatDiffers(QString const& before, QString const& now);

} // namespace tessera::gui
