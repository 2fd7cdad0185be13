// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PEX-GEN with Shift (Thakur, Fig. 4.12): the missing numbers are divided between both ends.
#include "libcore/schedule/binary.hpp"
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/xor_exchange.hpp"

namespace tessera::detail {

MadeSchedule make_pex_gen_shift(ScheduleInput input) {
    int const ranks = input.messages.size();
    int const virtual_ranks = power_of_two_from(ranks);
    return std::make_shared<XorExchange>("pex-gen-shift", std::move(input.messages), (virtual_ranks - ranks) / 2);
}

} // namespace tessera::detail
