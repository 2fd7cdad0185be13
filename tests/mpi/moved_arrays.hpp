// SPDX-License-Identifier: BSD-3-Clause
// Tessera: this rank's arrays before and after a move, and what the move should have done to them.
#pragma once

#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace tessera::oracle {

/// Every element of a source holds bytes made from its linear index; every byte that no source element should reach holds another
/// pattern, in the gaps and shadows of the target too, and in guards in front of and behind each array. So one misplaced or surplus
/// byte is found. Sources must stay as they are.
class MovedArrays {
  public:
    MovedArrays(MultiPlan const& plan, RankLayouts const& layouts) : plan_(plan), layouts_(layouts) {
        for (std::size_t i = 0; i < plan.plans().size(); ++i) {
            sources_.push_back(storage(layouts.sources[i], bytes(i)));
            targets_.push_back(storage(layouts.targets[i], bytes(i)));
            expected_.push_back(targets_.back());
            source_pointers_.push_back(allocation(sources_.back()));
            target_pointers_.push_back(allocation(targets_.back()));
        }
    }

    /// Fills sources and targets. Another `round`, other data.
    void prepare(unsigned round) {
        delivered_ = 0;
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            std::ranges::fill(sources_[i], std::byte{0xAA});
            std::ranges::fill(targets_[i], std::byte{0x55});
            std::ranges::fill(expected_[i], std::byte{0x55});
            fill_source(i, round);
            expect(i, round);
        }
        sent_ = sources_;
    }

    [[nodiscard]] std::span<void const* const> sources() const { return source_pointers_; }
    [[nodiscard]] std::span<void* const> targets() const { return target_pointers_; }
    /// With their guards.
    [[nodiscard]] std::vector<std::vector<std::byte>> const& source_bytes() const { return sources_; }
    /// The array between its guards.
    [[nodiscard]] static std::byte* allocation(std::vector<std::byte>& guarded) { return guarded.data() + guard; }
    /// Overwrites in `source`, a copy of source i, the elements that the plan takes from here.
    static void wipe_named(std::size_t i, MultiPlan const& multi, RankLayouts const& layouts, std::vector<std::byte>& source) {
        RedistPlan const& plan = multi.plans()[i];
        Index const bytes = plan.source().array().type.bytes;
        layouts.sources[i]->owned().for_each([&](std::span<Index const> index) {
            for (CopyAxis const& axis : plan.map().axes) {
                if (!axis.source) continue;
                auto const named = PeriodicSet::interval({0, axis.extent}).affine_image(axis.source->step, axis.source->start);
                if (!named.contains(index[static_cast<std::size_t>(axis.source->dim)])) return;
            }
            put(source, *layouts.sources[i], index, 0, bytes, 77);
        });
    }
    [[nodiscard]] bool arrived() const { return targets_ == expected_ && sources_ == sent_; }
    [[nodiscard]] Index delivered_bytes() const { return delivered_; }

  private:
    using Bytes = std::vector<std::byte>;
    static constexpr Index guard = 256; // bytes, a multiple of every alignment

    static Bytes storage(std::optional<LocalLayout> const& layout, Index element_bytes) {
        return Bytes(as_size((layout ? layout->allocation_size() * element_bytes : 0) + 2 * guard));
    }
    [[nodiscard]] Index bytes(std::size_t i) const { return plan_.plans()[i].source().array().type.bytes; }

    /// Byte b of the element with this linear index.
    static std::byte pattern(Index linear, Index b, unsigned round) {
        return static_cast<std::byte>((static_cast<unsigned long>(linear) * 2654435761UL + 1 + round) >> (8 * (b % 4)));
    }

    static void put(Bytes& storage, LocalLayout const& layout, std::span<Index const> index, Index linear, Index bytes,
                    unsigned round) {
        Index const offset = guard + layout.offset(layout.global_to_local(index).value()) * bytes;
        for (Index b = 0; b < bytes; ++b) storage[static_cast<std::size_t>(offset + b)] = pattern(linear, b, round);
    }

    static Index linear(std::span<Index const> index, Extents const& extents) {
        Index result = 0;
        for (std::size_t d = 0; d < index.size(); ++d) result = result * extents[d] + index[d];
        return result;
    }

    void fill_source(std::size_t i, unsigned round) {
        if (!layouts_.sources[i]) return;
        Extents const& extents = plan_.plans()[i].source().array().extents;
        layouts_.sources[i]->owned().for_each([&](std::span<Index const> index) {
            put(sources_[i], *layouts_.sources[i], index, linear(index, extents), bytes(i), round);
        });
    }

    /// Walks the whole iteration space and takes what lands here.
    void expect(std::size_t i, unsigned round) {
        if (!layouts_.targets[i]) return;
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
            put(expected_[i], *layouts_.targets[i], to, linear(from, plan.source().array().extents), bytes(i), round);
            delivered_ += bytes(i);
        });
    }

    MultiPlan const& plan_;
    RankLayouts const& layouts_;
    std::vector<Bytes> sources_;
    std::vector<Bytes> sent_; // the sources, as they were
    std::vector<Bytes> targets_;
    std::vector<Bytes> expected_;
    std::vector<void const*> source_pointers_;
    std::vector<void*> target_pointers_;
    Index delivered_ = 0;
};

} // namespace tessera::oracle
