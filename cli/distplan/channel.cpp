// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan channel: the exchange of an array between two programs.
#include "cli/distplan/channel.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/shared_options.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/messages/coupling_report.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tessera::cli {
namespace {

constexpr Index most_side_ranks = 1 << 20;

/// The mapping of one side, and the number of its ranks.
struct GivenSide {
    MappingSpec mapping;
    Index ranks = 0;
};

Result<std::optional<Index>> side_ranks(Arguments const& arguments, std::string const& option) {
    auto const number = arguments.number(option);
    if (number && (*number < 1 || *number > most_side_ranks))
        return fail(fmt::format("--{}: a side has between 1 and {} ranks, not {}", option, most_side_ranks, *number));
    return number;
}

/// Returns the only array of a job in its first or last state. Without `ranks`, the number of ranks is that of its mapping.
Result<GivenSide> side_of(Job const& job, bool last, std::optional<Index> ranks) {
    if (!job.copies.empty()) return fail(fmt::format("{}: a channel carries a whole array; --copy is for redist", job.name));
    if (job.arrays.size() != 1)
        return fail(fmt::format("{}: a channel carries one array, but {} are mapped", job.name, job.arrays.size()));
    auto const& states = job.arrays.front().states;
    auto const mapping = TRY(Mapping::make(last ? states.back() : states.front()));
    Index const named = Index{mapping.grid().max_rank()} + 1;
    return GivenSide{mapping.spec(), ranks.value_or(named)};
}

Result<GivenSide> load_side(Tool const& tool, std::string const& option, bool receiver) {
    auto const& words = tool.arguments.positionals();
    auto const ranks = TRY(side_ranks(tool.arguments, option));
    auto const file = words.empty() ? std::nullopt : std::optional(words[receiver ? words.size() - 1 : 0]);
    bool const two_files = words.size() == 2;
    auto const job = TRY(load_job(tool.arguments, file, ranks));
    return side_of(job, receiver || two_files, ranks);
}

/// Numbers all ranks: senders come first, and the last `shared` senders are the first receivers.
Result<Coupling> couple(GivenSide const& sender, GivenSide const& receiver, Index shared) {
    if (shared > std::min(sender.ranks, receiver.ranks))
        return fail(fmt::format("--shared: {} ranks cannot be on both sides; there are {} senders and {} receivers", shared,
                                sender.ranks, receiver.ranks));
    CouplingSide from{sender.mapping, {}};
    CouplingSide to{receiver.mapping, {}};
    for (Index rank = 0; rank < sender.ranks; ++rank) from.ranks.push_back(static_cast<Rank>(rank));
    for (Index rank = 0; rank < receiver.ranks; ++rank) to.ranks.push_back(static_cast<Rank>(sender.ranks - shared + rank));
    return Coupling::make(from, to);
}

Result<CouplingReport> report_on(Tool const& tool, Coupling coupling, GivenSide const& sender, GivenSide const& receiver) {
    auto const machine = TRY(load_machine(tool.arguments));
    auto rows = TRY(rate_coupling(coupling, machine.get()));
    std::string const asked = tool.arguments.text_or("algorithm", "auto");
    CouplingChoice choice{asked, ""};
    if (asked == "auto") choice = choose_coupling(rows);
    TRY(coupling_schedule(choice.algorithm, coupling));
    bool const timed = std::ranges::any_of(rows, [](RatedCoupling const& row) { return row.time.has_value(); });
    if (machine && !timed) tool.messages.note(fmt::format("{}, so there are no times", machine->lack_of_rates()));
    return CouplingReport{std::move(coupling),
                          std::move(rows),
                          std::move(choice.algorithm),
                          std::move(choice.reason),
                          timed ? machine->name : std::string(),
                          coupling_setup_messages(static_cast<int>(sender.ranks), static_cast<int>(receiver.ranks))};
}

} // namespace

Invocation channel_invocation() {
    return {
        .name = "channel",
        .arguments = "[SENDER [RECEIVER]]",
        .max_arguments = 2,
        .summary = "plan transfers between two coupled programs",
        .description =
            R"(Plans how one program hands an array to another. Each program has its own ranks and its own mapping of the array. The
class tessera::ArrayChannel executes this plan.

The command prints who sends what to whom. It then compares the algorithms of the CDT paper: all-to-all, centralized,
staged, multistage and hybrid. For each it prints the number of messages, the volume that is sent, and the
time T = t_m M + t_w W (equation 1 of the paper). Last it names the algorithm that auto takes, and the reason.

With two job files, the last state of the first is sent, and the last state of the second is received. With one file,
its first state is sent and its last is received. --array with --from and --to works like one file.

Each side numbers its ranks from 0. In the numbering of all ranks, the receivers follow the senders. With --shared N
the last N senders are also the first N receivers.)",
        .examples = {{"distplan channel fft2d.hpf --machine sp1-async", "From a job's first state to its last, with times."},
                     {"distplan channel producer.hpf consumer.hpf --senders 16 --receivers 8", "From one job file to another."},
                     {"distplan channel fft2d.hpf --shared 8 --totals --json",
                      "All ranks are on both sides; print totals as JSON."}},
        .main_options = {"senders", "receivers", "shared", "algorithm", "machine", "json"},
    };
}

std::vector<OptionSpec> channel_options() {
    std::vector<std::string> const channel{"channel"};
    auto const option = [&](std::string name, std::string help) {
        return plain_option(std::move(name), ValueKind::Number, "N", std::move(help), channel);
    };
    return {
        option("senders", "number of sending ranks, where the mapping does not give it"),
        option("receivers", "number of receiving ranks, where the mapping does not give it"),
        option("shared", "number of ranks on both sides; the last senders are the first receivers"),
        {.name = "algorithm",
         .kind = ValueKind::Choice,
         .placeholder = "NAME",
         .choices = {"auto", "all-to-all", "centralized", "staged", "multistage", "hybrid"},
         .help = "algorithm of the transfer; auto (the default), all-to-all, centralized, staged, multistage or hybrid",
         .group = "Options",
         .subcommands = channel},
        machine_option(channel),
        {.name = "all", .help = "print every row, also of a long table", .group = "Options", .subcommands = channel},
        {.name = "totals", .help = "print only the totals, and no single message", .group = "Options", .subcommands = channel},
        json_option(channel),
    };
}

Result<ExitCode> distplan_channel(Tool const& tool) {
    auto const sender = TRY(load_side(tool, "senders", false));
    auto const receiver = TRY(load_side(tool, "receivers", true));
    auto coupling = TRY(couple(sender, receiver, tool.arguments.number("shared").value_or(0)));
    auto const report = TRY(report_on(tool, std::move(coupling), sender, receiver));
    RedistReportOptions const options{
        .totals_only = tool.arguments.has("totals"), .rank = std::nullopt, .all = tool.arguments.has("all")};
    (tool.arguments.has("json") ? coupling_json : coupling_text)(report, options, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
