// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Pairwise Exchange for General Mesh (Thakur, Fig. 4.10): any number of ranks; missing partners are skipped.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/xor_exchange.hpp"

namespace tessera::detail {

MadeSchedule make_pex_gen(ScheduleInput input) {
    return std::make_shared<XorExchange>("pex-gen", std::move(input.messages), 0);
}

} // namespace tessera::detail
