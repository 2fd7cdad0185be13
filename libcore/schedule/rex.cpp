// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Recursive Exchange (Thakur, Fig. 4.4): in each step every rank sends the other half's data to its partner there.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/recursive_routes.hpp"

namespace tessera::detail {

MadeSchedule make_rex(ScheduleInput input) {
    int const ranks = input.messages.size();
    std::vector<int> bits;
    for (int half = ranks / 2; half >= 1; half /= 2) bits.push_back(half);
    return std::make_shared<RoutedSchedule>("rex", std::move(input.messages), std::make_unique<RecursiveRoutes>(std::move(bits)),
                                            StepKind::Exchange);
}

} // namespace tessera::detail
