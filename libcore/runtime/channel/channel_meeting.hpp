// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how the two sides of a channel find each other.
#pragma once

#include "libcore/base/index.hpp"

#include <memory>
#include <mpi.h>
#include <string>

namespace tessera {

class MeetingPlace;

/// A meeting point for the two sides of a channel. Cheap to copy. Does nothing until an ArrayChannel is made with it.
class ChannelMeeting {
  public:
    /// Two groups of ranks of one communicator, disjoint or not. The masters (rank 0 of each side) are given by their ranks in
    /// `both`. The caller keeps `both`, which must outlive the making of the channel. Names distinguish several channels between
    /// the same masters.
    [[nodiscard]] static ChannelMeeting within(MPI_Comm both, Rank sender_master, Rank receiver_master, std::string name);
    /// Two jobs that were started separately meet by a file that both can read. The sender writes it atomically, for this user
    /// alone, and removes it when the receiver has come. If the path holds anything but a meeting file, both sides refuse it and
    /// leave it unchanged. Data is sent unencrypted over TCP sockets between ranks that exchange data. `interface`: where the
    /// sender's ranks listen, the name of an interface ("ib0", "lo") or an address of their node; empty: all interfaces. A rank of
    /// one job cannot be on both sides: both_ends() throws std::logic_error.
    [[nodiscard]] static ChannelMeeting at_file(std::string path, std::string interface = {});

    [[nodiscard]] MeetingPlace& place() const { return *place_; } ///< for internal use in this folder

  private:
    explicit ChannelMeeting(std::shared_ptr<MeetingPlace> place) : place_(std::move(place)) {}
    std::shared_ptr<MeetingPlace> place_;
};

} // namespace tessera
