// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the target or the source of one element of a remap.
#pragma once

#include "gui/session/selection.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>

namespace tessera::gui {

/// Returns the array of one side as it is declared. Elements are selected in this shape.
[[nodiscard]] Mapping const& mappingOn(RedistPlan const& plan, Selection::Side side);

/// Returns the position of an element on the other side; nothing if it is not copied.
[[nodiscard]] std::optional<Extents> partnerOf(RedistPlan const& plan, Selection::Side side, Extents const& element);

/// Returns the message that carries an element of one side. If the target has copies, this is the message to the first rank that
/// receives it. Returns nothing if the element is not copied, or if all its new owners own it already.
[[nodiscard]] std::optional<Selection::Pair> messageOf(RedistPlan const& plan, Selection::Side side, Extents const& element);

} // namespace tessera::gui
