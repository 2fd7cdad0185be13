// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one of two jobs that were started separately, with random arrays between them; see separate_jobs.sh.
#include "libcore/runtime/channel/array_channel.hpp"
#include "libcore/runtime/channel/channel_failure.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/spec/write.hpp"
#include "tests/mpi/channel_sides.hpp"
#include "tests/mpi/random_ends.hpp"
#include "tests/mpi/random_moves.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <rapidcheck.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace tessera;
using namespace tessera::oracle;
using namespace std::chrono_literals;

namespace {

struct Role {
    bool sends = false;
    std::string file;
    int senders = 1;
    int receivers = 1;
};

ArrayChannel open_end(Role const& role, MappingSpec const& mapping, ChannelOptions const& options) {
    auto const meeting = ChannelMeeting::at_file(role.file);
    ChannelSide const side{MPI_COMM_WORLD, write_hpf(mapping)};
    auto channel =
        role.sends ? ArrayChannel::to_receiver(meeting, side, options) : ArrayChannel::from_sender(meeting, side, options);
    if (!channel) throw std::runtime_error(channel.error().message);
    return *std::move(channel);
}

bool run_transfers(Role const& role, MappingSpec const& mapping, ChannelOptions const& options, unsigned transfers) {
    ArrayChannel channel = open_end(role, mapping, options);
    IndexedArray array(mapping, Communicator::world().rank());
    bool good = true;
    for (unsigned round = 0; round < transfers; ++round) {
        array.wipe();
        if (role.sends) array.fill(round);
        if (role.sends)
            channel.send(array.data());
        else
            good = channel.receive(array.data()) && array.holds(round) && good;
    }
    if (role.sends) channel.close();
    return good && (role.sends || !channel.receive(array.data()));
}

/// Both jobs draw the same cases from the same seed.
bool random_arrays_come_through(Role const& role) {
    try_many_cases("seed=31 max_success=40");
    return rc::check("every element comes through between jobs", [&role] {
        Extents const extents = random_copy().source_extents;
        ElementType const type = random_channel_type();
        MappingSpec const from = random_end(extents, role.senders, type);
        MappingSpec const to = random_end(extents, role.receivers, type);
        ChannelOptions options;
        options.count = *rc::gen::element(TransferCount::once(), TransferCount::times(3), TransferCount::endless());
        options.ahead = static_cast<int>(between(1, 3));
        options.timeout = 30s;
        auto const transfers = static_cast<unsigned>(between(0, 9));
        RC_ASSERT(everywhere(run_transfers(role, role.sends ? from : to, options, transfers)));
    });
}

/// Nobody is at the other end.
bool ends_alone(Role const& role) {
    ChannelOptions options;
    options.timeout = 500ms;
    auto const begin = std::chrono::steady_clock::now();
    auto const meeting = ChannelMeeting::at_file(role.file);
    ChannelSide const side{MPI_COMM_WORLD, "real A(10)\n!hpf$ distribute A(block)\n"};
    auto const channel =
        role.sends ? ArrayChannel::to_receiver(meeting, side, options) : ArrayChannel::from_sender(meeting, side, options);
    bool const told = !channel && channel.error().message.find(role.sends ? "no receiver came within 0.5 s"
                                                                          : "no sender came within 0.5 s") != std::string::npos;
    return told && std::chrono::steady_clock::now() - begin < 10s;
}

/// Transfers without an end, the second one later than the patience. True where they end because a rank of the other job is
/// stopped, or because its job ends for that reason.
bool goes_on_until_somebody_is_stopped(Role const& role) {
    ChannelOptions options;
    options.timeout = 4s;
    auto const meeting = ChannelMeeting::at_file(role.file, "lo");
    ChannelSide const side{MPI_COMM_WORLD,
                           std::string("real*8 A(500,500)\n!hpf$ distribute A(") + (role.sends ? "block,*)" : "*,block)")};
    auto channel =
        role.sends ? ArrayChannel::to_receiver(meeting, side, options) : ArrayChannel::from_sender(meeting, side, options);
    if (!channel) throw std::runtime_error(channel.error().message);
    auto const& layout = role.sends ? channel->sending() : channel->receiving();
    std::vector<double> values(layout ? as_size(layout->allocation_size()) : 0);
    std::string why;
    try {
        for (int round = 0;; ++round) {
            if (role.sends && round == 1) std::this_thread::sleep_for(options.timeout + 1s);
            if (role.sends)
                channel->send(values);
            else if (!channel->receive(values))
                return false;
            if (round == 10 && Communicator::world().rank() == 0) std::cout << "under way\n" << std::flush;
        }
    } catch (ChannelFailure const& failure) {
        why = failure.what();
    }
    std::cout << why << "\n" << std::flush;
    return why.find("no sign of life") != std::string::npos || why.find("is lost") != std::string::npos;
}

} // namespace

// send|receive FILE SENDERS RECEIVERS: random arrays. lonely-send|lonely-receive FILE: the other never comes.
// stopped-send|stopped-receive FILE: until a rank of the other is stopped.
TEST_PROGRAM(int argc, char** argv) {
    Environment const environment(argc, argv);
    std::vector<std::string> const words(argv + 1, argv + argc);
    bool const lonely = words.at(0).starts_with("lonely-");
    Role role{words.at(0).ends_with("send"), words.at(1)};
    if (lonely) return everywhere(ends_alone(role)) ? 0 : 1;
    if (words.at(0).starts_with("stopped-")) return goes_on_until_somebody_is_stopped(role) ? 0 : 1;
    role.senders = std::stoi(words.at(2));
    role.receivers = std::stoi(words.at(3));
    return random_arrays_come_through(role) ? 0 : 1;
}
