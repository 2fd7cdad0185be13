// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a shift under a context that each run brings.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/comm/active/active_messages.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"

#include <optional>

namespace tessera {

/// Of all elements, whatever context the shift was made with.
[[nodiscard]] ActiveMessages active_messages(GridShift const& shift, ShiftLayouts const& layouts, Rank rank);

/// The elements of this rank that go by the context that the shift was made with; nothing where it has none. Cost: the elements.
[[nodiscard]] std::optional<Context> planned_context(GridShift const& shift, ShiftLayouts const& layouts, Rank rank);

} // namespace tessera
