// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the settings that the command line of redist requests.
#include "cli/redist/settings.hpp"

#include "cli/common/file_loading.hpp"
#include "cli/common/job_loading.hpp"
#include "cli/common/method_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/redist/update_settings.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/copy/array_files.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/redist/copy_batches.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/move/printed_redistributor.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tessera::cli {
namespace {

/// Loads the transitions to move: one if the job changes states, all if it is a job of copies.
Result<std::vector<Transition>> load_moved(Arguments const& arguments, int ranks, std::optional<RankNodes> const& nodes,
                                           Watch const& watch) {
    auto job = TRY(load_sized_job(arguments, ranks));
    auto const transitions = TRY(load_transitions(arguments, std::move(job), watch));
    if (transitions.size() > 1 && transitions.front().copies.empty())
        return fail(
            fmt::format("the job has {0} transitions, and one is moved at a time; say which with --transition, 1 to {0}, or "
                        "name two states, e.g. --state from:to",
                        transitions.size()));
    std::vector<Transition> moved;
    for (Transition const& each : transitions) moved.push_back(TRY(load_transposed(arguments, each)));
    if (moved.size() > 1 && arguments.has("relabel"))
        return fail("--relabel moves the target of one batch to other ranks, and later copies of this job read or overwrite it; "
                    "choose a batch with --transition");
    for (Transition const& each : moved)
        if (Index const wanted = each.plan->ranks(); wanted > ranks) return too_few_ranks(wanted, ranks);
    return load_relabelled(arguments, std::move(moved), nodes);
}

/// Checks that all copies see an array in one mapping, because it has one buffer.
Result<void> check_mappings(RedistSettings const& settings) {
    auto const plans = settings.plan.plans();
    auto const differ = [](Mapping const& a, Mapping const& b) { return a.array().name == b.array().name && a.spec() != b.spec(); };
    for (std::size_t i = 0; settings.makes_copies() && i < plans.size(); ++i)
        for (std::size_t k = 0; k < plans.size(); ++k)
            if (differ(plans[i].target(), plans[k].source()) || differ(plans[i].target(), plans[k].target()))
                return fail(
                    fmt::format("{0} would have two mappings: another copy reads or writes it elsewhere; leave out --relabel",
                                plans[i].target().array().name));
    return {};
}

/// Reads --repeat or --warm-up.
Result<int> repetitions(Arguments const& arguments, char const* option, Index least) {
    constexpr Index most = 1'000'000'000; // the sum of both is an int
    Index const count = arguments.number(option).value_or(least);
    if (count < least || count > most) return fail(fmt::format("--{}: expected a number of times, {} or more", option, least));
    return static_cast<int>(count);
}

/// Checks the options for a copy in parts. It goes from file to file, and the files determine how elements travel.
Result<void> check_parts(RedistSettings const& settings, Arguments const& arguments) {
    if (!settings.in_parts()) return {};
    if (!settings.in || !settings.out) return fail("--resume needs --in and --out; only copies between files can be resumed");
    if (adds(settings.plan)) return fail("--memory and --resume are for copies between files, which cannot add up elements");
    auto const reshapes = [](RedistPlan const& each) { return each.map().reshapes(); };
    if (std::ranges::any_of(settings.plan.plans(), reshapes))
        return fail("--memory and --resume are for copies between files, which cannot reshape an array");
    if (settings.plan.plans().size() != 1)
        return fail(fmt::format("with --in and --out, --memory and --resume are for one array; the job moves {}",
                                settings.plan.plans().size()));
    for (char const* const option : {"transport", "receive", "method", "as-printed", "repeat", "warm-up", "algorithm", "round-trip",
                                     "alpha", "beta", "op", "old", "to-type"})
        if (arguments.has(option))
            return fail(fmt::format("--{} is for arrays in memory; --memory or --resume copies a file in parts", option));
    return {};
}

/// Checks the options for rounds, which are cut from the single plan of a batch.
Result<void> check_rounds(RedistSettings const& settings, Arguments const& arguments) {
    if (!settings.in_rounds()) return {};
    if (settings.method().asks_owners)
        return fail(
            fmt::format("--memory moves arrays in rounds of one plan, but --method {} has no plan", settings.method().name));
    for (MovementBatch const& batch : settings.batches)
        if (batch.composed.plan.phases.size() > 1)
            return fail(
                fmt::format("--memory moves arrays in rounds of one plan, but --method {} holds whole arrays between its phases",
                            batch.composed.plan.method->name));
    if (arguments.has("algorithm"))
        return fail("--memory moves arrays in rounds, and --algorithm orders the messages of a whole move; use one of them");
    if (settings.round_trip)
        return fail("--memory keeps no plan of its rounds, which --round-trip needs to go back; use one of them");
    return {};
}

/// Checks options against the method and against --round-trip.
Result<void> check_method(RedistSettings const& settings, Arguments const& arguments) {
    bool const asks = settings.method().asks_owners;
    for (char const* const option : {"transport", "receive", "algorithm", "round-trip"})
        if (asks && arguments.has(option))
            return fail(
                fmt::format("--method {} has messages of its own; --transport, --receive, --algorithm and --round-trip do not "
                            "apply",
                            settings.method().name));
    if (!settings.round_trip) return {};
    if (arguments.has("algorithm"))
        return fail("--round-trip cannot be used together with --algorithm, which orders the messages of one way only");
    auto const possible = settings.batches.front().composed.plan.check_return();
    return possible ? possible : fail(fmt::format("--round-trip: {}", possible.error().message));
}

/// Checks --as-printed: the method and the plan meet the paper's conditions, and no option asks for what the loops do not do.
Result<void> check_loops(RedistSettings const& settings, Arguments const& arguments) {
    if (!settings.as_printed) return {};
    for (char const* const option : {"transport", "algorithm", "round-trip", "memory", "trace"})
        if (arguments.has(option))
            return fail(fmt::format("--as-printed executes the loops of the paper, with messages of their own; --{} does not apply",
                                    option));
    if (settings.batches.size() > 1) return fail("--as-printed moves one array; some copies of this job wait for earlier ones");
    auto const possible = check_as_printed(settings.batches.front().composed.plan, settings.receive);
    if (possible) return {};
    bool const waits = check_as_printed(settings.batches.front().composed.plan, Receive::Sync).has_value();
    return fail(fmt::format("--as-printed: {}{}", possible.error().message, waits ? "; take --receive sync" : ""));
}

/// Checks that no option for a single move is used with several batches, which are executed in order.
Result<void> check_batches(RedistSettings const& settings, Arguments const& arguments) {
    if (settings.batches.size() == 1) return {};
    for (char const* const option : {"algorithm", "trace", "round-trip"})
        if (arguments.has(option))
            return fail(
                fmt::format("--{} is of a single move; some copies of this job wait for earlier ones, which makes {} batches "
                            "(distplan redist shows them); choose one with --transition",
                            option, settings.batches.size()));
    return {};
}

/// Checks --old, which gives the targets' values before the copies.
Result<void> check_old(RedistSettings const& settings) {
    auto const plans = settings.plan.plans();
    bool const unread =
        std::ranges::any_of(plans, [&](RedistPlan const& plan) { return !settings.holds_input(plan.target().array()); });
    if (settings.adds_up() && settings.in && !settings.old && unread)
        return fail("--beta with --in needs --old FILE, the file of the target's old elements");
    if (!settings.old) return {};
    if (!settings.adds_up() && unwritten_elements(settings.plan.plans()).empty())
        return fail("--old needs --beta; without it no old element is kept");
    if (!unread)
        return fail(fmt::format("--old: the job reads {} before it writes to it, so its elements come from --in",
                                plans.front().target().array().name));
    return {};
}

/// Checks that an array that is both read and written has one type.
Result<void> check_types(RedistSettings const& settings) {
    auto const plans = settings.plan.plans();
    for (RedistPlan const& plan : plans) {
        ArraySpec const& array = plan.target().array();
        auto const reads = [&](RedistPlan const& each) { return each.source().array().name == array.name; };
        bool const is_read = settings.makes_copies() && std::ranges::any_of(plans, reads);
        if (is_read && settings.target_of(plan).array().type != array.type)
            return fail(fmt::format("--to-type: the job reads and writes {0}, which can have only one type", array.name));
    }
    return {};
}

/// Loads the update of the elements and checks it against other options.
Result<void> load_elements(Arguments const& arguments, RedistSettings& settings) {
    settings.update = TRY(load_update(arguments, settings.plan));
    settings.transposed = arguments.text_or("op", "copy").ends_with("transpose");
    settings.old = TRY(load_file_name(arguments, "old"));
    if (!settings.update) return check_old(settings);
    if (settings.has_own_messages())
        return fail(fmt::format("{} copies elements as they are; --alpha, --beta, --op conj and --to-type do not apply",
                                settings.as_printed ? "--as-printed" : fmt::format("--method {}", settings.method().name)));
    if (settings.round_trip) return fail("--round-trip restores the elements, but --alpha, --beta, --op and --to-type change them");
    if (auto const possible = check_types(settings); !possible) return possible;
    return check_old(settings);
}

} // namespace

Mapping RedistSettings::target_of(RedistPlan const& movement) const {
    return update && update->to ? retyped(movement.target(), *update->to) : movement.target().declared();
}

bool RedistSettings::is_input(std::string const& array) const {
    return std::ranges::find(inputs, array) != inputs.end();
}

RedistTotals RedistSettings::totals() const {
    RedistTotals sum;
    for (MovementBatch const& batch : batches) {
        RedistTotals const each = batch.composed.plan.totals();
        sum.elements += each.elements;
        sum.moved += each.moved;
        sum.kept += each.kept;
        sum.messages += each.messages;
        sum.bytes_moved += each.bytes_moved;
        sum.max_sends = std::max(sum.max_sends, each.max_sends);
        sum.max_receives = std::max(sum.max_receives, each.max_receives);
    }
    return sum;
}

Result<RedistSettings> settings_of(std::span<Transition const> transitions, std::string const& method, SiteOfRanks const& site,
                                   Watch const& watch) {
    std::vector<RedistPlan> plans;
    std::vector<MovementBatch> batches;
    for (Transition const& each : transitions) {
        auto composed = TRY(composed_by(method.empty() ? std::string(plain_method(*each.plan)) : method, *each.plan, site, watch));
        batches.push_back({plans.size(), std::move(composed), each.copies});
        plans.insert(plans.end(), each.plan->plans().begin(), each.plan->plans().end());
    }
    auto all = TRY(MultiPlan::make(std::move(plans)));
    RedistSettings settings{
        .plan = std::move(all), .batches = std::move(batches), .inputs = {}, .relabelling = transitions.front().relabelling};
    TRY(check_mappings(settings));
    if (settings.makes_copies()) settings.inputs = inputs_of(settings.plan.plans());
    for (RedistPlan const& plan : settings.plan.plans())
        if (!settings.makes_copies()) settings.inputs.push_back(plan.source().array().name);
    return settings;
}

Result<RedistSettings> redist_settings(Arguments const& arguments, int ranks, std::optional<RankNodes> const& nodes,
                                       Watch const& watch) {
    auto const transitions = TRY(load_moved(arguments, ranks, nodes, watch));
    RedistSettings settings = TRY(settings_of(
        transitions, arguments.text_or("method", ""), [&](int all) { return load_site(arguments, all); }, watch));
    settings.in = TRY(load_file_name(arguments, "in"));
    settings.format_version = arguments.text_or("as", "");
    settings.out = TRY(load_file_name(arguments, "out", settings.format_version));
    settings.repeat = TRY(repetitions(arguments, "repeat", 1));
    settings.warm_up = TRY(repetitions(arguments, "warm-up", 0));
    if (settings.in) TRY(check_holds(*settings.in, settings.inputs.size(), "read"));
    settings.verify = arguments.has("verify");
    settings.force = arguments.has("force");
    settings.any_size = arguments.has("any-size");
    settings.memory = arguments.number("memory");
    settings.resume = arguments.has("resume");
    TRY(check_batches(settings, arguments));
    TRY(check_parts(settings, arguments));
    if (auto const name = arguments.text("transport")) settings.transport = transport_named(*name).value();
    if (arguments.text_or("receive", "async") == "sync") settings.receive = Receive::Sync;
    settings.round_trip = arguments.has("round-trip");
    settings.as_printed = arguments.has("as-printed");
    TRY(check_method(settings, arguments));
    TRY(check_loops(settings, arguments));
    TRY(check_rounds(settings, arguments));
    TRY(load_elements(arguments, settings));
    auto schedules = TRY(schedule_settings(arguments, settings.batches.front().composed.plan));
    settings.without_steps = nodes && nodes->is_one() && leaves_steps_open(arguments);
    if (settings.without_steps) return settings;
    settings.schedules = std::move(schedules);
    if (!settings.schedules.empty()) settings.transport = Transport::Scheduled;
    return settings;
}

} // namespace tessera::cli
