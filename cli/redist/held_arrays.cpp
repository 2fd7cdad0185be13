// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the arrays that redist holds in memory, and the operations on them.
#include "cli/redist/held_arrays.hpp"

#include "cli/common/file_loading.hpp"
#include "cli/redist/original.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/move/verification.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/clock.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera::cli {
namespace {

Index bytes_of(Mapping const& mapping) {
    return mapping.volume() * mapping.array().type.bytes;
}

template <class Slot>
std::vector<std::string> names_of(std::vector<Slot> const& slots) {
    std::vector<std::string> names;
    for (Slot const& slot : slots) names.push_back(slot.mapping.array().name);
    return names;
}

} // namespace

Result<HeldArrays> HeldArrays::make(Communicator const& comm, RedistSettings const& settings, ProgressMode progress, bool quiet) {
    auto slots = TRY(ArraySlots::make(comm, settings));
    HeldArrays arrays(comm, settings, std::move(slots), progress, quiet);
    TRY(arrays.check_inputs());
    TRY(arrays.open_output());
    return arrays;
}

/// An output takes the metadata of the inputs before load() opens them. Without one, load() finds the error.
Result<void> HeldArrays::check_inputs() const {
    if (!settings_.in || !settings_.out) return {};
    return together(comm_, [&]() -> Result<void> {
        for (SourceSlot const& slot : slots_.sources()) {
            ArraySpec const& array = slot.mapping.array();
            if (settings_.is_input(array.name)) TRY(open_declared(settings_.input_file(array.name), array));
        }
        return {};
    });
}

Result<void> HeldArrays::open_output() {
    if (!settings_.out) return {};
    if (auto const apart = check_output_apart(); !apart) return apart;
    std::vector<ArrayOutput::Array> outputs;
    for (TargetSlot const& slot : slots_.targets())
        outputs.push_back({slot.mapping, original_of(settings_, slot.mapping), std::nullopt, settings_.format_version});
    output_.emplace(TRY(ArrayOutput::make(comm_, *settings_.out, outputs, settings_.force, settings_.any_size)));
    return {};
}

Result<void> HeldArrays::check_output_apart() const {
    NamedArrays const out{*settings_.out, names_of(slots_.targets())};
    if (settings_.in) {
        auto const apart = cli::check_output_apart(comm_, {*settings_.in, settings_.inputs}, out);
        if (!apart) return apart;
    }
    if (!settings_.old) return {};
    return cli::check_output_apart(comm_, {*settings_.old, names_of(slots_.targets())}, out);
}

std::unique_ptr<Progress> HeldArrays::progress_of(std::string const& what, Index total) const {
    if (comm_.rank() != 0) return nullptr;
    return std::make_unique<Progress>(what, total, progress_mode_, quiet_);
}

Result<void> HeldArrays::load_source(SourceSlot& slot) {
    ArraySpec const& array = slot.mapping.array();
    if (!settings_.is_input(array.name)) return {};
    if (!settings_.in) {
        if (slot.layout) GeneratedData(array).fill(*slot.layout, slot.data());
        return {};
    }
    auto const bar = progress_of("reading " + array.name, bytes_of(slot.mapping));
    ArrayTransfer const transfer{.progress = [&](Index bytes) { bar->advance(bytes); }};
    auto const read = read_array(comm_, settings_.input_file(array.name), slot.mapping, slot.data(), transfer);
    if (read && bar) bar->finish();
    return read;
}

/// Fills the slot with its values before the copies, from --old or generated.
Result<void> HeldArrays::load_target(TargetSlot& slot, bool one_of_many) {
    ArraySpec const& array = slot.mapping.array();
    if (settings_.old)
        return read_array(comm_, place_of(*settings_.old, array.name, one_of_many), slot.mapping, slot.before.data());
    if (settings_.adds_up() && slot.layout) GeneratedData(array).fill(*slot.layout, slot.before.data());
    return {};
}

Result<void> HeldArrays::load() {
    for (SourceSlot& slot : slots_.sources())
        if (auto const loaded = load_source(slot); !loaded) return loaded;
    bool const checks_return = settings_.in && settings_.verify && settings_.round_trip;
    auto const plans = settings_.plan.plans();
    for (std::size_t i = 0; checks_return && i < plans.size(); ++i)
        return_checksums_.push_back(source_checksum(comm_, plans[i], slots_.source_layout(i), slots_.source_of(i).data()));
    auto const unread = [&](TargetSlot const& slot) { return !settings_.holds_input(slot.mapping.array()); };
    auto const others = static_cast<std::size_t>(std::ranges::count_if(slots_.targets(), unread));
    if (settings_.old)
        if (auto const possible = check_holds(*settings_.old, others, "read"); !possible) return possible;
    for (TargetSlot& slot : slots_.targets()) {
        auto const loaded = unread(slot) ? load_target(slot, others > 1) : Result<void>{};
        if (!loaded) return loaded;
        if (!unread(slot)) slots_.keep_what_is_read(slot);
    }
    return {};
}

double HeldArrays::timed(std::function<void()> const& work) const {
    comm_.barrier();
    double const start = seconds_now();
    work();
    return slowest(comm_, seconds_now() - start);
}

Result<void> HeldArrays::make_movers(RedistOutcome& outcome) {
    auto const progress = [this](Index bytes) {
        if (bar_) bar_->advance(bytes);
    };
    for (MovementBatch const& batch : settings_.batches) {
        Result<std::unique_ptr<BatchMover>> made = fail("");
        outcome.plan_seconds += timed([&] { made = make_mover(comm_, settings_, slots_, batch, progress); });
        movers_.push_back(TRY(std::move(made)));
    }
    return {};
}

Result<void> HeldArrays::move(RedistOutcome& outcome) {
    if (auto const made = make_movers(outcome); !made) return made;
    Index bytes = 0;
    for (auto const& mover : movers_) bytes += mover->bytes();
    bool const by_bytes = bytes > 0;
    bar_ = progress_of("redistributing", settings_.executions() * (by_bytes ? bytes : 1));
    for (int run = 1; run <= settings_.executions(); ++run) {
        move_once(outcome, run);
        if (settings_.round_trip) move_back(outcome, run);
        if (bar_ && !by_bytes) bar_->advance(1);
    }
    if (bar_) bar_->finish();
    bar_.reset();
    for (auto const& mover : movers_) mover->report(outcome);
    if (settings_.verify && settings_.round_trip && !outcome.wrong) outcome.wrong = wrong_return();
    return {};
}

/// Executes all batches in order. The first batch finds the same values in every execution, so it is checked against the
/// values before the first one.
void HeldArrays::move_once(RedistOutcome& outcome, int run) {
    slots_.restore_targets();
    double seconds = 0;
    for (std::size_t i = 0; i < movers_.size(); ++i) {
        MovementBatch const& batch = settings_.batches[i];
        seconds += timed([&] { slots_.begin_batch(batch); });
        std::optional<BatchCheck> check;
        bool const last = run == settings_.executions();
        if (settings_.verify && i == 0 && run == 1) first_check_.emplace(comm_, settings_, slots_, batch);
        if (settings_.verify && i > 0 && last) check.emplace(comm_, settings_, slots_, batch);
        seconds += timed([&] { movers_[i]->execute(); });
        slots_.end_batch(batch);
        if (!settings_.verify || !last || outcome.wrong) continue;
        outcome.wrong = (i == 0 ? *first_check_ : *check).wrong(outcome);
    }
    if (run > settings_.warm_up) outcome.move_seconds.push_back(seconds);
}

/// Executes the way back. With --verify the sources are cleared before the last one.
void HeldArrays::move_back(RedistOutcome& outcome, int run) {
    if (run == settings_.executions() && settings_.verify) slots_.clear_sources();
    double const seconds = timed([&] { movers_.front()->execute_back(); });
    if (run > settings_.warm_up) outcome.back_seconds.push_back(seconds);
}

/// Compares the elements that came back, as far as the plan names them, with their original values.
std::optional<std::string> HeldArrays::wrong_return() const {
    auto const plans = settings_.plan.plans();
    for (std::size_t i = 0; i < plans.size(); ++i) {
        SourceSlot const& source = slots_.source_of(i);
        if (settings_.in) {
            if (source_checksum(comm_, plans[i], slots_.source_layout(i), source.data()) != return_checksums_[i])
                return fmt::format("the checksum of {} has changed after the round trip", plans[i].source().array().name);
            continue;
        }
        CopyMap map = plans[i].map();
        for (CopyAxis& axis : map.axes) axis.target = axis.source;
        map.target_groups = map.source_groups;
        auto const onto_itself = RedistPlan::make(plans[i].source(), plans[i].source(), std::move(map));
        auto const found = find_mismatch(comm_, onto_itself.value(), slots_.source_layout(i), source.data());
        if (found)
            return fmt::format("after the round trip {} on rank {} is {}, expected {}", found->element, found->rank, found->found,
                               found->expected);
    }
    return std::nullopt;
}

Result<void> HeldArrays::store() {
    if (!output_) return {};
    std::vector<std::byte const*> locals;
    Index bytes = 0;
    for (TargetSlot const& slot : slots_.targets()) {
        locals.push_back(slot.values.data());
        bytes += bytes_of(slot.mapping);
    }
    auto const bar = progress_of("writing", bytes);
    auto const written = output_->write(locals, {.progress = [&](Index done) { bar->advance(done); }});
    if (written && bar) bar->finish();
    return written;
}

} // namespace tessera::cli
