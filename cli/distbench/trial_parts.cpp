// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a program's phases and remaps, ready to execute.
#include "cli/distbench/trial_parts.hpp"

#include "cli/distbench/raced_arrays.hpp"
#include "cli/distbench/trial_panels.hpp"
#include "libcore/base/median.hpp"
#include "libcore/base/try.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/comm/halo/halo_plan.hpp"
#include "libcore/pipeline/sited_schedule.hpp"
#include "libcore/program/largest_part.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/comm/halo/halo_exchange.hpp"
#include "libcore/runtime/mpi/clock.hpp"
#include "libcore/schedule/message_set.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>

namespace tessera::cli {
namespace {

/// A redistribution with its arrays.
struct TrialRemap {
    MultiPlan plan;
    std::unique_ptr<RacedArrays> arrays;
    std::optional<Redistributor> mover;
};

/// Returns the largest number of bytes of a rank for one index along these dimensions.
Index bytes_across(Mapping const& mapping, std::vector<bool> const& along) {
    Index bytes = mapping.array().type.bytes;
    for (int d = 0; d < mapping.dims(); ++d)
        if (!along[as_size(d)]) bytes *= detail::largest_part(mapping.dim(d));
    return bytes;
}

} // namespace

Result<TrialUses> TrialParts::uses_of(ProgramLayout const& layout, ProgramCost const& cost) {
    TrialUses uses;
    for (ChangeCost const& change : cost.changes) {
        uses_ = {};
        TRY(add_change(layout, change));
        uses.changes.push_back(uses_);
    }
    for (std::size_t phase = 0; phase < layout.size(); ++phase) {
        uses_ = {};
        for (std::size_t array = 0; array < layout[phase].size(); ++array) TRY(add_array(phase, array, layout[phase]));
        uses.phases.push_back(uses_);
    }
    return uses;
}

void TrialParts::run_once(std::size_t part) {
    parts_[part].run();
}

void TrialParts::run(int rounds) {
    for (int round = -1; round < rounds; ++round) // the first round is a warm-up
        for (TrialPart& part : parts_) {
            comm_.barrier();
            double const start = seconds_now();
            part.run();
            double const time = slowest(comm_, seconds_now() - start);
            if (round >= 0) part.seconds.push_back(time);
        }
}

double TrialParts::seconds_of(TrialUses const& uses) const {
    double sum = 0;
    for (auto const* const group : {&uses.changes, &uses.phases})
        for (auto const& parts : *group)
            for (TrialUse const& use : parts) sum += use.times * median_of(parts_[use.part].seconds);
    return sum;
}

bool TrialParts::known(std::string const& name, double times) {
    auto const [entry, made] = numbers_.emplace(name, parts_.size());
    uses_.push_back({entry->second, times});
    return !made;
}

Result<void> TrialParts::add_change(ProgramLayout const& layout, ChangeCost const& change) {
    std::vector<std::pair<Mapping const*, Mapping const*>> moves;
    for (ArrayMove const& move : change.moves)
        if (!move.overwritten && !move.traffic.is_nothing())
            moves.emplace_back(&layout.after(change.change, change.number, move.array, change.step),
                               &layout.after(change.change, change.number, move.array, change.step + 1));
    return add_remap(moves, change.price.algorithm, change.change.times);
}

Result<void> TrialParts::add_remap(std::vector<std::pair<Mapping const*, Mapping const*>> const& moves,
                                   std::string const& algorithm, double times) {
    if (moves.empty()) return {};
    std::string name = "remap";
    for (auto const& [from, to] : moves)
        name += fmt::format(" {} {} to {}", from->array().name, mapping_text(from->spec()), mapping_text(to->spec()));
    if (known(name, times)) return {};
    std::vector<RedistPlan> plans;
    for (auto const& [from, to] : moves) plans.push_back(TRY(RedistPlan::make(*from, *to)));
    auto plan = TRY(MultiPlan::make(std::move(plans)));
    RedistributorOptions options{.transport = Transport::PointToPoint};
    auto const messages = MessageSet::of(plan);
    auto const site = messages ? coster_.prices().sites()(messages->size()) : fail("");
    auto const sited = site && messages ? schedule_on(*site, *messages, algorithm) : Result<SitedSchedule>(fail(""));
    if (sited) {
        options.transport = Transport::Scheduled;
        options.schedule = sited->schedule;
    }
    auto remap = std::make_shared<TrialRemap>(TrialRemap{std::move(plan), nullptr, std::nullopt});
    remap->arrays = std::make_unique<RacedArrays>(comm_, remap->plan);
    remap->mover.emplace(TRY(Redistributor::make(remap->plan, comm_.handle(), remap->arrays->layouts(), std::move(options))));
    parts_.push_back({[remap] { remap->mover->execute(remap->arrays->sources(), remap->arrays->targets()); }, {}});
    return {};
}

Result<void> TrialParts::add_array(std::size_t phase, std::size_t array, std::vector<Mapping> const& mappings) {
    PhasedProgram const& program = coster_.program();
    PhaseArray const* const use = program.phases()[phase].uses[array];
    double const times = program.phases()[phase].times;
    Mapping const& mapping = mappings[array];
    if (use == nullptr) return {};
    if (!use->halo.empty())
        if (auto const added = add_halo(mapping, *use, times); !added) return added;
    if (!use->reduced.empty()) add_reduction(mapping, use->reduced, times);
    if (!use->spread.empty() && use->with.empty()) add_broadcasts(mapping, use->spread, times);
    if (use->with.empty()) return {};
    Mapping const& partner = mappings[program.array_number(use->with)];
    auto const wanted = TRY(mapping_like(partner, mapping.array(), use->partner_dims));
    if (!use->spread.empty()) {
        auto const enough = TRY(mapping_spread(wanted, use->spread));
        auto const missing = TRY(coster_.prices().traffic(mapping, enough));
        if (missing.is_nothing()) return {};
        add_broadcasts(wanted, use->spread, times);
    }
    auto const traffic = TRY(coster_.prices().traffic(mapping, wanted));
    if (traffic.is_nothing()) return {};
    auto const price = coster_.prices().remap(mapping, wanted);
    return add_remap({{&mapping, &wanted}}, price ? price->algorithm : "", times);
}

Result<void> TrialParts::add_halo(Mapping const& mapping, PhaseArray const& use, double times) {
    auto plan = TRY(HaloPlan::make(mapping, use.corners ? Stencil::box(use.halo) : Stencil::star(use.halo)));
    std::string name = fmt::format("halo {} {} {}", mapping.array().name, mapping_text(mapping.spec()), use.corners);
    for (ShadowWidth const& width : use.halo) name += fmt::format(" {}:{}", width.low, width.high);
    if (known(name, times)) return {};
    auto exchange = std::make_shared<HaloExchange>(TRY(HaloExchange::make(std::move(plan), comm_.handle())));
    auto local = std::make_shared<Buffer>(exchange->layout().allocation_size() * mapping.array().type.bytes);
    local->clear();
    parts_.push_back({[exchange, local] { exchange->exchange(local->data()); }, {}});
    return {};
}

std::shared_ptr<Communicator> TrialParts::line_of(Mapping const& mapping, std::vector<bool> const& along) const {
    auto const position = mapping.grid().position(comm_.rank());
    int colour = position ? static_cast<int>(mapping.replica(*position)) : -1;
    for (int d = 0; position && d < mapping.dims(); ++d)
        if (!along[as_size(d)])
            colour = colour * static_cast<int>(mapping.dim(d).coords()) + static_cast<int>(mapping.dim_coord(*position, d));
    return std::make_shared<Communicator>(comm_.split(colour + 1));
}

Machine const* TrialParts::measured_machine() const {
    auto const rates = coster_.prices().machine(comm_.size());
    return rates && *rates != nullptr && !(*rates)->collectives.empty() ? *rates : nullptr;
}

void TrialParts::add_reduction(Mapping const& mapping, std::vector<bool> const& along, double times) {
    Index ranks = 1;
    for (int d = 0; d < mapping.dims(); ++d)
        if (along[as_size(d)]) ranks *= mapping.dim(d).coords();
    Index const bytes = bytes_across(mapping, along);
    if (ranks == 1 || bytes == 0) return;
    if (known(fmt::format("sum {} {} {}", mapping_text(mapping.spec()), along, bytes), times)) return;
    auto const line = line_of(mapping, along);
    auto const task = trial_task(CollectiveKind::Reduce, *line, 0, bytes);
    auto const combiner = Combiner::make(ReduceOp::Sum, {"float64", 8}).value();
    auto const sum = std::make_shared<Collective>(*line, *choose_collective(task, measured_machine()).algorithm, task, combiner);
    auto const vector = std::make_shared<Buffer>(task.bytes());
    vector->clear();
    bool const takes_part = mapping.grid().position(comm_.rank()).has_value();
    parts_.push_back({[sum, vector, takes_part] {
                          if (takes_part) sum->execute(vector->data());
                      },
                      {}});
}

void TrialParts::add_broadcasts(Mapping const& mapping, std::vector<bool> const& spread, double times) {
    for (int d = 0; d < mapping.dims(); ++d)
        if (spread[as_size(d)] && mapping.dim(d).coords() > 1 && mapping.volume() > 0) add_broadcasts_along(d, mapping, times);
}

void TrialParts::add_broadcasts_along(int d, Mapping const& mapping, double times) {
    std::vector<bool> along(as_size(mapping.dims()), false);
    along[as_size(d)] = true;
    if (known(fmt::format("broadcasts {} {} {}", mapping_text(mapping.spec()), d, bytes_across(mapping, along)), times)) return;
    auto const line = line_of(mapping, along);
    if (!mapping.grid().position(comm_.rank())) {
        parts_.push_back({[] {}, {}});
        return;
    }
    auto const panels = std::make_shared<TrialPanels>(*line, mapping, d, measured_machine());
    parts_.push_back({[line, panels] { panels->broadcast_all(); }, {}});
}

} // namespace tessera::cli
