// SPDX-License-Identifier: BSD-3-Clause
// Tessera: this rank's arrays of numbers before and after a move with arithmetic, and what the move should have done to them.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "tests/mpi/number_oracle.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tessera::oracle {

/// Every element is a number made from its linear index and another for its array; gaps and shadows hold a pattern. What a target
/// should hold is found element by element over the whole iteration space, in whole numbers.
class UpdatedArrays {
  public:
    UpdatedArrays(MultiPlan const& plan, RankLayouts const& layouts, std::vector<ElementUpdate> const& updates)
        : plan_(plan), layouts_(layouts), updates_(updates) {
        for (std::size_t i = 0; i < plan.plans().size(); ++i) {
            sources_.push_back(storage(layouts.sources[i], source_type(i)));
            targets_.push_back(storage(layouts.targets[i], target_type(i)));
            source_pointers_.push_back(sources_.back().data());
            target_pointers_.push_back(targets_.back().data());
        }
        expected_ = targets_;
    }

    /// Fills sources and targets, and says what should become of them.
    void prepare() {
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            std::ranges::fill(sources_[i], std::byte{0xAA});
            std::ranges::fill(targets_[i], std::byte{0x55});
            RedistPlan const& plan = plan_.plans()[i];
            if (layouts_.sources[i]) fill(sources_[i], *layouts_.sources[i], plan.source().array().extents, source_type(i), 1);
            if (layouts_.targets[i]) fill(targets_[i], *layouts_.targets[i], plan.target().array().extents, target_type(i), 5);
            expected_[i] = targets_[i];
            if (layouts_.targets[i]) expect(i);
        }
    }

    [[nodiscard]] std::span<void const* const> sources() const { return source_pointers_; }
    [[nodiscard]] std::span<void* const> targets() const { return target_pointers_; }
    [[nodiscard]] bool arrived() {
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            if (!layouts_.targets[i]) continue;
            layouts_.targets[i]->owned().for_each([&](std::span<Index const> index) {
                drop_sign_of_zero(target_type(i), place(targets_[i], *layouts_.targets[i], index, target_type(i)));
            });
        }
        return targets_ == expected_;
    }

  private:
    using Bytes = std::vector<std::byte>;

    [[nodiscard]] ElementType const& source_type(std::size_t i) const { return plan_.plans()[i].source().array().type; }
    [[nodiscard]] ElementType target_type(std::size_t i) const { return updates_[i].to.value_or(source_type(i)); }
    static Bytes storage(std::optional<LocalLayout> const& layout, ElementType const& type) {
        return Bytes(static_cast<std::size_t>(layout ? layout->allocation_size() * type.bytes : 0));
    }
    static Index linear(std::span<Index const> index, Extents const& extents) {
        Index result = 0;
        for (std::size_t d = 0; d < index.size(); ++d) result = result * extents[d] + index[d];
        return result;
    }
    static Pair number(Index linear, Index seed) { return {(linear * 7 + seed) % 101, (linear + 3 * seed) % 13 - 6}; }
    static std::byte* place(Bytes& storage, LocalLayout const& layout, std::span<Index const> index, ElementType const& type) {
        return storage.data() + layout.offset(layout.global_to_local(index).value()) * type.bytes;
    }
    static void fill(Bytes& storage, LocalLayout const& layout, Extents const& extents, ElementType const& type, Index seed) {
        layout.owned().for_each([&](std::span<Index const> index) {
            store(type, number(linear(index, extents), seed), place(storage, layout, index, type));
        });
    }
    static Pair pair_of(std::complex<double> factor) {
        return {static_cast<std::int64_t>(factor.real()), static_cast<std::int64_t>(factor.imag())};
    }

    /// The element of the source as its type holds it, then as the target's does.
    [[nodiscard]] Pair arriving(std::size_t i, Index linear) const {
        std::byte room[16];
        store(source_type(i), number(linear, 1), room);
        store(target_type(i), load(source_type(i), room), room);
        Pair value = load(target_type(i), room);
        if (updates_[i].conjugate) value.im = -value.im;
        return value;
    }

    void expect(std::size_t i) {
        RedistPlan const& plan = plan_.plans()[i];
        std::vector<PeriodicSet> space;
        for (CopyAxis const& axis : plan.map().axes) space.push_back(PeriodicSet::interval({0, axis.extent}));
        Extents from(plan.source().array().extents.size());
        Extents to(plan.target().array().extents.size());
        BoxSet(space).for_each([&](std::span<Index const> k) {
            for (std::size_t a = 0; a < k.size(); ++a) {
                CopyAxis const& axis = plan.map().axes[a];
                if (axis.source) from[static_cast<std::size_t>(axis.source->dim)] = axis.source->start + axis.source->step * k[a];
                if (axis.target) to[static_cast<std::size_t>(axis.target->dim)] = axis.target->start + axis.target->step * k[a];
            }
            if (!layouts_.targets[i]->owned().contains(to)) return;
            std::byte* const element = place(expected_[i], *layouts_.targets[i], to, target_type(i));
            Pair const value = arriving(i, linear(from, plan.source().array().extents));
            Pair const before = load(target_type(i), element);
            store(target_type(i), pair_of(updates_[i].beta) * before + pair_of(updates_[i].alpha) * value, element);
        });
    }

    MultiPlan const& plan_;
    RankLayouts const& layouts_;
    std::vector<ElementUpdate> const& updates_;
    std::vector<Bytes> sources_;
    std::vector<Bytes> targets_;
    std::vector<Bytes> expected_;
    std::vector<void const*> source_pointers_;
    std::vector<void*> target_pointers_;
};

} // namespace tessera::oracle
