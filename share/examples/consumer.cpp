// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the receiving half of the program in Figure 3 of the CDT paper: matrices, distributed by columns, until there are no
// more. See producer.cpp for how to start both.
#include "share/examples/coupled.hpp"

using namespace tessera;
using namespace tessera::examples;

namespace {

void consume_all(Communicator const& own, ChannelMeeting const& meeting, std::string const& n) {
    ArrayChannel port =
        take(ArrayChannel::from_sender(meeting, {own.handle(), "real*8 b(" + n + "," + n + ")\n!hpf$ distribute b(*,block)\n"}));
    LocalMatrix b(port.receiving());
    int matrices = 0;
    for (; port.receive(b.elements()); ++matrices)
        b.for_each([matrices](Index i, Index j, double element) {
            if (element != static_cast<double>(1000000 * matrices + 1000 * i + j)) throw std::runtime_error("an element is wrong");
        });
    if (own.rank() == 0) std::cout << "received " << matrices << " matrices of " << n << " x " << n << '\n';
}

} // namespace

int main(int argc, char** argv) {
    return run_program(argc, argv, "consumer N [FILE]", 1, [](std::vector<std::string> const& words) {
        if (words.size() > 1) return consume_all(Communicator::world(), ChannelMeeting::at_file(words[1]), words[0]);
        auto const programs = take(LaunchedPrograms::meet({.receives = {"matrices"}}));
        consume_all(programs.own(), programs.meeting("matrices"), words[0]);
    });
}
