// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the packing work of a halo exchange.
#include "libcore/comm/halo/halo_packing.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace tessera {

Index stretches_of(BoxSet const& elements, HaloLayout const& layout) {
    std::vector<std::size_t> order(elements.dims().size()); // fastest dimension first
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t d) { return layout.strides()[d]; });
    Index stretches = 1;
    bool gapless = true; // true if all faster dimensions are complete
    for (std::size_t const d : order) {
        PeriodicSet const& set = elements.dims()[d];
        stretches *= gapless ? set.run_count() : set.count();
        gapless = gapless && set.count() == layout.places()[d].count();
    }
    return stretches;
}

Result<HaloPacking> most_packing(HaloPlan const& plan, Watch const& watch) {
    ProcessorGrid const& grid = plan.mapping().grid();
    std::vector<HaloLayout> layouts;
    for (Index position = 0; position < grid.size(); ++position) {
        if (watch.stopped()) return stopped_error();
        bool const takes_part = plan.mapping().holds(position) && plan.mapping().owned_count(position) > 0;
        layouts.push_back(takes_part ? HaloLayout(plan, position) : HaloLayout::none(plan));
    }
    std::vector<HaloPacking> packing(as_size(grid.size()));
    for (Index position = 0; position < grid.size(); ++position) {
        if (watch.stopped()) return stopped_error();
        for (HaloMessage const& message : plan.receives(grid.rank(position))) {
            for (Index const side : {message.from_position, message.to_position}) {
                HaloPacking packed;
                for (HaloBox const& box : message.boxes) {
                    packed.stretches += stretches_of(box.elements, layouts[as_size(side)]);
                    packed.elements += box.elements.count();
                }
                if (packed.stretches <= 1) continue;
                packing[as_size(side)].stretches += packed.stretches;
                packing[as_size(side)].elements += packed.elements;
            }
        }
    }
    return packing.empty() ? HaloPacking{} : *std::ranges::max_element(packing, {}, &HaloPacking::stretches);
}

} // namespace tessera
