// SPDX-License-Identifier: BSD-3-Clause
// Tessera: --verify: checks that the targets of a batch have the values its movements should give.
#include "cli/redist/batch_check.hpp"

#include "libcore/redist/copy_batches.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/move/runtime_resolution.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera::cli {
namespace {

std::optional<std::string> words_of(std::optional<Mismatch> const& found) {
    if (!found) return std::nullopt;
    return fmt::format("{} on rank {} is {}, expected {}", found->element, found->rank, found->found, found->expected);
}

} // namespace

BatchCheck::BatchCheck(Communicator const& comm, RedistSettings const& settings, ArraySlots& slots, MovementBatch const& batch)
    : comm_(comm), settings_(settings), slots_(slots), batch_(batch),
      knows_values_(settings.batches.size() == 1 && !settings.in && !(settings.adds_up() && settings.old)) {
    for (std::size_t i = 0; i < batch.plans().size(); ++i) {
        SourceSlot const& source = slots.source_of(batch.first + i);
        bool const compares_elements = knows_values_ || settings.adds_up() || adds(batch.plans()[i]);
        checksums_.emplace_back();
        if (!compares_elements)
            checksums_.back() =
                source_checksum(comm, batch.plans()[i], slots.source_layout(batch.first + i), source.data(), update());
        TargetSlot const& target = slots.target_of(batch.first + i);
        if (std::ranges::find(targets_, &target) == targets_.end()) targets_.push_back(&target);
    }
    // With one batch and no earlier values, elements that no movement delivers stay 0.
    bool const zeros = settings.batches.size() == 1 && !settings.old && !settings.adds_up();
    all_or_none(comm, [&] {
        for (TargetSlot const* const target : targets_) {
            auto const* const values = target->values.data();
            before_.emplace_back();
            if (!zeros || target->source) before_.back().assign(values, values + target->values.size());
        }
    });
}

std::vector<std::byte> const& BatchCheck::before(TargetSlot const& target) const {
    return before_[as_size(std::ranges::find(targets_, &target) - targets_.begin())];
}

std::optional<std::string> BatchCheck::wrong_checksum(std::size_t i, RedistOutcome& outcome) const {
    RedistPlan const& plan = batch_.plans()[i];
    TargetSlot const& target = slots_.target_of(batch_.first + i);
    auto const expected = *checksums_[i] * static_cast<std::uint64_t>(plan.target().replicas());
    auto const found = target_checksum(comm_, plan, slots_.target_layout(batch_.first + i), target.values.data(), update());
    outcome.checksum = outcome.checksum.value_or(0) + *checksums_[i];
    if (found == expected) return std::nullopt;
    return fmt::format("the checksum of {} is {:016x}, expected {:016x}", plan.target().array().name, found, expected);
}

/// Returns the values arriving at this rank's part of the target, in the source's type. They are fetched again element by
/// element and, if the plan adds, summed in the mover's order, because floating-point sums depend on it.
Buffer BatchCheck::fetched(RedistPlan const& plan, SourceSlot const& source, Index elements) const {
    Index const bytes = plan.source().array().type.bytes;
    auto const move = [&](RedistPlan const& each, std::byte const* from, Buffer& to) {
        RuntimeResolution::make(each, comm_.handle()).value().execute(from, to.data());
    };
    auto const cleared = [&](Index count) {
        Buffer made;
        all_or_none(comm_, [&] { made = Buffer(count * bytes); });
        made.clear();
        return made;
    };
    Buffer result = cleared(elements);
    if (!adds(plan)) {
        move(plan, source.data(), result);
        return result;
    }
    SummedPlan const summed = summed_plan(plan).value();
    auto const layouts = RankLayouts::standard({&summed.contributions, 1}, comm_.rank());
    Index const all = layouts.targets.front() ? layouts.targets.front()->allocation_size() : 0;
    Buffer addends = cleared(all);
    move(summed.contributions, source.data(), addends);
    Index const share = all / summed.addends;
    Combiner const combiner = Combiner::make(plan.map().op, plan.source().array().type).value();
    for (Index k = 1; k < summed.addends && share > 0; ++k)
        combiner.combine(addends.data(), addends.data() + k * share * bytes, addends.data(), share);
    move(summed.delivery, addends.data(), result);
    return result;
}

/// Computes the arriving values again, combines them with the target's earlier values, and compares.
std::optional<std::string> BatchCheck::wrong_sum(std::size_t i) const {
    RedistPlan const& plan = batch_.plans()[i];
    SourceSlot const& source = slots_.source_of(batch_.first + i);
    TargetSlot const& target = slots_.target_of(batch_.first + i);
    Index const elements = target.layout ? target.layout->allocation_size() : 0;
    ElementType const& from = plan.source().array().type;
    Buffer const arrived = fetched(plan, source, elements);
    Buffer expected;
    all_or_none(comm_, [&] {
        expected = Buffer(target.values.size());
        expected.clear();
        std::ranges::copy(before(target), expected.data());
    });
    ElementType const& to = target.mapping.array().type;
    ElementArithmetic::make(from, to, settings_.update.value_or(ElementUpdate{}))
        .value()
        .apply(arrived.data(), expected.data(), elements);
    return words_of(
        find_difference(comm_, plan, slots_.target_layout(batch_.first + i), to, target.values.data(), expected.data()));
}

std::optional<std::string> BatchCheck::wrong_movement(std::size_t i, RedistOutcome& outcome) const {
    if (checksums_[i]) return wrong_checksum(i, outcome);
    if (!knows_values_) return wrong_sum(i);
    TargetSlot const& target = slots_.target_of(batch_.first + i);
    return words_of(
        find_mismatch(comm_, batch_.plans()[i], slots_.target_layout(batch_.first + i), target.values.data(), update()));
}

/// Checks the elements that no movement of the batch names.
std::optional<std::string> BatchCheck::changed_elsewhere() const {
    for (UnwrittenElements const& unwritten : unwritten_elements(batch_.plans())) {
        std::vector<RedistPlan> plans;
        TargetSlot const* target = nullptr;
        for (std::size_t i = 0; i < batch_.plans().size(); ++i) {
            if (batch_.plans()[i].target().array().name != unwritten.array.name) continue;
            plans.push_back(batch_.plans()[i]);
            target = &slots_.target_of(batch_.first + i);
        }
        auto const& there = before(*target);
        auto const found = find_change(comm_, plans, target->mapping, target->layout, target->values.data(),
                                       there.empty() ? nullptr : there.data());
        if (found) return *words_of(found) + ", because no copy writes it";
    }
    return std::nullopt;
}

std::optional<std::string> BatchCheck::wrong(RedistOutcome& outcome) const {
    bool const elements = std::ranges::none_of(checksums_, [](auto const& each) { return each.has_value(); });
    outcome.verification = elements ? Verification::Elements : Verification::Checksum;
    for (std::size_t i = 0; i < batch_.plans().size(); ++i)
        if (auto wrong = wrong_movement(i, outcome)) return wrong;
    return changed_elsewhere();
}

} // namespace tessera::cli
