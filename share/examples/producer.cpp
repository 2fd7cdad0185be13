// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the sending half of the program in Figure 3 of the CDT paper: a sequence of matrices, distributed by rows.
//
// Usage: mpirun -n 16 ./producer N TIMES : -n 8 ./consumer N          one launch
//        mpirun -n 16 ./producer N TIMES FILE [INTERFACE] &
//        mpirun -n 8 ./consumer N FILE                                 two, which meet by the file; INTERFACE: where the first
//        listens
#include "share/examples/coupled.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

void produce_all(Communicator const& own, ChannelMeeting const& meeting, std::string const& n, int times) {
    ChannelOptions options;
    options.count = TransferCount::times(times);
    ArrayChannel port = take(ArrayChannel::to_receiver(
        meeting, {own.handle(), "real*8 a(" + n + "," + n + ")\n!hpf$ distribute a(block,*)\n"}, options));
    LocalMatrix a(port.sending());
    for (int round = 0; round < times; ++round) {
        a.for_each([round](Index i, Index j, double& element) { element = static_cast<double>(1000000 * round + 1000 * i + j); });
        port.send(std::as_const(a).elements());
    }
    port.close(); // the consumer sees the end
}

} // namespace

int main(int argc, char** argv) {
    return run_program(argc, argv, "producer N TIMES [FILE [INTERFACE]]", 2, [](std::vector<std::string> const& words) {
        int const times = std::stoi(words[1]);
        std::string const interface = words.size() > 3 ? words[3] : "";
        if (words.size() > 2)
            return produce_all(Communicator::world(), ChannelMeeting::at_file(words[2], interface), words[0], times);
        auto const programs = take(LaunchedPrograms::meet({.sends = {"matrices"}}));
        produce_all(programs.own(), programs.meeting("matrices"), words[0], times);
    });
}
