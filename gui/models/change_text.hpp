// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the effects of an edit in one line.
#pragma once

#include "libcore/redist/redist_plan.hpp"

#include <QString>

namespace tessera::gui {

/// Returns "messages 56 \u2192 12, bytes \u221214 %"; empty if the totals are equal.
[[nodiscard]] QString changeText(RedistTotals const& before, RedistTotals const& now);

/// Returns a short text of the mapping `before`: "P(8)" if "(block,*) onto P(8)" became "(block,*) onto P(6)", else the whole text.
[[nodiscard]] QString whatDiffers(QString const& before, QString const& now);

} // namespace tessera::gui
