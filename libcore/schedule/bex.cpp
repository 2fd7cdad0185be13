// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Balanced Exchange (Thakur, Fig. 4.5): Pairwise Exchange on shifted numbers, so that each step has near and far partners.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/xor_exchange.hpp"

namespace tessera::detail {

MadeSchedule make_bex(ScheduleInput input) {
    return std::make_shared<XorExchange>("bex", std::move(input.messages), 1);
}

} // namespace tessera::detail
