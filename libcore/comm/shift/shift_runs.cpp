// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a shift as runs in a rank's memory.
#include "libcore/base/arithmetic.hpp"
#include "libcore/comm/context/context_grid.hpp"
#include "libcore/comm/context/context_places.hpp"
#include "libcore/comm/shift/grid_shift.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace tessera {
namespace {

/// Walks one position's memory, line by line along the fastest dimension.
class ShiftWalk {
  public:
    ShiftWalk(GridShift const& shift, Index position, std::function<bool(ShiftRun const&)> const& visit)
        : visit_(visit), shift_(shift), mapping_(shift.mapping()), replica_(mapping_.replica(position)), own_(mapping_, position),
          fast_(as_size(own_.permutation().front())) {}

    void run() {
        Extents index(as_size(mapping_.dims()));
        if (!own_.owned().empty()) descend(own_.permutation().size(), index);
        end_run();
    }

  private:
    /// Descends through the dimensions from the slowest to the fastest; `depth` of them remain.
    void descend(std::size_t depth, Extents& index) {
        auto const d = as_size(own_.permutation()[depth - 1]);
        for (RunWalk walk(own_.owned().dims()[d]); wanted_ && !walk.done(); walk.next()) {
            if (depth == 1) {
                walk_line(walk.run(), index);
                continue;
            }
            for (index[d] = walk.run().begin; wanted_ && index[d] < walk.run().end; ++index[d]) descend(depth - 1, index);
        }
    }

    /// Returns the target of index i of dimension d. Without a torus it may lie outside of the array.
    [[nodiscard]] Index target(std::size_t d, Index i) const {
        Index const extent = mapping_.array().extents[d];
        Index const at = i + shift_.distance()[d];
        return shift_.edge() == ShiftEdge::Torus ? floor_mod(at, extent) : at;
    }

    void walk_line(Run run, Extents& index) {
        while (wanted_ && !run.empty()) {
            index[fast_] = run.begin;
            Extents place(index.size());
            for (std::size_t d = 0; d < index.size(); ++d) place[d] = target(d, index[d]);
            Index const count = std::min(run.size(), alike_from(place));
            add(own_.offset(*own_.global_to_local(index)), count, place);
            run.begin += count;
        }
    }

    [[nodiscard]] bool is_inside(std::size_t d, Index at) const { return at >= 0 && at < mapping_.array().extents[d]; }

    /// Returns how many places, starting with this one, have the same owner, or also lie outside of the array.
    [[nodiscard]] Index alike_from(Extents const& place) const {
        for (std::size_t d = 0; d < place.size(); ++d)
            if (d != fast_ && !is_inside(d, place[d])) return mapping_.array().extents[fast_];
        Index const at = place[fast_];
        if (at < 0) return -at;
        if (!is_inside(fast_, at)) return mapping_.array().extents[fast_];
        return mapping_.dim(static_cast<int>(fast_)).segment_at(at).run.end - at;
    }

    void add(Index offset, Index count, Extents const& place) {
        ShiftRun run{offset, count, std::nullopt, 0};
        bool inside = true;
        for (std::size_t d = 0; d < place.size(); ++d) inside = inside && is_inside(d, place[d]);
        if (inside) {
            Extents coords;
            for (std::size_t d = 0; d < place.size(); ++d) coords.push_back(mapping_.dim(static_cast<int>(d)).owner(place[d]));
            Index const position = mapping_.position_of(coords, replica_);
            auto const layout = layouts_.try_emplace(position, mapping_, position).first;
            run.to = mapping_.grid().rank(position);
            run.target_offset = layout->second.offset(*layout->second.global_to_local(place));
        }
        if (open_ && follows(*open_, run)) {
            open_->count += count;
        } else {
            end_run();
            open_ = run;
        }
    }

    /// Reports the open run. No further element belongs to it.
    void end_run() {
        if (open_ && wanted_) wanted_ = visit_(*open_);
        open_.reset();
    }

    [[nodiscard]] static bool follows(ShiftRun const& last, ShiftRun const& next) {
        return last.to == next.to && last.offset + last.count == next.offset &&
               (!next.to || last.target_offset + last.count == next.target_offset);
    }

    std::function<bool(ShiftRun const&)> const& visit_;
    bool wanted_ = true;           // true while the visitor wants more runs
    std::optional<ShiftRun> open_; // the last run, which may still be extended
    GridShift const& shift_;
    Mapping const& mapping_;
    Index replica_;
    LocalLayout own_;
    std::size_t fast_;
    std::map<Index, LocalLayout> layouts_; // layouts of the positions visited so far
};

/// Returns the numbers, in a position's memory, of the elements whose target places are wanted.
Context wanted_of(GridShift const& shift, LocalLayout const& layout) {
    Extents const strides = dense_strides(layout.local_shape(), layout.permutation());
    std::vector<Index> numbers;
    for (RedistPlan const& plan : shift.plan().plans()) {
        std::vector<PeriodicSet> from;
        std::vector<PeriodicSet> to;
        for (std::size_t d = 0; d < strides.size(); ++d) {
            CopyAxis const& axis = plan.map().axes[d];
            from.push_back(layout.owned().dims()[d].clipped({axis.source->start, axis.source->start + axis.extent}));
            to.push_back(from.back().shifted(axis.target->start - axis.source->start));
        }
        BoxSet const elements(std::move(from));
        shift.wanted()->context(shift.mapping().array(), BoxSet(std::move(to))).for_each_run([&](Run run) {
            for (Index k = run.begin; k < run.end; ++k) {
                Extents const index = elements.element(k);
                Index number = 0;
                for (std::size_t d = 0; d < index.size(); ++d) number += layout.owned().dims()[d].position(index[d]) * strides[d];
                numbers.push_back(number);
            }
        });
    }
    std::ranges::sort(numbers);
    return Context::of_list(layout.owned().count(), numbers);
}

/// Returns the pieces of memory with the active elements of a position, ascending.
std::vector<Run> active_stretches(GridShift const& shift, Index position) {
    LocalLayout const layout(shift.mapping(), position);
    Context active = Context::everywhere(layout.owned().count());
    if (shift.where()) active = shift.where()->context(shift.mapping(), position);
    if (shift.wanted()) active = active.and_in(wanted_of(shift, layout));
    std::vector<Run> stretches;
    for_each_contiguous_run(active, layout, [&](Index, Index offset, Index count) {
        stretches.push_back({offset, offset + count});
    });
    return stretches;
}

} // namespace

void for_each_shift_run(GridShift const& shift, Index position, std::function<bool(ShiftRun const&)> const& visit) {
    if (!shift.mapping().holds(position) || shift.mapping().dims() == 0) return;
    if (!shift.selects()) return ShiftWalk(shift, position, visit).run();
    std::vector<Run> const active = active_stretches(shift, position);
    auto stretch = active.begin();
    auto const visit_active = [&](ShiftRun const& run) {
        Index const end = run.offset + run.count;
        for (; stretch != active.end() && stretch->begin < end; ++stretch) {
            Run const both = intersection(*stretch, Run{run.offset, end});
            if (!both.empty() &&
                !visit({both.begin, both.size(), run.to, run.target_offset + (run.to ? both.begin - run.offset : 0)}))
                return false;
            if (stretch->end > end) break;
        }
        return stretch != active.end();
    };
    ShiftWalk(shift, position, visit_active).run();
}

std::vector<ShiftRun> shift_runs(GridShift const& shift, Index position) {
    std::vector<ShiftRun> runs;
    for_each_shift_run(shift, position, [&](ShiftRun const& run) {
        runs.push_back(run);
        return true;
    });
    return runs;
}

} // namespace tessera
