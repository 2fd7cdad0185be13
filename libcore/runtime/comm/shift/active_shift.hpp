// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a shift with a context per execution.
#pragma once

#include "libcore/comm/context/context.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/runtime/comm/active/active_messages.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"

#include <optional>

namespace tessera {

/// Returns the messages for all elements, independent of the context that the shift was made with.
[[nodiscard]] ActiveMessages active_messages(GridShift const& shift, ShiftLayouts const& layouts, Rank rank);

/// Returns the elements of this rank selected by the context that the shift was made with. Empty if it has none. Cost: the
/// number of elements.
[[nodiscard]] std::optional<Context> planned_context(GridShift const& shift, ShiftLayouts const& layouts, Rank rank);

} // namespace tessera
