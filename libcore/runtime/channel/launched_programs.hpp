// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several programs of one launch, and the channels between them.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/channel/channel_meeting.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace tessera {

/// The channels that a program is an end of, by names that it and the other end agree on.
struct ChannelNames {
    std::vector<std::string> sends{};
    std::vector<std::string> receives{};
};

/// `mpirun -n 16 ./producer : -n 8 ./consumer`: MPI_COMM_WORLD holds the ranks of all programs. This gives each its own
/// communicator and finds, for each channel, the program at the other end.
class LaunchedPrograms {
  public:
    /// Every rank of every program calls it once. Programs are told apart by their place on the command line (MPI_APPNUM). Errors,
    /// the same on all ranks: a name that has not one program that sends and another that receives; some program did not call
    /// within `patience`.
    [[nodiscard]] static Result<LaunchedPrograms> meet(ChannelNames const& names,
                                                       std::chrono::milliseconds patience = std::chrono::seconds(60));

    /// The ranks of this program.
    [[nodiscard]] Comm const& own() const { return own_; }
    [[nodiscard]] int programs() const { return programs_; }
    /// Throws std::logic_error where no program told meet() of this name.
    [[nodiscard]] ChannelMeeting meeting(std::string const& channel) const;

  private:
    struct Masters {
        Rank sender = 0;
        Rank receiver = 0;
    };
    LaunchedPrograms(Comm own, int programs, std::map<std::string, Masters> channels);

    Comm own_;
    int programs_;
    std::map<std::string, Masters> channels_;
};

} // namespace tessera
