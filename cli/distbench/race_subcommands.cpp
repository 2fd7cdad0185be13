// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distbench alltoall and distbench race.
#include "cli/common/job_loading.hpp"
#include "cli/common/progress.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/step_orders.hpp"
#include "cli/distbench/machine_profile.hpp"
#include "cli/distbench/race.hpp"
#include "cli/distbench/rounds.hpp"
#include "cli/distbench/subcommands.hpp"
#include "libcore/base/size_text.hpp"
#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/spec/parse.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>

namespace tessera::cli {
namespace {

constexpr double quick_profile_seconds = 1.5;
constexpr Index most_rounds = 1'000'000;
constexpr Index range_factor = 4; // "1KiB:1MiB" means 1, 4, 16, ... KiB

/// The data of one race, moved by the first `ranks` of the job.
struct Contest {
    std::string name;
    int ranks = 0;
    std::shared_ptr<MultiPlan const> plan;
};

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        std::size_t const end = std::min(text.find(separator, begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

/// Parses "64" or "1KiB:1MiB".
Result<std::vector<Index>> parse_size_range(std::string const& text) {
    auto const ends = split(text, ':');
    if (ends.size() > 2) return fail(fmt::format("'{}' is not a range; expected FIRST:LAST, such as 1KiB:1MiB", text));
    auto const first = TRY(parse_size(ends.front()));
    auto const last = TRY(parse_size(ends.back()));
    if (first < 1 || last < first) return fail(fmt::format("'{}': expected sizes of 1 byte or more, the smaller first", text));
    std::vector<Index> sizes;
    for (Index size = first; size <= last; size *= range_factor) sizes.push_back(size);
    return sizes;
}

Result<std::vector<Index>> sizes_of(Arguments const& arguments) {
    std::vector<Index> sizes;
    for (std::string const& part : split(arguments.text_or("sizes", "64:256KiB"), ',')) {
        auto const some = parse_size_range(part);
        if (!some) return fail("--sizes: " + some.error().message);
        sizes.insert(sizes.end(), some->begin(), some->end());
    }
    return sizes;
}

Result<std::vector<int>> rank_counts_of(Arguments const& arguments, int available) {
    if (!arguments.has("rank-counts")) return std::vector{available};
    std::vector<int> counts;
    for (std::string const& part : split(arguments.text_or("rank-counts", ""), ',')) {
        auto const count = parse_number(part);
        if (!count || *count < 2 || *count > available)
            return fail(
                fmt::format("--rank-counts: expected numbers from 2 to {1}, the ranks of the job; found '{0}'", part, available));
        counts.push_back(static_cast<int>(*count));
    }
    return counts;
}

/// Returns an all-to-all as a redistribution: each rank owns a row of elements of `bytes` bytes, and then a column.
Result<Transition> all_to_all_transition(int ranks, Index bytes) {
    auto const job = TRY(parse_compact(
        {.arrays = {fmt::format("bytes({}) A({},{})", bytes, ranks, ranks)}, .from = "(block,*)", .to = "(*,block)", .copies = {}},
        {.ranks = ranks, .files = nullptr}));
    return whole_transition(job);
}

Result<std::vector<Contest>> all_to_alls(Arguments const& arguments, int available) {
    auto const sizes = TRY(sizes_of(arguments));
    auto const counts = TRY(rank_counts_of(arguments, available));
    std::vector<Contest> contests;
    for (int const ranks : counts) {
        for (Index const size : sizes) {
            auto const transition = TRY(all_to_all_transition(ranks, size));
            contests.push_back({fmt::format("all-to-all of {}", short_bytes(static_cast<double>(size))), ranks, transition.plan});
        }
    }
    return contests;
}

Result<Contest> contest_of(std::string const& name, Transition const& transition, int available) {
    auto const messages = TRY(MessageSet::of(*transition.plan));
    Index const ranks = messages.rank(messages.size() - 1) + 1;
    if (ranks > available)
        return fail(fmt::format("{} needs {}; start it with mpirun -n {} (this job has {})", name, counted(ranks, "rank"), ranks,
                                available));
    if (messages.messages() == 0) return fail(fmt::format("{}: no message has to be sent", name));
    return Contest{name, static_cast<int>(ranks), transition.plan};
}

/// Returns one contest for each transition of the job.
Result<std::vector<Contest>> contests_of(Arguments const& arguments, std::optional<std::string> const& file, int available) {
    auto const job = TRY(load_sized_job(arguments, file, available));
    auto const transitions = TRY(transitions_of(job));
    auto const name = file ? std::filesystem::path(*file).filename().string() : job.name;
    std::vector<Contest> contests;
    for (Transition const& each : transitions) {
        bool const only = transitions.size() == 1;
        contests.push_back(TRY(contest_of(only ? name : fmt::format("{}, {}", name, each.states()), each, available)));
    }
    return contests;
}

Result<std::vector<Contest>> jobs(Arguments const& arguments, int available) {
    std::vector<std::optional<std::string>> files(arguments.positionals().begin(), arguments.positionals().end());
    if (files.empty()) files.emplace_back(std::nullopt);
    std::vector<Contest> contests;
    for (auto const& file : files) {
        auto some = TRY(contests_of(arguments, file, available));
        std::ranges::move(some, std::back_inserter(contests));
    }
    return contests;
}

/// Sets the machine of --machine or, without it, measures this machine quickly.
Result<void> know_machine(Tool const& tool, Communicator const& world, Site& site, std::shared_ptr<Machine const>& measured) {
    if (site.machine) return {};
    if (!measured) {
        if (world.rank() == 0) tool.messages.note("no --machine is given, so this machine is measured first");
        auto profile = measure_machine(world, {.name = "this machine as measured now",
                                               .seconds = quick_profile_seconds,
                                               .progress = ProgressMode::Never,
                                               .quiet = true});
        measured = std::make_shared<Machine const>(std::move(profile.machine));
    }
    site.machine = measured;
    return {};
}

/// Runs the race of one contest on the ranks that take part; the others wait, and get an empty one.
Result<Race> run_contest(Communicator const& world, Contest const& contest, Site const& site, RaceSettings const& settings) {
    bool const takes_part = world.rank() < contest.ranks;
    Communicator const comm = world.split(takes_part ? 1 : 0);
    Result<Race> race = takes_part ? run_race(comm, contest.name, *contest.plan, site, settings) : Race{};
    world.sleep_until_all();
    return race;
}

Result<std::vector<std::string>> algorithms_of(Arguments const& arguments) {
    std::vector<std::string> known;
    for (AlgorithmInfo const& info : algorithms()) known.emplace_back(info.name);
    if (!arguments.has("algorithms")) return known;
    auto wanted = split(arguments.text_or("algorithms", ""), ',');
    for (std::string const& name : wanted)
        if (!std::ranges::count(known, name))
            return fail(fmt::format("--algorithms: no algorithm '{}'{}", name, suggestion(name, known)));
    return wanted;
}

Result<RaceSettings> settings_of(Arguments const& arguments) {
    auto wanted = TRY(algorithms_of(arguments));
    auto const rounds = TRY(rounds_of(arguments, most_rounds));
    RaceSettings settings{.algorithms = std::move(wanted),
                          .order = step_order(arguments.text_or("steps", "async")),
                          .rounds = static_cast<int>(rounds),
                          .counters = std::nullopt,
                          .progress = nullptr};
    if (auto const command = arguments.text("counters")) settings.counters.emplace(*command);
    return settings;
}

Result<RaceSeries> run_all(Tool const& tool, Communicator const& world, std::vector<Contest> const& contests,
                           RaceSettings settings) {
    std::optional<Progress> progress;
    if (world.rank() == 0)
        progress.emplace("racing", static_cast<Index>(contests.size() * settings.algorithms.size()) * settings.rounds,
                         progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    settings.progress = [&](Index done) {
        if (progress) progress->advance(done);
    };
    RaceSeries series{.races = {}, .machine = "", .order = settings.order, .rounds = settings.rounds};
    std::shared_ptr<Machine const> measured;
    for (Contest const& contest : contests) {
        auto site = TRY(load_site(tool.arguments, contest.ranks));
        TRY(know_machine(tool, world, site, measured));
        series.machine = site.machine->name;
        series.races.push_back(TRY(run_contest(world, contest, site, settings)));
    }
    if (progress) progress->finish();
    return series;
}

using ContestMaker = Result<std::vector<Contest>> (*)(Arguments const&, int available);

Result<ExitCode> hold(Tool const& tool, Communicator const& world, ContestMaker make_contests) {
    std::string const name = tool.arguments.subcommand();
    if (world.size() < 2)
        return fail(fmt::format("{}: messages need two ranks; start it with mpirun: mpirun -n 4 distbench {} ...", name, name));
    auto const settings = TRY(settings_of(tool.arguments));
    auto const contests = TRY(make_contests(tool.arguments, world.size()));
    auto const series = TRY(run_all(tool, world, contests, settings));
    // Rank 0 takes part in every race, and all participants know about errors of any rank.
    if (world.rank() != 0) return ExitCode::Done;
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    (tool.arguments.has("json") ? races_json : races_text)(series, sink);
    bool const delivered = std::ranges::all_of(series.races, &Race::delivered);
    if (!delivered) tool.messages.error("not every element is in its place");
    return delivered ? ExitCode::Done : ExitCode::Mismatch;
}

} // namespace

Result<ExitCode> distbench_alltoall(Tool const& tool, Communicator const& world) {
    return hold(tool, world, all_to_alls);
}

Result<ExitCode> distbench_race(Tool const& tool, Communicator const& world) {
    return hold(tool, world, jobs);
}

} // namespace tessera::cli
