// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the movers of a batch: by the phases of a plan, in rounds, as printed, or by asking owners.
#include "cli/redist/batch_movers.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/move/composite_redistributor.hpp"
#include "libcore/runtime/move/printed_redistributor.hpp"
#include "libcore/runtime/move/round_redistributor.hpp"
#include "libcore/runtime/move/runtime_resolution.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace tessera::cli {
namespace {

/// This rank's memory for the movements of a batch, in their order.
struct BatchPlaces {
    std::vector<void*> sources;
    std::vector<DistributedArray const*> shared; // empty if the sources are not shared
    std::vector<void*> targets;

    BatchPlaces(ArraySlots& slots, MovementBatch const& batch) {
        for (std::size_t i = 0; i < batch.plans().size(); ++i) {
            SourceSlot& source = slots.source_of(batch.first + i);
            sources.push_back(source.data());
            if (source.shared) shared.push_back(&*source.shared);
            targets.push_back(slots.target_of(batch.first + i).values.data());
        }
    }

    template <class Mover>
    void execute(Mover& mover) const {
        if (!shared.empty()) return mover.execute(std::span(shared), std::span(targets));
        std::vector<void const*> const from(sources.begin(), sources.end());
        mover.execute(std::span(from), std::span(targets));
    }
};

RankLayouts layouts_of(ArraySlots const& slots, MovementBatch const& batch) {
    RankLayouts layouts;
    for (std::size_t i = 0; i < batch.plans().size(); ++i) {
        layouts.sources.push_back(slots.source_layout(batch.first + i));
        layouts.targets.push_back(slots.target_layout(batch.first + i));
    }
    return layouts;
}

/// Returns the sums over all ranks; the refusal is that of this rank's node.
NodeTraffic summed(Communicator const& comm, NodeTraffic ways) {
    std::array<Index, 4> sums{ways.straight, ways.read, ways.staged, ways.sent};
    sum_entries<Index>(comm, sums);
    return {sums[0], sums[1], sums[2], sums[3], std::move(ways.refusal)};
}

class PlannedMover : public BatchMover {
  public:
    PlannedMover(Communicator const& comm, RedistSettings const& settings, BatchPlaces places, CompositeRedistributor mover)
        : comm_(comm), settings_(settings), places_(std::move(places)), mover_(std::move(mover)) {}

    void execute() override { places_.execute(mover_); }
    void execute_back() override {
        std::vector<void const*> const arrived(places_.targets.begin(), places_.targets.end());
        mover_.execute_back(places_.sources, arrived);
    }
    [[nodiscard]] Index bytes() const override {
        RedistributorCosts const costs = mover_.costs();
        return (settings_.round_trip ? 2 : 1) * (costs.bytes_received + costs.bytes_kept);
    }
    void report(RedistOutcome& outcome) const override {
        bool const one = settings_.batches.size() == 1 && settings_.batches.front().composed.plan.phases.size() == 1;
        if (one) outcome.trace = mover_.gather_trace(0);
        if (settings_.transport != Transport::Auto && settings_.transport != Transport::Shared) return;
        NodeTraffic const ways = summed(comm_, mover_.node_traffic());
        if (!outcome.node_traffic) outcome.node_traffic = NodeTraffic{};
        outcome.node_traffic->straight += ways.straight;
        outcome.node_traffic->read += ways.read;
        outcome.node_traffic->staged += ways.staged;
        outcome.node_traffic->sent += ways.sent;
        if (ways.refusal) outcome.node_traffic->refusal = ways.refusal;
    }

  private:
    Communicator const& comm_;
    RedistSettings const& settings_;
    BatchPlaces places_;
    CompositeRedistributor mover_;
};

class RoundsMover : public BatchMover {
  public:
    RoundsMover(BatchPlaces places, RoundRedistributor mover) : places_(std::move(places)), mover_(std::move(mover)) {}

    void execute() override { places_.execute(mover_); }
    void report(RedistOutcome& outcome) const override {
        if (!outcome.rounds) outcome.rounds = RoundReport{0, 0, 0};
        outcome.rounds->rounds += mover_.rounds();
        outcome.rounds->predicted_bytes = std::max(outcome.rounds->predicted_bytes, mover_.predicted_bytes());
        outcome.rounds->held_bytes = std::max(outcome.rounds->held_bytes, mover_.held_bytes());
    }

  private:
    BatchPlaces places_;
    RoundRedistributor mover_;
};

class NaiveMover : public BatchMover {
  public:
    NaiveMover(BatchPlaces places, std::vector<RuntimeResolution> moves) : places_(std::move(places)), moves_(std::move(moves)) {}

    void execute() override {
        for (std::size_t i = 0; i < moves_.size(); ++i) moves_[i].execute(places_.sources[i], places_.targets[i]);
    }

  private:
    BatchPlaces places_;
    std::vector<RuntimeResolution> moves_;
};

class PrintedMover : public BatchMover {
  public:
    PrintedMover(BatchPlaces places, PrintedRedistributor mover) : places_(std::move(places)), mover_(std::move(mover)) {}

    void execute() override { mover_.execute(places_.sources.front(), places_.targets.front()); }

  private:
    BatchPlaces places_;
    PrintedRedistributor mover_;
};

Result<std::unique_ptr<BatchMover>> planned_mover(Communicator const& comm, RedistSettings const& settings, ArraySlots& slots,
                                                  MovementBatch const& batch, std::function<void(Index)> progress) {
    RedistributorOptions common{.transport = settings.transport, .receive = settings.receive};
    common.progress = std::move(progress);
    CompositeOptions options{.phases = {common}, .updates = {}, .with_return = settings.round_trip, .back = common};
    if (settings.update) options.updates = {*settings.update};
    if (!settings.schedules.empty()) options.phases.resize(settings.schedules.size(), common);
    for (std::size_t phase = 0; phase < settings.schedules.size(); ++phase) {
        options.phases[phase].schedule = settings.schedules[phase].sited.schedule;
        options.phases[phase].steps = settings.schedules[phase].order;
        options.phases[phase].trace = settings.schedules[phase].trace.has_value();
    }
    auto made = TRY(CompositeRedistributor::make(batch.composed.plan, comm.handle(), layouts_of(slots, batch), options));
    return std::make_unique<PlannedMover>(comm, settings, BatchPlaces(slots, batch), std::move(made));
}

Result<std::unique_ptr<BatchMover>> rounds_mover(Communicator const& comm, RedistSettings const& settings, ArraySlots& slots,
                                                 MovementBatch const& batch) {
    RedistributorOptions options{.transport = settings.transport, .receive = settings.receive};
    if (settings.update) options.updates = {*settings.update};
    auto made = RoundRedistributor::make(batch.composed.plan.whole, comm.handle(), layouts_of(slots, batch), options,
                                         {*settings.memory, settings.copies_directly()});
    if (!made) return fail("--memory: " + made.error().message);
    return std::make_unique<RoundsMover>(BatchPlaces(slots, batch), *std::move(made));
}

Result<std::unique_ptr<BatchMover>> naive_mover(Communicator const& comm, ArraySlots& slots, MovementBatch const& batch) {
    std::vector<RuntimeResolution> moves;
    for (RedistPlan const& plan : batch.plans()) moves.push_back(TRY(RuntimeResolution::make(plan, comm.handle())));
    return std::make_unique<NaiveMover>(BatchPlaces(slots, batch), std::move(moves));
}

Result<std::unique_ptr<BatchMover>> printed_mover(Communicator const& comm, RedistSettings const& settings, ArraySlots& slots,
                                                  MovementBatch const& batch) {
    auto made = TRY(PrintedRedistributor::make(batch.composed.plan, comm.handle(), settings.receive));
    return std::make_unique<PrintedMover>(BatchPlaces(slots, batch), std::move(made));
}

} // namespace

Result<std::unique_ptr<BatchMover>> make_mover(Communicator const& comm, RedistSettings const& settings, ArraySlots& slots,
                                               MovementBatch const& batch, std::function<void(Index)> progress) {
    if (settings.in_rounds()) return rounds_mover(comm, settings, slots, batch);
    if (settings.as_printed) return printed_mover(comm, settings, slots, batch);
    if (settings.method().asks_owners) return naive_mover(comm, slots, batch);
    return planned_mover(comm, settings, slots, batch, std::move(progress));
}

} // namespace tessera::cli
