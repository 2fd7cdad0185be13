// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the copy programs that pack, unpack or directly copy a plan's messages.
#include "libcore/runtime/move/copy/message_programs.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

std::vector<AxisSide> local_sides(LocalLayout const& layout, std::span<CopyAxis const> axes,
                                  std::optional<CopySide> CopyAxis::*side, Index element_bytes) {
    std::vector<AxisSide> sides;
    for (CopyAxis const& axis : axes) {
        if (auto const& place = axis.*side) {
            auto const dim = as_size(place->dim);
            sides.push_back(
                AxisSide::stored(layout.owned().dims()[dim], place->start, place->step, layout.strides()[dim] * element_bytes));
        } else {
            sides.push_back(AxisSide::affine(0, 1, 0));
        }
    }
    return sides;
}

std::vector<std::size_t> message_order(RedistPlan const& plan) {
    auto const& axes = plan.map().axes;
    bool const last_is_fastest = plan.source().array().order == StorageOrder::C;
    auto const speed = [&](std::size_t axis) {
        if (!axes[axis].source) return -1;
        int const dim = axes[axis].source->dim;
        return last_is_fastest ? dim : plan.source().dims() - 1 - dim;
    };
    std::vector<std::size_t> order(axes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return speed(a) < speed(b); });
    return order;
}

namespace {

std::vector<AxisSide> buffer_sides(RedistPlan const& plan, BoxSet const& box, Index element_bytes) {
    std::vector<AxisSide> sides(box.dims().size(), AxisSide::dense(0));
    auto const order = message_order(plan);
    Index stride = element_bytes;
    for (auto axis = order.rbegin(); axis != order.rend(); ++axis) {
        sides[*axis] = AxisSide::dense(stride);
        stride *= box.dims()[*axis].count();
    }
    return sides;
}

std::vector<LoopDim> dims_of(BoxSet const& box, std::vector<AxisSide> const& from, std::vector<AxisSide> const& to) {
    std::vector<LoopDim> dims;
    for (std::size_t axis = 0; axis < from.size(); ++axis) dims.push_back({box.dims()[axis], from[axis], to[axis]});
    return dims;
}

CopyProgram program(BoxSet const& box, std::vector<AxisSide> const& from, Index from_base, std::vector<AxisSide> const& to,
                    Index to_base, Index element_bytes, std::shared_ptr<BlockUpdater const> const& updater = nullptr) {
    return {LoopNest(dims_of(box, from, to), from_base, to_base), element_bytes, updater};
}

Index target_bytes(RedistPlan const& plan, std::shared_ptr<BlockUpdater const> const& updater) {
    return updater ? updater->target_bytes() : plan.target().array().type.bytes;
}

} // namespace

CopyProgram pack_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& source) {
    Index const bytes = plan.source().array().type.bytes;
    return program(box, local_sides(source, plan.map().axes, &CopyAxis::source, bytes), source.first_offset() * bytes,
                   buffer_sides(plan, box, bytes), 0, bytes);
}

CopyProgram unpack_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& target,
                           std::shared_ptr<BlockUpdater const> const& updater) {
    Index const bytes = plan.source().array().type.bytes;
    Index const there = target_bytes(plan, updater);
    return program(box, buffer_sides(plan, box, bytes), 0, local_sides(target, plan.map().axes, &CopyAxis::target, there),
                   target.first_offset() * there, bytes, updater);
}

CopyProgram direct_program(RedistPlan const& plan, BoxSet const& box, LocalLayout const& source, LocalLayout const& target,
                           std::shared_ptr<BlockUpdater const> const& updater) {
    Index const bytes = plan.source().array().type.bytes;
    Index const there = target_bytes(plan, updater);
    return program(box, local_sides(source, plan.map().axes, &CopyAxis::source, bytes), source.first_offset() * bytes,
                   local_sides(target, plan.map().axes, &CopyAxis::target, there), target.first_offset() * there, bytes, updater);
}

SlicedCopy sliced_pack_program(RedistPlan const& plan, Message const& message, LocalLayout const& source) {
    Index const bytes = plan.source().array().type.bytes;
    BoxSet const box = plan.box(message);
    auto const dims = dims_of(box, local_sides(source, plan.map().axes, &CopyAxis::source, bytes), buffer_sides(plan, box, bytes));
    return {dims, message_order(plan).front(), source.first_offset() * bytes, 0, bytes};
}

SlicedCopy sliced_unpack_program(RedistPlan const& plan, Message const& message, LocalLayout const& target,
                                 std::shared_ptr<BlockUpdater const> const& updater) {
    Index const bytes = plan.source().array().type.bytes;
    Index const there = target_bytes(plan, updater);
    BoxSet const box = plan.box(message);
    auto const dims = dims_of(box, buffer_sides(plan, box, bytes), local_sides(target, plan.map().axes, &CopyAxis::target, there));
    return {dims, message_order(plan).front(), 0, target.first_offset() * there, bytes, updater};
}

CopyProgram pack_program(RedistPlan const& plan, Message const& message, LocalLayout const& source) {
    return pack_program(plan, plan.box(message), source);
}

CopyProgram unpack_program(RedistPlan const& plan, Message const& message, LocalLayout const& target,
                           std::shared_ptr<BlockUpdater const> const& updater) {
    return unpack_program(plan, plan.box(message), target, updater);
}

CopyProgram direct_program(RedistPlan const& plan, Message const& message, LocalLayout const& source, LocalLayout const& target,
                           std::shared_ptr<BlockUpdater const> const& updater) {
    return direct_program(plan, plan.box(message), source, target, updater);
}

} // namespace tessera
