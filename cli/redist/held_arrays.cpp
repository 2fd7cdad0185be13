// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays that a run of redist holds in memory, and what is done with them.
#include "cli/redist/held_arrays.hpp"

#include "cli/common/file_loading.hpp"
#include "cli/redist/original.hpp"
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/measure/clock.hpp"
#include "libcore/runtime/move/runtime_resolution.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/mpi_error.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace tessera::cli {
namespace {

Buffer storage(std::optional<LocalLayout> const& layout, Index element_bytes) {
    Buffer buffer(layout ? layout->allocation_size() * element_bytes : 0);
    buffer.clear();
    return buffer;
}

Index bytes_of(Mapping const& mapping) {
    return mapping.volume() * mapping.array().type.bytes;
}

} // namespace

HeldArrays::HeldArrays(Comm const& comm, RedistSettings const& settings, ProgressMode progress, bool quiet)
    : comm_(comm), settings_(settings), progress_mode_(progress), quiet_(quiet),
      layouts_(RankLayouts::standard(settings.plan.plans(), comm.rank())) {
    for (RedistPlan const& plan : settings.plan.plans()) target_mappings_.push_back(settings.target_of(plan));
    all_or_none(comm, [&] {
        for (std::size_t i = 0; i < target_mappings_.size(); ++i) {
            Index const source_bytes = settings.plan.plans()[i].source().array().type.bytes;
            Index const target_bytes = target_mappings_[i].array().type.bytes;
            if (!copies_straight()) sources_.push_back(storage(layouts_.sources[i], source_bytes));
            targets_.push_back(storage(layouts_.targets[i], target_bytes));
            if (settings.adds_up()) old_targets_.push_back(storage(layouts_.targets[i], target_bytes));
        }
    });
}

Result<HeldArrays> HeldArrays::make(Comm const& comm, RedistSettings const& settings, ProgressMode progress, bool quiet) {
    HeldArrays arrays(comm, settings, progress, quiet);
    if (arrays.copies_straight()) {
        for (RedistPlan const& plan : settings.plan.plans()) {
            auto array = DistributedArray::make(plan.source(), comm.handle());
            if (!array) return forward_error(array);
            arrays.shared_sources_.push_back(*std::move(array));
        }
    }
    if (!settings.out) return arrays;
    if (auto const apart = arrays.check_output_apart(); !apart) return forward_error(apart);
    std::vector<ArrayOutput::Array> outputs;
    for (RedistPlan const& plan : settings.plan.plans()) outputs.push_back({settings.target_of(plan), original_of(settings, plan)});
    auto output = ArrayOutput::make(comm, *settings.out, outputs, settings.force);
    if (!output) return forward_error(output);
    arrays.output_.emplace(*std::move(output));
    return arrays;
}

Result<void> HeldArrays::check_output_apart() const {
    if (!settings_.in) return {};
    NamedArrays in{*settings_.in, {}};
    NamedArrays out{*settings_.out, {}};
    for (RedistPlan const& from : settings_.plan.plans()) in.names.push_back(from.source().array().name);
    for (Mapping const& to : target_mappings_) out.names.push_back(to.array().name);
    return cli::check_output_apart(comm_, in, out);
}

std::unique_ptr<Progress> HeldArrays::progress_of(std::string const& what, Index total) const {
    if (comm_.rank() != 0) return nullptr;
    return std::make_unique<Progress>(what, total, progress_mode_, quiet_);
}

Result<void> HeldArrays::load() {
    auto const plans = settings_.plan.plans();
    for (std::size_t i = 0; i < plans.size(); ++i) {
        Mapping const& mapping = plans[i].source();
        ArraySpec const& array = mapping.array();
        if (!settings_.in) {
            if (layouts_.sources[i]) GeneratedData(array).fill(*layouts_.sources[i], source(i));
            continue;
        }
        auto const bar = progress_of("reading " + array.name, bytes_of(mapping));
        ArrayTransfer const transfer{.progress = [&](Index bytes) { bar->advance(bytes); }};
        auto const read = read_array(comm_, place_of(*settings_.in, array.name, plans.size() > 1), mapping, source(i), transfer);
        if (!read) return read;
        if (bar) bar->finish();
        if (settings_.verify) checksums_.push_back(expected_checksum(i));
    }
    return settings_.adds_up() ? load_targets() : Result<void>{};
}

/// Of what will arrive.
std::uint64_t HeldArrays::expected_checksum(std::size_t i) const {
    RedistPlan const& plan = settings_.plan.plans()[i];
    return source_checksum(comm_, plan, layouts_.sources[i], source(i), settings_.update ? &*settings_.update : nullptr);
}

/// What they hold before, from --old or generated.
Result<void> HeldArrays::load_targets() {
    for (std::size_t i = 0; i < old_targets_.size(); ++i) {
        Mapping const& mapping = target_mappings_[i];
        std::byte* const local = old_targets_[i].data();
        if (settings_.old) {
            auto const place = place_of(*settings_.old, mapping.array().name, old_targets_.size() > 1);
            if (auto const read = read_array(comm_, place, mapping, local); !read) return read;
        } else if (layouts_.targets[i]) {
            GeneratedData(mapping.array()).fill(*layouts_.targets[i], local);
        }
    }
    return {};
}

void HeldArrays::restore_targets() {
    for (std::size_t i = 0; i < old_targets_.size(); ++i)
        std::copy_n(old_targets_[i].data(), old_targets_[i].size(), targets_[i].data());
}

double HeldArrays::timed(std::function<void()> const& work) const {
    comm_.barrier();
    double const start = seconds_now();
    work();
    return slowest(comm_, seconds_now() - start);
}

Result<void> HeldArrays::move(RedistOutcome& outcome) {
    if (settings_.in_rounds()) return move_in_rounds(outcome);
    return settings_.method().asks_owners ? move_naively(outcome) : move_planned(outcome);
}

std::vector<void*> HeldArrays::target_places() {
    std::vector<void*> places;
    for (Buffer& buffer : targets_) places.push_back(buffer.data());
    return places;
}

Result<void> HeldArrays::move_in_rounds(RedistOutcome& outcome) {
    RedistributorOptions options{.transport = settings_.transport, .receive = settings_.receive};
    if (settings_.update) options.updates = {*settings_.update};
    Result<RoundRedistributor> made = fail("");
    outcome.plan_seconds = timed([&] {
        made = RoundRedistributor::make(settings_.plan, comm_.handle(), layouts_, options, {*settings_.memory, copies_straight()});
    });
    if (!made) return fail("--memory: " + made.error().message);
    std::vector<void*> const targets = target_places();
    std::vector<void const*> from;
    std::vector<DistributedArray const*> shared;
    for (std::size_t i = 0; i < targets_.size(); ++i) from.push_back(source(i));
    for (DistributedArray const& array : shared_sources_) shared.push_back(&array);
    auto const bar = progress_of("redistributing", settings_.repeat);
    for (int run = 0; run < settings_.repeat; ++run) {
        restore_targets();
        outcome.move_seconds.push_back(
            timed([&] { copies_straight() ? made->execute(shared, targets) : made->execute(from, targets); }));
        if (bar) bar->advance(1);
    }
    if (bar) bar->finish();
    outcome.rounds = RoundReport{made->rounds(), made->predicted_bytes(), made->held_bytes()};
    return {};
}

/// Of all ranks; a refusal is that of this rank's node.
NodeWays HeldArrays::summed_ways(NodeWays ways) const {
    std::array<Index, 4> sums{ways.straight, ways.read, ways.staged, ways.sent};
    check_mpi(MPI_Allreduce(MPI_IN_PLACE, sums.data(), 4, MPI_INT64_T, MPI_SUM, comm_.handle()), "MPI_Allreduce");
    return {sums[0], sums[1], sums[2], sums[3], std::move(ways.refusal)};
}

Result<void> HeldArrays::move_planned(RedistOutcome& outcome) {
    std::unique_ptr<Progress> bar;
    RedistributorOptions common{.transport = settings_.transport, .receive = settings_.receive};
    common.progress = [&bar](Index bytes) {
        if (bar) bar->advance(bytes);
    };
    CompositeOptions options{.phases = {common}, .updates = {}, .with_return = settings_.round_trip, .back = common};
    if (settings_.update) options.updates = {*settings_.update};
    if (!settings_.schedules.empty()) options.phases.resize(settings_.schedules.size(), common);
    for (std::size_t phase = 0; phase < settings_.schedules.size(); ++phase) {
        options.phases[phase].schedule = settings_.schedules[phase].sited.schedule;
        options.phases[phase].steps = settings_.schedules[phase].order;
        options.phases[phase].trace = settings_.schedules[phase].trace.has_value();
    }
    Result<CompositeRedistributor> made = fail("");
    outcome.plan_seconds =
        timed([&] { made = CompositeRedistributor::make(settings_.composed.plan, comm_.handle(), layouts_, options); });
    if (!made) return forward_error(made);
    RedistributorCosts const costs = made->costs();
    int const ways = settings_.round_trip ? 2 : 1;
    bar = progress_of("redistributing", settings_.repeat * ways * (costs.bytes_received + costs.bytes_kept));
    for (int run = 1; run <= settings_.repeat; ++run) move_once(*made, outcome, run == settings_.repeat);
    if (bar) bar->finish();
    if (settings_.composed.plan.phases.size() == 1) outcome.trace = made->gather_trace(0);
    if (settings_.transport == Transport::Auto || settings_.transport == Transport::Shared)
        outcome.node_ways = summed_ways(made->node_ways());
    return {};
}

/// There and, where that is asked for, back. Before what is verified comes back, nothing of it is there.
void HeldArrays::move_once(CompositeRedistributor& mover, RedistOutcome& outcome, bool last) {
    std::vector<void*> sources;
    std::vector<void*> const targets = target_places();
    for (std::size_t i = 0; i < targets_.size(); ++i) sources.push_back(source(i));
    std::vector<void const*> const arrived(targets.begin(), targets.end());
    restore_targets();
    outcome.move_seconds.push_back(timed([&] { execute(mover, sources, targets); }));
    if (!settings_.round_trip) return;
    if (last && settings_.verify) clear_sources();
    outcome.back_seconds.push_back(timed([&] { mover.execute_back(sources, arrived); }));
}

void HeldArrays::execute(CompositeRedistributor& mover, std::span<void* const> sources, std::span<void* const> targets) {
    if (!copies_straight()) {
        std::vector<void const*> const from(sources.begin(), sources.end());
        return mover.execute(from, targets);
    }
    std::vector<DistributedArray const*> from;
    for (DistributedArray const& array : shared_sources_) from.push_back(&array);
    mover.execute(from, targets);
}

void HeldArrays::clear_sources() {
    for (Buffer& buffer : sources_) buffer.clear();
    for (DistributedArray& array : shared_sources_) std::fill_n(array.data(), array.memory().size(), std::byte{0});
}

Result<void> HeldArrays::move_naively(RedistOutcome& outcome) {
    std::vector<RuntimeResolution> moves;
    for (RedistPlan const& plan : settings_.plan.plans()) {
        auto made = RuntimeResolution::make(plan, comm_.handle());
        if (!made) return forward_error(made);
        moves.push_back(*std::move(made));
    }
    auto const bar = progress_of("redistributing", settings_.repeat * std::ssize(moves));
    for (int run = 0; run < settings_.repeat; ++run) {
        outcome.move_seconds.push_back(timed([&] {
            for (std::size_t i = 0; i < moves.size(); ++i) {
                moves[i].execute(source(i), targets_[i].data());
                if (bar) bar->advance(1);
            }
        }));
    }
    if (bar) bar->finish();
    return {};
}

/// What came back, compared with what was there: of the elements that the plan names.
std::optional<std::string> HeldArrays::wrong_return() const {
    auto const plans = settings_.plan.plans();
    for (std::size_t i = 0; i < plans.size(); ++i) {
        if (settings_.in) {
            if (source_checksum(comm_, plans[i], layouts_.sources[i], source(i)) != checksums_[i])
                return fmt::format("the checksum of {} is another after the way back", plans[i].source().array().name);
            continue;
        }
        CopyMap map = plans[i].map();
        for (CopyAxis& axis : map.axes) axis.target = axis.source;
        auto const onto_itself = RedistPlan::make(plans[i].source(), plans[i].source(), std::move(map));
        auto const found = find_mismatch(comm_, onto_itself.value(), layouts_.sources[i], source(i));
        if (found)
            return fmt::format("after the way back {} on rank {} is {}, expected {}", found->element, found->rank, found->found,
                               found->expected);
    }
    return std::nullopt;
}

void HeldArrays::verify(RedistOutcome& outcome) const {
    if (!settings_.verify) return;
    if (settings_.round_trip) outcome.wrong = wrong_return();
    auto const plans = settings_.plan.plans();
    ElementUpdate const* const update = settings_.update ? &*settings_.update : nullptr;
    outcome.verification = settings_.in ? Verification::Checksum : Verification::Elements;
    for (std::size_t i = 0; i < plans.size() && !outcome.wrong; ++i) {
        if (!settings_.in) {
            auto const found = find_mismatch(comm_, plans[i], layouts_.targets[i], targets_[i].data(), update);
            if (found)
                outcome.wrong =
                    fmt::format("{} on rank {} is {}, expected {}", found->element, found->rank, found->found, found->expected);
            continue;
        }
        auto const expected = checksums_[i] * static_cast<std::uint64_t>(plans[i].target().replicas());
        auto const found = target_checksum(comm_, plans[i], layouts_.targets[i], targets_[i].data(), update);
        outcome.checksum = outcome.checksum.value_or(0) + checksums_[i];
        if (found != expected)
            outcome.wrong =
                fmt::format("the checksum of {} is {:016x}, expected {:016x}", plans[i].target().array().name, found, expected);
    }
}

Result<void> HeldArrays::store() {
    if (!output_) return {};
    std::vector<std::byte const*> locals;
    Index bytes = 0;
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        locals.push_back(targets_[i].data());
        bytes += bytes_of(target_mappings_[i]);
    }
    auto const bar = progress_of("writing", bytes);
    auto const written = output_->write(locals, {.progress = [&](Index done) { bar->advance(done); }});
    if (written && bar) bar->finish();
    return written;
}

} // namespace tessera::cli
