// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Pairwise Exchange (Thakur, Fig. 4.3): in step i every rank p exchanges with rank p xor i.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/xor_exchange.hpp"

namespace tessera::detail {

MadeSchedule make_pex(ScheduleInput input) {
    return std::make_shared<XorExchange>("pex", std::move(input.messages), 0);
}

} // namespace tessera::detail
