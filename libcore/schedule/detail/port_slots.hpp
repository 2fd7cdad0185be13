// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the steps (slots) in which each port is busy, as bit sets.
#pragma once

#include "libcore/base/index.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera::detail {

class PortSlots {
  public:
    static constexpr int none = -1;

    PortSlots(int ports, int slots) : words_((as_size(slots) + 63) / 64), slots_(slots), busy_(as_size(ports) * words_, 0) {}

    void take(int port, int slot) { word(port, slot) |= bit(slot); }
    void release(int port, int slot) { word(port, slot) &= ~bit(slot); }
    /// Returns the last slot that is free at this port, or none.
    [[nodiscard]] int last_free(int port) const;
    /// Returns the first slot that is free at this port and at `other_port` of `other`, or none. Tests 64 slots at a time.
    [[nodiscard]] int first_free_in_both(int port, PortSlots const& other, int other_port) const;

  private:
    static std::uint64_t bit(int slot) { return std::uint64_t{1} << (slot & 63); }
    [[nodiscard]] std::size_t row(int port) const { return as_size(port) * words_; }
    std::uint64_t& word(int port, int slot) { return busy_[row(port) + as_size(slot) / 64]; }

    std::size_t words_; // per port
    int slots_;
    std::vector<std::uint64_t> busy_;
};

} // namespace tessera::detail
