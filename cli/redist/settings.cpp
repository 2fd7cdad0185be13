// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the command line of redist asks for.
#include "cli/redist/settings.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/job_plan.hpp"
#include "cli/common/site_loading.hpp"
#include "libcore/network/cost.hpp"

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

Result<MultiPlan> load_plan(Arguments const& arguments, int ranks) {
    auto job = load_sized_job(arguments, ranks);
    if (!job) return tl::unexpected(job.error());
    if (auto const states = arguments.text("state"))
        if (auto const kept = keep_states(*job, *states); !kept) return tl::unexpected(kept.error());
    auto const section = load_section(arguments, *job);
    if (!section) return tl::unexpected(section.error());
    auto plan = plan_of(*job, *section);
    if (plan && plan->ranks() > ranks) return too_few_ranks(plan->ranks(), ranks);
    return plan;
}

Result<std::optional<FileName>> load_file_name(Arguments const& arguments, std::string_view option) {
    auto const text = arguments.text(option);
    if (!text) return std::optional<FileName>{};
    auto name = parse_file_name(*text);
    if (!name) return fail(fmt::format("--{}: {}", option, name.error().message));
    return std::optional(*std::move(name));
}

Result<int> repetitions(Arguments const& arguments) {
    Index const count = arguments.number("repeat").value_or(1);
    if (count < 1 || count > std::numeric_limits<int>::max()) return fail("--repeat: expected a number of times, 1 or more");
    return static_cast<int>(count);
}

/// --algorithm and what goes with it: the schedule of the plan's messages, and its time where the machine's rates are known.
Result<void> add_schedule(RedistSettings& settings, Arguments const& arguments) {
    auto const algorithm = arguments.text("algorithm");
    if (!algorithm) {
        for (char const* option : {"steps", "topology", "placement", "machine"})
            if (arguments.has(option)) return fail(fmt::format("--{} goes with --algorithm NAME (or --algorithm auto)", option));
        return {};
    }
    for (char const* option : {"transport", "receive", "method"})
        if (arguments.has(option)) return fail(fmt::format("--algorithm and --{} exclude each other; give one of them", option));
    auto messages = MessageSet::of(settings.plan);
    if (!messages) return tl::unexpected(messages.error());
    auto const site = load_site(arguments, messages->size());
    if (!site) return tl::unexpected(site.error());
    auto const chosen = schedule_named(*algorithm, *std::move(messages), *site);
    if (!chosen) return tl::unexpected(chosen.error());
    if (site->machine) {
        auto const cost = cost_of(*chosen->schedule, *site->topology, site->placement, site->machine_or_null());
        if (!cost) return tl::unexpected(cost.error());
        settings.predicted_seconds = cost->time();
    }
    settings.transport = Transport::Scheduled;
    settings.schedule = chosen->schedule;
    std::string const steps = arguments.text_or("steps", "async");
    if (steps == "local") settings.steps = StepOrder::Local;
    if (steps == "barrier") settings.steps = StepOrder::Barrier;
    return {};
}

} // namespace

Result<RedistSettings> redist_settings(Arguments const& arguments, int ranks) {
    auto plan = load_plan(arguments, ranks);
    if (!plan) return tl::unexpected(plan.error());
    RedistSettings settings{.plan = *std::move(plan)};
    auto const in = load_file_name(arguments, "in");
    if (!in) return tl::unexpected(in.error());
    auto const out = load_file_name(arguments, "out");
    if (!out) return tl::unexpected(out.error());
    auto const repeat = repetitions(arguments);
    if (!repeat) return tl::unexpected(repeat.error());
    settings.in = *in;
    settings.out = *out;
    settings.repeat = *repeat;
    settings.verify = arguments.has("verify");
    settings.force = arguments.has("force");
    if (arguments.text_or("transport", "p2p") == "alltoallv") settings.transport = Transport::Alltoallv;
    if (arguments.text_or("receive", "async") == "sync") settings.receive = Receive::Sync;
    if (arguments.text_or("method", "direct") == "naive") settings.method = Method::Naive;
    if (settings.method == Method::Naive && (arguments.has("transport") || arguments.has("receive")))
        return fail("--method naive has messages of its own; --transport and --receive do not apply");
    if (auto const added = add_schedule(settings, arguments); !added) return tl::unexpected(added.error());
    return settings;
}

} // namespace tessera::cli
