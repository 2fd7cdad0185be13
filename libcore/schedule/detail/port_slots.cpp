// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps (slots) in which each port is busy, as bit sets.
#include "libcore/schedule/detail/port_slots.hpp"

#include <bit>

namespace tessera::detail {

int PortSlots::first_free_in_both(int port, PortSlots const& other, int other_port) const {
    for (std::size_t w = 0; w < words_; ++w) {
        std::uint64_t const busy = busy_[row(port) + w] | other.busy_[other.row(other_port) + w];
        if (~busy == 0) continue;
        int const slot = static_cast<int>(w) * 64 + std::countr_one(busy);
        return slot < slots_ ? slot : none;
    }
    return none;
}

int PortSlots::last_free(int port) const {
    for (std::size_t w = words_; w-- > 0;) {
        std::uint64_t const beyond = w + 1 == words_ && slots_ % 64 != 0 ? ~std::uint64_t{0} << slots_ % 64 : 0;
        std::uint64_t const busy = busy_[row(port) + w] | beyond;
        if (~busy != 0) return static_cast<int>(w) * 64 + 63 - std::countl_one(busy);
    }
    return none;
}

} // namespace tessera::detail
