// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where one element of a remap goes, or comes from.
#pragma once

#include "gui/session/selection.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <optional>

namespace tessera::gui {

/// Where the element of one side lies on the other, which has so many dimensions; nothing where it is not copied.
[[nodiscard]] std::optional<Extents> partnerOf(CopyMap const& map, Selection::Side side, Extents const& element, int dims);

/// The message that an element of one side travels in; of several (copies of the target) the one to the first rank that gets it.
/// Nothing where it is not copied, or every rank that is to own it does so already.
[[nodiscard]] std::optional<Selection::Pair> messageOf(RedistPlan const& plan, Selection::Side side, Extents const& element);

} // namespace tessera::gui
