// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a stopped rank of one launch does not keep the ranks of its node waiting for ever.
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "tests/mpi/channel_sides.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/suite/suite.hpp"

#include <chrono>
#include <csignal>
#include <iostream>
#include <mpi.h>
#include <string>
#include <unistd.h>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;
using namespace std::chrono_literals;

namespace {

/// Stops the sender for as long as it waits for it; why the wait ends.
std::string reason_of_failure(ArrayChannel& channel, pid_t sender) {
    std::vector<double> values(120);
    std::string why;
    kill(sender, SIGSTOP);
    try {
        static_cast<void>(channel.receive(values.data()));
    } catch (ChannelFailure const& failure) {
        why = failure.what();
    }
    kill(sender, SIGCONT);
    return why;
}

bool a_stopped_sender_is_given_up() {
    TestSide const sender({0}, 1), receiver({1}, 2);
    int process = getpid();
    MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!sender.is_here() && !receiver.is_here()) return everywhere(true);
    ChannelOptions options;
    options.timeout = 2s;
    auto const meeting = ChannelMeeting::within(MPI_COMM_WORLD, 0, 1, "half");
    std::string const rows = "real*8 A(12,10)\n!hpf$ distribute A(block,*)\n";
    if (sender.is_here()) {
        auto const channel = ArrayChannel::to_receiver(meeting, sender.with(rows), options).value();
        return everywhere(true);
    }
    auto channel = ArrayChannel::from_sender(meeting, receiver.with(rows), options).value();
    std::string const why = reason_of_failure(channel, process);
    return everywhere(why.starts_with("channel 'half': rank 0 of the sender: its process ") &&
                      why.find(" is stopped") != std::string::npos);
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    if (a_stopped_sender_is_given_up()) return 0;
    std::cerr << "FAILED: a stopped sender is given up\n";
    return 1;
}
