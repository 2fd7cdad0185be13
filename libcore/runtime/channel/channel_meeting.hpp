// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the two sides of a channel find each other.
#pragma once

#include "libcore/base/index.hpp"

#include <memory>
#include <mpi.h>
#include <string>

namespace tessera {

class MeetingPlace;

/// Cheap to copy. Nothing happens before an ArrayChannel is made of it.
class ChannelMeeting {
  public:
    /// Two groups of ranks of one communicator, disjoint or not: both masters (the ranks 0 of the two sides) are named by their
    /// ranks in `both`, which stays the caller's and must outlive the channel's making. Several channels between the same masters
    /// are told apart by their names.
    [[nodiscard]] static ChannelMeeting within(MPI_Comm both, Rank sender_master, Rank receiver_master, std::string name);
    /// Two jobs that were started separately, by a file that both can read: the sender writes it, complete or not at all and for
    /// this user alone, and removes it when the receiver has come. A file that is no meeting file is refused by both and left
    /// alone. Data travels over sockets (TCP) between the ranks that have something for each other, unencrypted. `interface`: where
    /// the sender's ranks listen, the name of an interface ("ib0", "lo") or an address of their node; empty: on all interfaces. A
    /// rank of one job cannot be on both sides: both_ends() throws std::logic_error.
    [[nodiscard]] static ChannelMeeting at_file(std::string path, std::string interface = {});

    [[nodiscard]] MeetingPlace& place() const { return *place_; } ///< for the room's own use

  private:
    explicit ChannelMeeting(std::shared_ptr<MeetingPlace> place) : place_(std::move(place)) {}
    std::shared_ptr<MeetingPlace> place_;
};

} // namespace tessera
