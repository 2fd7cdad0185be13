// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the command line of redist asks for.
#include "cli/redist/settings.hpp"

#include "cli/common/file_loading.hpp"
#include "cli/common/job_loading.hpp"
#include "cli/common/method_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/redist/update_settings.hpp"
#include "libcore/mapping/derived_mapping.hpp"
#include "libcore/redist/summed_plan.hpp"

#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tessera::cli {
namespace {

/// The size of the MPI job stands in where the job does not say how many ranks it wants.
Result<Job> load_sized_job(Arguments const& arguments, int ranks) {
    auto job = load_job(arguments);
    return job ? job : load_job(arguments, Index{ranks});
}

/// The one transition that is moved.
Result<Transition> load_transition(Arguments const& arguments, int ranks) {
    auto job = load_sized_job(arguments, ranks);
    if (!job) return forward_error(job);
    auto const transitions = load_transitions(arguments, *std::move(job));
    if (!transitions) return forward_error(transitions);
    if (transitions->size() > 1)
        return fail(
            fmt::format("the job has {0} transitions, and one is moved at a time; say which with --transition, 1 to {0}, or "
                        "name two states, e.g. --state from:to",
                        transitions->size()));
    auto const turned = load_transposed(arguments, transitions->front());
    if (!turned) return forward_error(turned);
    auto const better = load_relabelled(arguments, {*turned});
    if (!better) return forward_error(better);
    MultiPlan const& plan = *better->front().plan;
    if (plan.ranks() > ranks) return too_few_ranks(plan.ranks(), ranks);
    return better->front();
}

Result<int> repetitions(Arguments const& arguments) {
    Index const count = arguments.number("repeat").value_or(1);
    if (count < 1 || count > std::numeric_limits<int>::max()) return fail("--repeat: expected a number of times, 1 or more");
    return static_cast<int>(count);
}

/// A copy in parts goes from file to file, and its elements travel as the files suggest.
Result<void> check_parts(RedistSettings const& settings, Arguments const& arguments) {
    if (!settings.in_parts()) return {};
    if (!settings.in || !settings.out) return fail("--resume goes on with a copy from file to file: with --in and --out");
    if (adds(settings.plan)) return fail("--memory and --resume copy from file to file in parts, and add nothing up");
    if (settings.plan.plans().size() != 1)
        return fail(fmt::format("--memory and --resume are for one array from file to file; the job moves {}",
                                settings.plan.plans().size()));
    for (char const* const option :
         {"transport", "receive", "method", "repeat", "algorithm", "round-trip", "alpha", "beta", "op", "old", "to-type"})
        if (arguments.has(option))
            return fail(fmt::format(
                "--{} is for arrays in memory; with --memory or --resume a file is copied to a file part by part", option));
    return {};
}

/// Rounds are made of the job's one plan.
Result<void> check_rounds(RedistSettings const& settings, Arguments const& arguments) {
    if (!settings.in_rounds()) return {};
    if (settings.method().asks_owners || settings.composed.plan.phases.size() > 1)
        return fail(fmt::format("--memory moves arrays in rounds of one plan; --method {} {}", settings.method().name,
                                settings.method().asks_owners ? "has none" : "holds the arrays between its phases whole"));
    if (arguments.has("algorithm"))
        return fail("--memory moves arrays in rounds, each with messages of its own; --algorithm orders those of one whole move");
    if (settings.round_trip) return fail("--memory makes and forgets each round; --round-trip goes back by what was kept");
    return {};
}

/// What does not go together with a method, or with the way back.
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
        return fail("--round-trip goes there and back by --transport; --algorithm orders the messages of one way only");
    auto const possible = settings.composed.plan.check_return();
    return possible ? possible : fail(fmt::format("--round-trip: {}", possible.error().message));
}

/// What is made of the elements on their way, and what does not go together with it.
Result<void> load_elements(Arguments const& arguments, RedistSettings& settings) {
    auto const update = load_update(arguments, settings.plan);
    if (!update) return forward_error(update);
    settings.update = *update;
    settings.transposed = arguments.text_or("op", "copy").ends_with("transpose");
    auto const old = load_file_name(arguments, "old");
    if (!old) return forward_error(old);
    settings.old = *old;
    if (settings.old && !settings.adds_up())
        return fail("--old says what the targets hold before; without --beta nothing of it stays");
    if (!settings.update) return {};
    if (settings.method().asks_owners)
        return fail(fmt::format("--method {} copies elements as they are; --alpha, --beta, --op conj and --to-type do not apply",
                                settings.method().name));
    if (settings.round_trip) return fail("--round-trip brings back what was there; --alpha, --beta, --op and --to-type change it");
    if (settings.adds_up() && settings.in && !settings.old)
        return fail("--beta with --in: name the file of what the targets hold before, with --old FILE");
    if (settings.adds_up() && (settings.in || settings.old) && settings.verify)
        return fail("--verify knows what comes of --beta from generated data alone; leave out --in and --old");
    return {};
}

} // namespace

Mapping RedistSettings::target_of(RedistPlan const& movement) const {
    return update && update->to ? retyped(movement.target(), *update->to) : movement.target();
}

Result<RedistSettings> redist_settings(Arguments const& arguments, int ranks, bool on_one_node) {
    auto const transition = load_transition(arguments, ranks);
    if (!transition) return forward_error(transition);
    MultiPlan const& plan = *transition->plan;
    auto composed = composed_by(arguments.text_or("method", std::string(plain_method(plan))), plan,
                                [&](int all) { return load_site(arguments, all); });
    if (!composed) return forward_error(composed);
    RedistSettings settings{.plan = plan, .composed = *std::move(composed), .relabelling = transition->relabelling};
    auto const in = load_file_name(arguments, "in");
    if (!in) return forward_error(in);
    auto const out = load_file_name(arguments, "out");
    if (!out) return forward_error(out);
    auto const repeat = repetitions(arguments);
    if (!repeat) return forward_error(repeat);
    settings.in = *in;
    settings.out = *out;
    settings.repeat = *repeat;
    settings.verify = arguments.has("verify");
    settings.force = arguments.has("force");
    settings.memory = arguments.number("memory");
    settings.resume = arguments.has("resume");
    if (adds(plan) && settings.in && settings.verify)
        return fail("--verify knows the sums of generated data alone; leave out --in");
    if (auto const possible = check_parts(settings, arguments); !possible) return forward_error(possible);
    if (auto const name = arguments.text("transport")) settings.transport = transport_named(*name).value();
    if (arguments.text_or("receive", "async") == "sync") settings.receive = Receive::Sync;
    settings.round_trip = arguments.has("round-trip");
    if (auto const possible = check_method(settings, arguments); !possible) return forward_error(possible);
    if (auto const possible = check_rounds(settings, arguments); !possible) return forward_error(possible);
    if (auto const possible = load_elements(arguments, settings); !possible) return forward_error(possible);
    auto schedules = schedule_settings(arguments, settings.composed.plan);
    if (!schedules) return forward_error(schedules);
    settings.without_steps = on_one_node && leaves_steps_open(arguments);
    if (settings.without_steps) return settings;
    settings.schedules = *std::move(schedules);
    if (!settings.schedules.empty()) settings.transport = Transport::Scheduled;
    return settings;
}

} // namespace tessera::cli
