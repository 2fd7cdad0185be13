// SPDX-License-Identifier: BSD-3-Clause
// Tessera: measurement of the machine on which the job runs.
#include "cli/distbench/machine_profile.hpp"

#include "cli/distbench/measure/collective_tuning.hpp"
#include "cli/distbench/measure/link_rate.hpp"
#include "cli/distbench/measure/port_times.hpp"
#include "libcore/base/units.hpp"
#include "libcore/network/protocol_fit.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <thread>

namespace tessera::cli {
namespace {

constexpr double share_of_ports = 0.8;       // share of the time that collectives leave; the rest is for copies and links
constexpr double share_of_collectives = 0.5; // share of the time
constexpr int ways = 3;                      // number of ways to use the ports

PortTimes port_times(Communicator const& comm, ProfileSettings const& settings) {
    PortTimesOptions options{.sizes = message_sizes_to_measure(), .progress = {}};
    auto const sizes = std::ssize(options.sizes);
    options.seconds_per_size = settings.seconds * (1 - share_of_collectives) * share_of_ports / static_cast<double>(sizes * ways);
    std::optional<Progress> progress;
    if (comm.rank() == 0) progress.emplace("measuring messages", sizes, settings.progress, settings.quiet);
    options.progress = [&](Index done) {
        if (progress) progress->advance(done);
    };
    auto times = measure_ports(comm, options);
    if (progress) progress->finish();
    return times;
}

std::vector<TunedCollective> collectives(Communicator const& comm, ProfileSettings const& settings) {
    Index const rows = 2 * std::ssize(tuned_lengths());
    std::optional<Progress> progress;
    if (comm.rank() == 0) progress.emplace("measuring broadcasts and reductions", rows, settings.progress, settings.quiet);
    auto table = tune_collectives(comm, {.seconds = settings.seconds * share_of_collectives, .progress = [&](Index done) {
                                             if (progress) progress->advance(done);
                                         }});
    if (progress) progress->finish();
    return table;
}

std::string source_of(MeasuredMachine const& measured) {
    auto text = fmt::format("measured by distbench profile among {} on {}, medians of {} lengths of messages; copies are gapless",
                            counted(measured.ranks, "rank"), counted(measured.nodes, "node"), measured.sizes);
    for (std::string const& reservation : reservations(measured)) text += "; " + reservation;
    return text;
}

/// Returns whether some node of the job has more ranks than cores. Collective.
bool more_ranks_than_cores(Communicator const& comm, std::vector<int> const& nodes) {
    auto const here = std::ranges::count(nodes, nodes[as_size(comm.rank())]);
    bool const mine = here > static_cast<std::ptrdiff_t>(std::thread::hardware_concurrency());
    return slowest(comm, mine ? 1 : 0) > 0;
}

} // namespace

MeasuredMachine measure_machine(Communicator const& comm, ProfileSettings const& settings) {
    auto const nodes = node_numbers(comm);
    auto const times = port_times(comm, settings);
    auto fit = fit_protocols(times);
    double const rest = settings.seconds * (1 - share_of_collectives) * (1 - share_of_ports) / 2;
    auto const link = measure_link(comm, nodes, rest);
    for (Protocol& protocol : fit.protocols) protocol.beta_sat = link;
    MeasuredMachine measured{.machine = {},
                             .ranks = comm.size(),
                             .nodes = *std::ranges::max_element(nodes) + 1,
                             .crowded = more_ranks_than_cores(comm, nodes),
                             .sizes = static_cast<int>(times.single.size()),
                             .error = fit.error,
                             .copies = measure_copies(comm, rest)};
    measured.machine.name = settings.name;
    measured.machine.protocols = std::move(fit.protocols);
    measured.machine.copy = measured.copies.gapless;
    measured.machine.gather = measured.copies.gather;
    measured.machine.source = source_of(measured);
    measured.machine.collectives = collectives(comm, settings);
    return measured;
}

std::vector<std::string> reservations(MeasuredMachine const& measured) {
    std::vector<std::string> list;
    if (measured.nodes == 1)
        list.emplace_back("beta_sat is not known: all ranks share one node, which has no link that could be saturated");
    if (measured.crowded) list.emplace_back("ranks outnumber cores: times contain waits for a core");
    return list;
}

} // namespace tessera::cli
