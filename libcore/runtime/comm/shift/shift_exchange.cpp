// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shifts an array over its grid.
#include "libcore/runtime/comm/shift/shift_exchange.hpp"

#include <cassert>
#include <utility>

namespace tessera {
namespace {

CopyProgram fill_program(BoxSet const& box, LocalLayout const& layout, Index element_bytes) {
    std::vector<LoopDim> dims;
    for (std::size_t d = 0; d < box.dims().size(); ++d)
        dims.push_back({box.dims()[d], AxisSide::affine(0, 1, 0),
                        AxisSide::stored(layout.owned().dims()[d], 0, 1, layout.strides()[d] * element_bytes)});
    return {LoopNest(dims, 0, layout.first_offset() * element_bytes), element_bytes};
}

} // namespace

Result<ShiftExchange> ShiftExchange::make(GridShift const& shift, MPI_Comm comm, RedistributorOptions options) {
    auto redistributor = Redistributor::make(shift.plan(), comm, std::move(options));
    if (!redistributor) return forward_error(redistributor);
    ShiftExchange exchange(*std::move(redistributor), shift.plan().plans().size());
    Rank rank = 0;
    MPI_Comm_rank(comm, &rank);
    auto const position = shift.mapping().grid().position(rank);
    if (shift.edge() != ShiftEdge::Fill || !position || !shift.mapping().holds(*position)) return exchange;
    LocalLayout const layout(shift.mapping(), *position);
    for (BoxSet const& box : shift.unfilled(*position))
        exchange.fills_.push_back(fill_program(box, layout, shift.mapping().array().type.bytes));
    return exchange;
}

void ShiftExchange::execute(void const* source, void* target, void const* fill) {
    std::vector<void const*> const sources(plans_, source);
    std::vector<void*> const targets(plans_, target);
    redistributor_.execute(sources, targets);
    assert(fills_.empty() || fill != nullptr);
    for (CopyProgram const& each : fills_) each.run(static_cast<std::byte const*>(fill), static_cast<std::byte*>(target));
}

} // namespace tessera
