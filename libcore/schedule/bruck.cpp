// SPDX-License-Identifier: BSD-3-Clause
// Tessera: message combining (Bruck et al. 1997), in ceil(log2 P) steps for any number of ranks.
#include "libcore/schedule/detail/bruck_routes.hpp"
#include "libcore/schedule/detail/makers.hpp"

namespace tessera::detail {

MadeSchedule make_bruck(ScheduleInput input) {
    auto routes = std::make_unique<BruckRoutes>(input.messages.size());
    return std::make_shared<RoutedSchedule>("bruck", std::move(input.messages), std::move(routes), StepKind::SendReceive);
}

} // namespace tessera::detail
