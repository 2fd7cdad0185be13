// SPDX-License-Identifier: BSD-3-Clause
// Tessera: message combining (Bruck et al. 1997), in ceil(log2 P) steps for any number of ranks.
#include "libcore/schedule/detail/bruck_routes.hpp"
#include "libcore/schedule/detail/makers.hpp"

namespace tessera::detail {

Made make_bruck(Assignment assignment) {
    auto routes = std::make_unique<BruckRoutes>(assignment.messages.size());
    return std::make_shared<RoutedSchedule>("bruck", std::move(assignment.messages), std::move(routes), StepKind::SendReceive);
}

} // namespace tessera::detail
