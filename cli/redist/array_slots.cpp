// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory of an execution of redist.
#include "cli/redist/array_slots.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <utility>

namespace tessera::cli {
namespace {

Buffer cleared(std::optional<LocalLayout> const& layout, Mapping const& mapping) {
    Buffer buffer(layout ? layout->allocation_size() * mapping.array().type.bytes : 0);
    buffer.clear();
    return buffer;
}

template <class Slot>
std::size_t slot_named(std::vector<Slot> const& slots, std::string const& name) {
    return as_size(std::ranges::find(slots, name, [](Slot const& slot) { return slot.mapping.array().name; }) - slots.begin());
}

} // namespace

void ArraySlots::add(RedistPlan const& plan, RedistSettings const& settings, Rank rank) {
    auto const source = slot_named(sources_, plan.source().array().name);
    if (source == sources_.size()) sources_.push_back({plan.source().declared(), standard_layout(plan.source().declared(), rank)});
    auto const target = slot_named(targets_, plan.target().array().name);
    if (target == targets_.size()) targets_.push_back({settings.target_of(plan), standard_layout(plan.target().declared(), rank)});
    source_of_.push_back(source);
    target_of_.push_back(target);
}

Result<void> ArraySlots::share(Communicator const& comm) {
    for (SourceSlot& slot : sources_) slot.shared.emplace(TRY(DistributedArray::make(slot.mapping, comm.handle())));
    return {};
}

Result<ArraySlots> ArraySlots::make(Communicator const& comm, RedistSettings const& settings) {
    ArraySlots slots;
    slots.several_batches_ = settings.batches.size() > 1;
    for (RedistPlan const& plan : settings.plan.plans()) slots.add(plan, settings, comm.rank());
    slots.layouts_ = RankLayouts::standard(settings.plan.plans(), comm.rank());
    for (std::size_t i = 0; settings.makes_copies() && i < slots.sources_.size(); ++i) {
        auto const target = slot_named(slots.targets_, slots.sources_[i].mapping.array().name);
        if (target == slots.targets_.size()) continue;
        slots.sources_[i].target = target;
        slots.targets_[target].source = i;
    }
    all_or_none(comm, [&] {
        for (SourceSlot& slot : slots.sources_)
            if (!settings.copies_directly()) slot.own = cleared(slot.layout, slot.mapping);
        for (TargetSlot& slot : slots.targets_) {
            slot.values = cleared(slot.layout, slot.mapping);
            if (slot.source || settings.old || settings.adds_up()) slot.before = cleared(slot.layout, slot.mapping);
        }
    });
    if (!settings.copies_directly()) return slots;
    TRY(slots.share(comm));
    return slots;
}

void ArraySlots::keep_what_is_read(TargetSlot& target) const {
    std::copy_n(sources_[*target.source].data(), target.before.size(), target.before.data());
}

void ArraySlots::restore_targets() {
    for (TargetSlot& target : targets_) {
        std::copy_n(target.before.data(), target.before.size(), target.values.data());
        if (target.before.size() == 0 && several_batches_) target.values.clear();
        if (target.source) sources_[*target.source].outdated = true;
    }
}

void ArraySlots::begin_batch(MovementBatch const& batch) {
    for (std::size_t i = 0; i < batch.plans().size(); ++i) {
        SourceSlot& source = source_of(batch.first + i);
        if (!std::exchange(source.outdated, false)) continue;
        Buffer const& values = targets_[*source.target].values;
        std::copy_n(values.data(), values.size(), source.data());
    }
}

void ArraySlots::end_batch(MovementBatch const& batch) {
    for (std::size_t i = 0; i < batch.plans().size(); ++i)
        if (auto const source = target_of(batch.first + i).source) sources_[*source].outdated = true;
}

void ArraySlots::clear_sources() {
    for (SourceSlot& slot : sources_) std::fill_n(slot.data(), slot.size(), std::byte{0});
}

} // namespace tessera::cli
