// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a shift with a context per execution.
#include "libcore/runtime/comm/shift/active_shift.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// Returns a box of the iteration space in the memory of one side.
ActivePart part_of(GridShift const& shift, RedistPlan const& plan, BoxSet const& box, LocalLayout const& layout,
                   std::optional<CopySide> CopyAxis::*side) {
    ActivePart part{{}, box.shape(), shift.mapping().array().order};
    for (std::size_t d = 0; d < box.dims().size(); ++d)
        part.dims.push_back(grid_runs(box.dims()[d], layout.owned().dims()[d], (plan.map().axes[d].*side)->start));
    return part;
}

/// Maps the numbers of a context to the owned elements.
ActiveArray array_of(std::optional<LocalLayout> const& layout, Index element_bytes) {
    if (!layout) return {ContextGrid({0}, {{1}, 0}, {{1}, 0}), element_bytes};
    GridAddresses const numbers{dense_strides(layout->local_shape(), layout->permutation()), 0};
    return {ContextGrid(layout->local_shape(), numbers, {layout->strides(), layout->first_offset()}), element_bytes};
}

} // namespace

ActiveMessages active_messages(GridShift const& shift, ShiftLayouts const& layouts, Rank rank) {
    ActiveMessages messages({array_of(layouts.source, shift.mapping().array().type.bytes)});
    if (!layouts.source || !layouts.target) return messages;
    auto const for_each_part = [&](std::vector<MultiMessage> const& list, auto const& visit) {
        for (MultiMessage const& message : list)
            for (MultiMessage::Part const& part : message.parts) {
                RedistPlan const& plan = shift.plan().plans()[as_size(part.plan)];
                visit(message, plan, plan.box(part.message));
            }
    };
    for_each_part(shift.plan().sends(rank), [&](MultiMessage const& message, RedistPlan const& plan, BoxSet const& box) {
        messages.add_send(message.to, 0, part_of(shift, plan, box, *layouts.source, &CopyAxis::source));
    });
    for_each_part(shift.plan().receives(rank), [&](MultiMessage const& message, RedistPlan const& plan, BoxSet const& box) {
        messages.add_receive(message.from, 0, part_of(shift, plan, box, *layouts.target, &CopyAxis::target),
                             {layouts.target->strides(), layouts.target->first_offset()});
    });
    return messages;
}

std::optional<Context> planned_context(GridShift const& shift, ShiftLayouts const& layouts, Rank rank) {
    if (!shift.selects() || !layouts.source) return std::nullopt;
    LocalLayout const& layout = *layouts.source;
    Extents const strides = dense_strides(layout.local_shape(), layout.permutation());
    std::vector<Index> numbers;
    for (ShiftMessage const& message : shift.sends(rank))
        for (ShiftPart const& part : message.parts) {
            auto const& axes = shift.plan().plans()[part.plan].map().axes;
            part.box.for_each([&](std::span<Index const> index) {
                Index number = 0;
                for (std::size_t d = 0; d < index.size(); ++d)
                    number += layout.owned().dims()[d].position(index[d] + axes[d].source->start) * strides[d];
                numbers.push_back(number);
            });
        }
    std::ranges::sort(numbers);
    return Context::of_list(layout.owned().count(), numbers);
}

} // namespace tessera
