// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the current array, and the selection in it.
#pragma once

#include "gui/session/derivation.hpp"
#include "gui/session/selection.hpp"

#include <QString>

namespace tessera::gui {

/// Returns the plan of the selected array among those that move.
[[nodiscard]] RedistPlan const& viewedPlan(Derived const& derived, Selection const& selection);

/// Returns the array's mapping before, or after if the selected element is there.
[[nodiscard]] Mapping const& viewedMapping(Derived const& derived, Selection const& selection);

/// Returns whether the plan changes nothing.
[[nodiscard]] bool changesNothing(RedistPlan const& plan);

/// Returns the owner of an element. If there are several, returns the one that sends.
[[nodiscard]] std::optional<Rank> ownerOf(RedistPlan const& plan, Selection::Side side, Extents const& element);

/// Selects the element, its owner and the message that carries it.
void selectElement(Selection& selection, RedistPlan const& plan, Selection::Side side, Extents const& element);

/// Selects the same element again after an edit, with its current owner and message, if the array still has it; else selects none.
/// `before`: the data before the edit, or null.
void followElement(Selection& selection, Derived const* before, Derived const& now);

/// Returns details of the selected element: whether it moves, its owners before and after, and their formulas; empty without an
/// element. `before`: the data before the last edit, or null; with it, the text also describes what the edit changed.
[[nodiscard]] QString elementDetails(Derived const& derived, Selection const& selection, Derived const* before);

} // namespace tessera::gui
