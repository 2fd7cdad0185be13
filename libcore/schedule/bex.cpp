// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Balanced Exchange (Thakur, Fig. 4.5): Pairwise Exchange on numbers shifted by one, so that near and far partners mix.
#include "libcore/schedule/detail/makers.hpp"
#include "libcore/schedule/detail/xor_exchange.hpp"

namespace tessera::detail {

Made make_bex(Assignment assignment) {
    return std::make_shared<XorExchange>("bex", std::move(assignment.messages), 1);
}

} // namespace tessera::detail
