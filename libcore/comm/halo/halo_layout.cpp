// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory layout of a rank's elements and their halo.
#include "libcore/comm/halo/halo_layout.hpp"

#include "libcore/sets/widened.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

HaloLayout::HaloLayout(HaloPlan const& plan, Index position)
    : places_(as_size(plan.mapping().dims())), strides_(as_size(plan.mapping().dims()), 0) {
    int const dims = plan.mapping().dims();
    BoxSet const owned = plan.mapping().owned(position);
    allocation_size_ = owned.empty() ? 0 : 1;
    for (int k = 0; k < dims; ++k) {
        auto const d = as_size(plan.mapping().array().order == StorageOrder::Fortran ? k : dims - 1 - k);
        ShadowWidth const width = plan.stencil().widths()[d];
        places_[d] = widened(owned.dims()[d], width.low, width.high);
        strides_[d] = allocation_size_;
        allocation_size_ *= places_[d].count();
    }
}

HaloLayout HaloLayout::none(HaloPlan const& plan) {
    HaloLayout layout;
    layout.places_.resize(as_size(plan.mapping().dims()));
    layout.strides_.resize(as_size(plan.mapping().dims()), 0);
    return layout;
}

Result<HaloLayout> HaloLayout::within_shadow(HaloPlan const& plan, Index position, LocalLayout const& local) {
    HaloLayout layout;
    for (int d = 0; d < plan.mapping().dims(); ++d) {
        PeriodicSet const owned = plan.mapping().owned(position).dims()[as_size(d)];
        ShadowWidth const width = plan.stencil().widths()[as_size(d)];
        ShadowWidth const planes = local.ghosts()[as_size(d)];
        if (owned.run_count() > 1)
            return fail(fmt::format("dimension {}: a rank keeps {} runs side by side, with no shadow planes between them; let the "
                                    "exchange lay out the memory (HaloLayout)",
                                    d + 1, owned.run_count()));
        if (planes.low < width.low || planes.high < width.high)
            return fail(fmt::format("dimension {}: the stencil reaches {} below and {} above, and the shadow has {} and {} planes",
                                    d + 1, width.low, width.high, planes.low, planes.high));
        Run const run = owned.bounds();
        layout.places_.push_back(widened(owned, planes.low, planes.high));
        layout.first_offset_ -=
            (owned.empty() ? 0 : run.begin - layout.places_.back().bounds().begin) * local.strides()[as_size(d)];
    }
    layout.strides_ = local.strides();
    layout.first_offset_ += local.first_offset();
    layout.allocation_size_ = local.allocation_size();
    return layout;
}

Index HaloLayout::offset(std::span<Index const> place) const {
    Index offset = first_offset_;
    for (std::size_t d = 0; d < places_.size(); ++d) offset += places_[d].position(place[d]) * strides_[d];
    return offset;
}

} // namespace tessera
