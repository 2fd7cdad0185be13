// SPDX-License-Identifier: BSD-3-Clause
// Tessera: options of a channel.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/machine.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace tessera {

/// The number of transfers for which a channel is made (CDT's COUNT). It decides how much is prepared. It is a hint; any number of
/// transfers may follow.
///
/// once(): prepares nothing. Copies are computed when a transfer runs, and discarded afterwards; `auto` is all-to-all. times(n), n
/// > 1: compiles copies and allocates buffers beforehand; `auto` is chosen by equation 1, which makes the schedule of every
/// algorithm. endless(): like times(), and runs one transfer of scratch data. That touches the buffers and opens the connections,
/// so the first transfer is as fast as the others. The larger count of the two sides is used.
class TransferCount {
  public:
    [[nodiscard]] static TransferCount once() { return TransferCount(1); }
    /// Precondition: count >= 0; 0 means endless.
    [[nodiscard]] static TransferCount times(Index count) { return TransferCount(count); }
    [[nodiscard]] static TransferCount endless() { return TransferCount(0); }

    [[nodiscard]] bool is_once() const { return count_ == 1; }
    [[nodiscard]] bool is_endless() const { return count_ == 0; }
    [[nodiscard]] Index number() const { return count_; } ///< 0 means endless

  private:
    explicit TransferCount(Index count) : count_(count) {}
    Index count_;
};

struct ChannelOptions {
    /// "auto", or one of coupling_algorithms. If one side says "auto", the other side's name is used.
    std::string algorithm = "auto";
    TransferCount count = TransferCount::endless();
    /// Machine profile for `auto`; the sending side's profile is used. Null: no rates.
    std::shared_ptr<Machine const> machine = nullptr;
    /// Limit of two waits: for the other side to make the channel, and later for a sign of life of an awaited rank. There is no
    /// limit for a rank that computes; a stopped rank is given up. (Within one launch, only stopped ranks on this node are noticed,
    /// and only between transfers.)
    std::chrono::milliseconds timeout = std::chrono::seconds(60);
    /// Number of transfers per acknowledgement, >= 1. A sender is at most twice this number ahead of its receivers. The sending
    /// side's number is used.
    int ahead = 4;
};

} // namespace tessera
