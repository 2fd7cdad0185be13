// SPDX-License-Identifier: BSD-3-Clause
// Tessera: verifies that a redistribution delivered every element correctly.
#include "libcore/runtime/move/verification.hpp"

#include "libcore/redist/summed_plan.hpp"
#include "libcore/runtime/elements/element_checksum.hpp"
#include "libcore/runtime/elements/generated_data.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/copy/combiner.hpp"
#include "libcore/runtime/move/copy/loop_nest.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace tessera {

namespace {

using SideOfAxis = std::optional<CopySide> CopyAxis::*;

constexpr Index none = std::numeric_limits<Index>::max();

/// Returns a row-major numbering of the iteration space.
std::vector<AxisSide> numbering(CopyMap const& map) {
    std::vector<AxisSide> sides(map.axes.size(), AxisSide::affine(0, 1, 0));
    Index stride = 1;
    for (std::size_t axis = map.axes.size(); axis-- > 0;) {
        sides[axis] = AxisSide::affine(0, 1, stride);
        stride *= map.axes[axis].extent;
    }
    return sides;
}

/// Returns the points of the iteration space that a rank holds on one side. `from`: offsets in memory, in bytes; `to`: numbers
/// of the points.
LoopNest held_elements(CopyMap const& map, SideOfAxis side, LocalLayout const& layout, Index element_bytes) {
    std::vector<LoopDim> dims;
    auto const numbers = numbering(map);
    for (std::size_t axis = 0; axis < map.axes.size(); ++axis) {
        auto const& place = map.axes[axis].*side;
        if (!place) {
            // The axis has one index, or its indices are addends of one target element. The first one stands for all.
            dims.push_back(
                {PeriodicSet::interval({0, std::min<Index>(map.axes[axis].extent, 1)}), AxisSide::affine(0, 1, 0), numbers[axis]});
            continue;
        }
        auto const dim = as_size(place->dim);
        PeriodicSet const& owned = layout.owned().dims()[dim];
        dims.push_back({owned.affine_preimage(place->start, place->step, map.axes[axis].extent),
                        AxisSide::stored(owned, place->start, place->step, layout.strides()[dim] * element_bytes), numbers[axis]});
    }
    return {dims, layout.first_offset() * element_bytes, 0};
}

/// Returns the coordinates of a numbered point.
Extents point_of(CopyMap const& map, Index number) {
    Extents point(map.axes.size());
    for (std::size_t axis = map.axes.size(); axis-- > 0;) {
        point[axis] = number % map.axes[axis].extent;
        number /= map.axes[axis].extent;
    }
    return point;
}

/// Maps a numbered point to a linear index in one of the two arrays.
class SideIndex {
  public:
    SideIndex(CopyMap const& map, SideOfAxis side, Extents const& strides) : map_(map), side_(side), strides_(strides) {}

    [[nodiscard]] Index operator()(Index number) const {
        Index linear = 0;
        for (std::size_t axis = map_.axes.size(); axis-- > 0;) {
            CopyAxis const& each = map_.axes[axis];
            Index const k = number % each.extent;
            number /= each.extent;
            if (auto const& place = each.*side_) linear += (place->start + place->step * k) * strides_[as_size(place->dim)];
        }
        return linear;
    }

  private:
    CopyMap const& map_;
    SideOfAxis side_;
    Extents const& strides_;
};

ElementType target_type(RedistPlan const& plan, ElementUpdate const* update) {
    ElementType const& declared = plan.target().array().type;
    return update != nullptr ? update->to.value_or(declared) : declared;
}

/// Returns the arithmetic of an update. Empty if elements are copied.
std::optional<ElementArithmetic> arithmetic_of(RedistPlan const& plan, ElementUpdate const* update) {
    ElementType const& source = plan.source().array().type;
    ElementType const target = target_type(plan, update);
    if (update == nullptr || ElementArithmetic::is_copy(source, target, *update)) return std::nullopt;
    return ElementArithmetic::make(source, target, *update).value();
}

/// The expected value of the target's element at each point.
class ExpectedElements {
  public:
    ExpectedElements(RedistPlan const& plan, ElementUpdate const* update)
        : arithmetic_(arithmetic_of(plan, update)), type_(target_type(plan, update)), source_(plan.source().array()),
          target_(retyped(plan.target().array(), type_)), source_index_(plan.map(), &CopyAxis::source, source_.strides()),
          target_index_(plan.map(), &CopyAxis::target, target_.strides()) {
        if (!adds(plan)) return;
        ElementType const& type = plan.source().array().type;
        combiner_ = Combiner::make(plan.map().op, type).value();
        steps_ = addend_steps(plan);
    }

    [[nodiscard]] ElementType const& type() const { return type_; }
    void write(Index number, std::byte* element) const {
        if (!arithmetic_) return write_arriving(number, element);
        alignas(16) std::array<std::byte, 16> arriving;
        alignas(16) std::array<std::byte, 16> there;
        write_arriving(number, arriving.data());
        target_.write(target_index_(number), there.data());
        arithmetic_->apply(arriving.data(), there.data(), 1);
        std::memcpy(element, there.data(), as_size(type_.bytes));
    }

  private:
    /// Writes the source's element. For a sum, combines the addends in their order in memory.
    void write_arriving(Index number, std::byte* element) const {
        source_.write(source_index_(number), element);
        alignas(16) std::array<std::byte, 16> addend;
        for (std::size_t k = 1; k < steps_.size(); ++k) {
            source_.write(source_index_(number + steps_[k]), addend.data());
            combiner_->combine(element, addend.data(), element, 1);
        }
    }

    static ArraySpec retyped(ArraySpec array, ElementType const& type) {
        array.type = type;
        return array;
    }

    /// Returns the differences between the point numbers of all addends and the first, in the order of addition. That is the
    /// storage order of the summed dimensions; in Fortran's order the first varies fastest.
    static std::vector<Index> addend_steps(RedistPlan const& plan) {
        std::vector<Index> strides;
        Extents extents;
        Index stride = 1;
        auto const& axes = plan.map().axes;
        for (std::size_t axis = axes.size(); axis-- > 0;) {
            if (!axes[axis].target && axes[axis].extent > 1) {
                strides.push_back(stride);
                extents.push_back(axes[axis].extent);
            }
            stride *= axes[axis].extent;
        }
        if (plan.target().array().order == StorageOrder::Fortran) { // fastest first
            std::ranges::reverse(strides);
            std::ranges::reverse(extents);
        }
        std::vector<Index> steps{0};
        for (std::size_t dim = 0; dim < strides.size(); ++dim) {
            std::vector<Index> more;
            for (Index k = 0; k < extents[dim]; ++k)
                for (Index const step : steps) more.push_back(k * strides[dim] + step);
            steps = std::move(more);
        }
        return steps;
    }

    std::optional<ElementArithmetic> arithmetic_;
    std::optional<Combiner> combiner_; // for a sum
    std::vector<Index> steps_;
    ElementType type_;
    GeneratedData source_;
    GeneratedData target_;
    SideIndex source_index_;
    SideIndex target_index_;
};

/// Returns the element's name in the array's own bounds: "B(3,4)" or "B[2][3]".
std::string element_name(ArraySpec const& array, CopyMap const& map, Index number) {
    Extents const point = point_of(map, number);
    Extents at(map.target_groups.empty() ? array.extents.size() : map.target_groups.size(), 0);
    for (std::size_t axis = 0; axis < point.size(); ++axis) {
        if (auto const& place = map.axes[axis].target) at[as_size(place->dim)] = place->start + place->step * point[axis];
    }
    Extents index = declared_index(array, map.target_groups, at);
    for (std::size_t d = 0; d < index.size(); ++d) index[d] += array.lower[d];
    if (array.order == StorageOrder::C) return fmt::format("{}[{}]", array.name, fmt::join(index, "]["));
    return fmt::format("{}({})", array.name, fmt::join(index, ","));
}

/// The first wrong element on this rank.
struct Found {
    Index number = none;
    std::byte const* element = nullptr;
    std::vector<std::byte> expected = {};

    void consider(Index candidate, std::byte const* there, std::byte const* wanted, Index bytes) {
        bool const same = std::memcmp(there, wanted, as_size(bytes)) == 0;
        if (!same && candidate < number) *this = {candidate, there, {wanted, wanted + bytes}};
    }
};

Found first_wrong(RedistPlan const& plan, LocalLayout const& layout, std::byte const* local, ExpectedElements const& elements) {
    Index const bytes = elements.type().bytes;
    std::vector<std::byte> expected(as_size(bytes));
    Found first;
    held_elements(plan.map(), &CopyAxis::target, layout, bytes).for_each([&](Index offset, Index number) {
        elements.write(number, expected.data());
        first.consider(number, local + offset, expected.data(), bytes);
    });
    return first;
}

/// Returns the first wrong element over all ranks. Collective. `map` defines the numbering of the points.
std::optional<Mismatch> first_of_all(Communicator const& comm, Found const& mine, ArraySpec const& array, CopyMap const& map,
                                     ElementType const& type) {
    Index const first = all_min(comm, mine.number);
    if (first == none) return std::nullopt;
    Mismatch mismatch;
    mismatch.rank = all_min(comm, mine.number == first ? comm.rank() : comm.size());
    mismatch.element = element_name(array, map, first);
    if (comm.rank() == mismatch.rank) {
        mismatch.expected = element_text(type, mine.expected.data());
        mismatch.found = element_text(type, mine.element);
    }
    mismatch.expected = broadcast_text(comm, mismatch.rank, std::move(mismatch.expected));
    mismatch.found = broadcast_text(comm, mismatch.rank, std::move(mismatch.found));
    return mismatch;
}

std::uint64_t checksum(Communicator const& comm, LoopNest const* elements, Index element_bytes, std::byte const* local) {
    return all_sum(comm, elements == nullptr ? 0 : element_checksum(*elements, local, element_bytes));
}

} // namespace

std::optional<Mismatch> find_mismatch(Communicator const& comm, RedistPlan const& plan, std::optional<LocalLayout> const& layout,
                                      std::byte const* local, ElementUpdate const* update) {
    ExpectedElements const elements(plan, update);
    Found const mine = layout ? first_wrong(plan, *layout, local, elements) : Found{};
    return first_of_all(comm, mine, plan.target().spec().array, plan.map(), elements.type());
}

std::optional<Mismatch> find_difference(Communicator const& comm, RedistPlan const& plan, std::optional<LocalLayout> const& layout,
                                        ElementType const& type, std::byte const* local, std::byte const* expected) {
    Found mine;
    if (layout)
        held_elements(plan.map(), &CopyAxis::target, *layout, type.bytes).for_each([&](Index offset, Index number) {
            mine.consider(number, local + offset, expected + offset, type.bytes);
        });
    return first_of_all(comm, mine, plan.target().spec().array, plan.map(), type);
}

std::optional<Mismatch> find_change(Communicator const& comm, std::span<RedistPlan const> plans, Mapping const& target,
                                    std::optional<LocalLayout> const& layout, std::byte const* local, std::byte const* before) {
    ElementType const& type = target.array().type;
    CopyMap const whole = CopyMap::identity(target.array().extents);
    Found mine;
    if (layout) {
        std::vector<bool> delivered(as_size(layout->allocation_size()));
        for (RedistPlan const& plan : plans)
            held_elements(plan.map(), &CopyAxis::target, *layout, type.bytes).for_each([&](Index offset, Index) {
                delivered[as_size(offset / type.bytes)] = true;
            });
        std::vector<std::byte> const zero(as_size(type.bytes));
        held_elements(whole, &CopyAxis::target, *layout, type.bytes).for_each([&](Index offset, Index number) {
            if (delivered[as_size(offset / type.bytes)]) return;
            mine.consider(number, local + offset, before == nullptr ? zero.data() : before + offset, type.bytes);
        });
    }
    return first_of_all(comm, mine, target.array(), whole, type);
}

std::uint64_t source_checksum(Communicator const& comm, RedistPlan const& plan, std::optional<LocalLayout> const& layout,
                              std::byte const* local, ElementUpdate const* update) {
    Index const bytes = target_type(plan, update).bytes;
    std::optional<LoopNest> elements;
    auto const position = plan.source().grid().position(comm.rank());
    bool const first_copy = layout && plan.source().replica(position.value()) == 0;
    if (first_copy) elements = held_elements(plan.map(), &CopyAxis::source, *layout, bytes);
    auto const arithmetic = arithmetic_of(plan, update);
    if (!arithmetic || !first_copy) return checksum(comm, elements ? &*elements : nullptr, bytes, local);
    Buffer updated(layout->allocation_size() * bytes);
    arithmetic->apply(local, updated.data(), layout->allocation_size());
    return checksum(comm, &*elements, bytes, updated.data());
}

std::uint64_t target_checksum(Communicator const& comm, RedistPlan const& plan, std::optional<LocalLayout> const& layout,
                              std::byte const* local, ElementUpdate const* update) {
    Index const bytes = target_type(plan, update).bytes;
    std::optional<LoopNest> elements;
    if (layout) elements = held_elements(plan.map(), &CopyAxis::target, *layout, bytes);
    return checksum(comm, elements ? &*elements : nullptr, bytes, local);
}

} // namespace tessera
