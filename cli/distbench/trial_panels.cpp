// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts of an array's panels, one after the other, from their owners' memory.
#include "cli/distbench/trial_panels.hpp"

#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/program/largest_part.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tessera::cli {

CollectiveTask trial_task(CollectiveKind kind, Communicator const& line, int root, Index bytes) {
    return {.kind = kind, .ranks = line.size(), .root = root, .elements = std::max<Index>(bytes / 8, 1), .element_bytes = 8};
}

TrialPanels::TrialPanels(Communicator const& line, Mapping const& mapping, int dim, Machine const* machine)
    : rank_(line.rank()), faster_(mapping.array().type.bytes), held_(detail::largest_part(mapping.dim(dim))) {
    for (int d = 0; d < mapping.dims(); ++d) {
        if (d == dim) continue;
        bool const faster = (d < dim) == (mapping.array().order == StorageOrder::Fortran);
        (faster ? faster_ : slower_) *= detail::largest_part(mapping.dim(d));
    }
    for (Index coord = 0; coord < mapping.dim(dim).coords(); ++coord) {
        PeriodicSet const owned = mapping.dim(dim).owned(coord);
        for (RunWalk walk(owned); !walk.done(); walk.next())
            panels_.push_back({walk.run().begin, walk.run().size(), static_cast<int>(coord) % line.size(),
                               owned.position(walk.run().begin), nullptr});
    }
    std::ranges::sort(panels_, {}, &Panel::begin);
    Index longest = 8;
    for (Panel& panel : panels_) {
        auto const task = trial_task(CollectiveKind::Broadcast, line, panel.owner, stretch_of(panel) * slower_);
        auto& kind = kinds_[{panel.owner, panel.length}];
        if (!kind) kind = std::make_unique<Collective>(line, *choose_collective(task, machine).algorithm, task);
        panel.broadcast = kind.get();
        longest = std::max(longest, task.bytes());
    }
    part_ = Buffer(held_ * faster_ * slower_ + longest); // the last panel may be rounded up
    panel_ = Buffer(longest);
    part_.clear();
    panel_.clear();
}

std::byte* TrialPanels::packed(Panel const& panel) {
    std::byte* const first = part_.data() + panel.place * faster_;
    if (slower_ == 1) return first;
    Index const stretch = stretch_of(panel);
    for (Index i = 0; i < slower_; ++i) std::memcpy(panel_.data() + i * stretch, first + i * held_ * faster_, as_size(stretch));
    return panel_.data();
}

void TrialPanels::broadcast_all() {
    for (Panel const& panel : panels_) panel.broadcast->execute(panel.owner == rank_ ? packed(panel) : panel_.data());
}

} // namespace tessera::cli
