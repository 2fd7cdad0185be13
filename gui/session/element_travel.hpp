// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the target or the source of one element of a remap.
#pragma once

#include "gui/session/selection.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>

namespace tessera::gui {

/// Returns the position of an element on the other side, which has `dims` dimensions; nothing if it is not copied.
[[nodiscard]] std::optional<Extents> partnerOf(CopyMap const& map, Selection::Side side, Extents const& element, int dims);

/// Returns the message that carries an element of one side. If the target has copies, this is the message to the first rank that
/// receives it. Returns nothing if the element is not copied, or if all its new owners own it already.
[[nodiscard]] std::optional<Selection::Pair> messageOf(RedistPlan const& plan, Selection::Side side, Extents const& element);

} // namespace tessera::gui
