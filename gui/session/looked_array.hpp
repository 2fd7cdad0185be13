// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the array that is looked at, and what is selected of it.
#pragma once

#include "gui/session/derivation.hpp"
#include "gui/session/selection.hpp"

#include <QString>

namespace tessera::gui {

/// Of the arrays that move, the selected one.
[[nodiscard]] RedistPlan const& lookedPlan(Derived const& derived, Selection const& selection);

/// Its mapping before, or after where an element is selected there.
[[nodiscard]] Mapping const& lookedMapping(Derived const& derived, Selection const& selection);

/// Does nothing of it change?
[[nodiscard]] bool staysAsItIs(RedistPlan const& plan);

/// Of several owners the one whose copy travels.
[[nodiscard]] std::optional<Rank> ownerOf(RedistPlan const& plan, Selection::Side side, Extents const& element);

/// The element, its owner and the message that it travels in.
void selectElement(Selection& selection, RedistPlan const& plan, Selection::Side side, Extents const& element);

/// The selected element after an edit, with its owner and its message now, where the array is still there with this element; else
/// none is selected. `before`: what it was selected in, or null.
void followElement(Selection& selection, Derived const* before, Derived const& now);

/// Of the selected element: whether it moves, its owners before and after, and the formulas that give them; empty without one.
/// `before`: what there was before the last edit, or null; what it changed for the element is told, too.
[[nodiscard]] QString elementDetails(Derived const& derived, Selection const& selection, Derived const* before);

} // namespace tessera::gui
