// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench profile.
#include "cli/common/new_file.hpp"
#include "cli/distbench/machine_profile.hpp"
#include "cli/distbench/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns "0.31 ns/B (3.0 GiB/s)".
std::string rate_text(double seconds_per_byte) {
    return seconds_per_byte > 0 ? fmt::format("{:.2g} ns/B ({}/s)", seconds_per_byte * 1e9, short_bytes(1 / seconds_per_byte))
                                : "none";
}

std::string rate_text(std::optional<double> seconds_per_byte) {
    return seconds_per_byte ? rate_text(*seconds_per_byte) : "not known";
}

void print_protocols(Machine const& machine, Sink const& sink) {
    TextTable table({{"messages", TextTable::Align::Left},
                     {"start-up", TextTable::Align::Right},
                     {"exchange", TextTable::Align::Right},
                     {"send and receive", TextTable::Align::Right},
                     {"one way", TextTable::Align::Right},
                     {"full link", TextTable::Align::Right}},
                    sink);
    for (Protocol const& p : machine.protocols)
        table.add({fmt::format("from {}", short_bytes(static_cast<double>(p.from_bytes))), short_seconds(p.alpha),
                   rate_text(p.beta_ex), rate_text(p.beta_sr), rate_text(p.beta_s), rate_text(p.beta_sat)});
    table.finish();
}

void print_collectives(Machine const& machine, Sink const& sink) {
    TextTable table({{"operation", TextTable::Align::Left},
                     {"vector", TextTable::Align::Right},
                     {"fastest", TextTable::Align::Left},
                     {"takes", TextTable::Align::Right},
                     {"MPI's own", TextTable::Align::Right}},
                    sink);
    for (TunedCollective const& row : machine.collectives)
        table.add({row.operation, short_bytes(static_cast<double>(row.bytes)), row.algorithm, short_seconds(row.time),
                   short_seconds(row.mpi_time)});
    table.finish();
}

void print(MeasuredMachine const& measured, Sink const& sink) {
    sink(fmt::format("{}: {} on {}\n\n", measured.machine.name, counted(measured.ranks, "rank"), counted(measured.nodes, "node")));
    print_protocols(measured.machine, sink);
    sink(fmt::format("\n  fit       off by {:.0f} % (root mean square over {} lengths, three ways each)\n", measured.error * 100,
                     measured.sizes));
    sink(fmt::format("  copying   {}; 8 bytes of every 64: {}\n", rate_text(measured.copies.gapless),
                     rate_text(measured.copies.strided)));
    std::string stretches;
    for (auto const& [bytes, seconds] : measured.copies.gather)
        stretches +=
            fmt::format("{}{} {}", stretches.empty() ? "" : ", ", short_bytes(static_cast<double>(bytes)), short_seconds(seconds));
    sink(fmt::format("  gathering {}: what a stretch of so many bytes takes beside them\n", stretches));
    for (std::string const& reservation : reservations(measured)) sink(fmt::format("  but       {}\n", reservation));
    sink("\n");
    print_collectives(measured.machine, sink);
}

/// Every rank checks, so that all exit together.
Result<void> check_output(Tool const& tool, Communicator const& world) {
    auto const& files = tool.arguments.positionals();
    if (files.empty()) return {};
    return together(world, [&] { return check_new_file(files.front(), tool.arguments.has("force")); });
}

} // namespace

Result<ExitCode> distbench_profile(Tool const& tool, Communicator const& world) {
    if (world.size() < 2)
        return fail("profile: messages need two ranks; start it with mpirun: mpirun -n 4 distbench profile machine.json");
    TRY(check_output(tool, world));
    ProfileSettings settings{.name = tool.arguments.text_or("name", "this machine"),
                             .progress = progress_mode(tool.arguments.text_or("progress", "auto")),
                             .quiet = tool.messages.quiet()};
    if (auto const seconds = tool.arguments.number("seconds")) settings.seconds = static_cast<double>(*seconds);
    auto const measured = measure_machine(world, settings);
    if (world.rank() != 0) return ExitCode::Done;
    auto const& files = tool.arguments.positionals();
    if (tool.arguments.has("json"))
        tool.out.write(measured.machine.to_json());
    else
        print(measured, [&](std::string_view text) { tool.out.write(text); });
    if (files.empty()) return ExitCode::Done;
    TRY(write_new_file(files.front(), measured.machine.to_json(), tool.arguments.has("force")));
    tool.messages.note(fmt::format("wrote {}; try: distplan schedule ... --machine {}", files.front(), files.front()));
    return ExitCode::Done;
}

} // namespace tessera::cli
