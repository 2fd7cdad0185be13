// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a channel is used.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/network/machine.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace tessera {

/// How many transfers a channel is made for (CDT's COUNT): what it is worth to prepare. It is a hint, and any number may follow.
///
/// once(): nothing is prepared; what is to be copied is worked out when a transfer runs, and forgotten afterwards; `auto` is
/// all-to-all. times(n), n > 1: copies are compiled and buffers made beforehand, and `auto` is chosen by equation 1, which makes
/// the schedule of every algorithm. endless(): as times(), and one transfer of scratch data is run, which touches the buffers and
/// opens the connections, so that the first transfer is as fast as the others. The larger count of the two sides holds.
class TransferCount {
  public:
    [[nodiscard]] static TransferCount once() { return TransferCount(1); }
    [[nodiscard]] static TransferCount times(Index count) { return TransferCount(count); } ///< count >= 1; 0: endless
    [[nodiscard]] static TransferCount endless() { return TransferCount(0); }

    [[nodiscard]] bool is_once() const { return count_ == 1; }
    [[nodiscard]] bool is_endless() const { return count_ == 0; }
    [[nodiscard]] Index number() const { return count_; } ///< 0: endless

  private:
    explicit TransferCount(Index count) : count_(count) {}
    Index count_;
};

struct ChannelOptions {
    /// "auto", or one of coupling_algorithms. One side's name holds where the other says auto.
    std::string algorithm = "auto";
    TransferCount count = TransferCount::endless();
    /// For `auto`, by the sending side's profile; null: no rates.
    std::shared_ptr<Machine const> machine = nullptr;
    /// How long to wait for the other side to make the channel too, and later for a sign of life of a rank that this one waits for.
    /// A rank that computes is waited for without a limit; one that is stopped is given up. (In one launch that is seen of ranks on
    /// this node, between transfers.)
    std::chrono::milliseconds patience = std::chrono::seconds(60);
    /// Receivers acknowledge every so many transfers, and a sender is never more than twice as many ahead of them. The sending
    /// side's number holds. >= 1.
    int ahead = 4;
};

} // namespace tessera
