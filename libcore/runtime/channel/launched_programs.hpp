// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the programs of one launch, and the channels between them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/channel/channel_meeting.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace tessera {

/// The channels that a program sends or receives through. Both ends must use the same name.
struct ChannelNames {
    std::vector<std::string> sends{};
    std::vector<std::string> receives{};
};

/// `mpirun -n 16 ./producer : -n 8 ./consumer`: MPI_COMM_WORLD contains the ranks of all programs. This class gives each program
/// its own communicator and finds the program at the other end of each channel.
class LaunchedPrograms {
  public:
    /// Every rank of every program calls it once. The place on the command line identifies a program (MPI_APPNUM). Errors, the same
    /// on all ranks: a name does not have exactly one sending and one receiving program; some program did not call within
    /// `timeout`.
    [[nodiscard]] static Result<LaunchedPrograms> meet(ChannelNames const& names,
                                                       std::chrono::milliseconds timeout = std::chrono::seconds(60));

    /// The communicator of this program's ranks.
    [[nodiscard]] Communicator const& own() const { return own_; }
    [[nodiscard]] int programs() const { return programs_; }
    /// Returns the meeting point of a channel. Throws std::logic_error if no program named this channel in meet().
    [[nodiscard]] ChannelMeeting meeting(std::string const& channel) const;

  private:
    struct Masters {
        Rank sender = 0;
        Rank receiver = 0;
    };
    LaunchedPrograms(Communicator own, int programs, std::map<std::string, Masters> channels);

    Communicator own_;
    int programs_;
    std::map<std::string, Masters> channels_;
};

} // namespace tessera
