// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a section of an array, as the set of its positions in a file.
#include "libcore/io/file_section.hpp"

#include "libcore/base/require.hpp"

#include <algorithm>

namespace tessera {

namespace {

BoxSet whole_array(Extents const& extents) {
    std::vector<PeriodicSet> dims;
    dims.reserve(extents.size());
    for (Index const extent : extents) dims.push_back(PeriodicSet::interval({0, extent}));
    return BoxSet(std::move(dims));
}

/// Returns the number of elements whose next index is an element too.
Index pairs(PeriodicSet const& set) {
    return set.count() - set.run_count();
}

/// The pairs of consecutive elements along one dimension of a section, in a chunked file.
struct AxisSteps {
    Index within = 0;   ///< pairs in one chunk
    Index across = 0;   ///< pairs across two chunks
    Index whole = 0;    ///< number of chunks whose first and last positions are both in the section
    bool round = false; ///< true if the last position of the last chunk and the first one of the first chunk are in the section
};

AxisSteps steps_along(PeriodicSet const& set, Index chunk, Index chunks) {
    auto const first = set.affine_preimage(0, chunk, chunks);
    auto const last = set.affine_preimage(chunk - 1, chunk, chunks);
    AxisSteps steps;
    steps.across = intersection(last, first.shifted(-1)).count();
    steps.within = pairs(set) - steps.across;
    steps.whole = intersection(first, last).count();
    steps.round = first.contains(0) && last.contains(chunks - 1);
    return steps;
}

} // namespace

FileSection::FileSection(FileLayout layout) : FileSection(layout, whole_array(layout.shape().extents)) {}

FileSection::FileSection(FileLayout layout, BoxSet section) : layout_(std::move(layout)), section_(std::move(section)) {
    require(section_.dims().size() == layout_.dims(), "FileSection expects a set for each dimension of the file's array");
    count_ = section_.count();
    if (count_ == 0) return;
    Index faster = 1;
    for (int const permuted : layout_.shape().permutation) {
        auto const d = as_size(permuted);
        PeriodicSet const& set = section_.dims()[d];
        require(0 <= set.bounds().begin && set.bounds().end <= layout_.shape().extents[d],
                "FileSection expects a section within the file's array");
        axes_.push_back({set, layout_.shape().chunk[d], layout_.chunks_along(d), layout_.stride(d), faster, d});
        faster *= set.count();
    }
    if (layout_.has_table()) find_touched();
    if (count_ > 0) bounds_ = {element(0), element(count_ - 1) + 1};
}

void FileSection::find_touched() {
    Extents chunk(axes_.size());
    auto const visit = [&](auto const& self, std::size_t axis) -> void {
        if (axis == axes_.size()) {
            if (auto const slot = layout_.slot(chunk)) touched_.push_back({*slot, 0});
            return;
        }
        Axis const& a = axes_[axis];
        for (Index below = 0; below < a.set.count(); below = a.set.count_below(a.range(chunk[a.dim]).end)) {
            chunk[a.dim] = a.set.element(below) / a.chunk;
            self(self, axis + 1);
        }
    };
    visit(visit, 0);
    std::ranges::sort(touched_, {}, &Touched::slot);
    count_ = 0;
    for (Touched& touched : touched_) {
        touched.before = count_;
        count_ += part_in(touched.slot).count;
    }
}

FileSection::Part FileSection::part_in(Index slot) const {
    Extents const chunk = layout_.chunk_in(slot);
    Part part;
    for (Axis const& axis : axes_) {
        part.number.push_back(chunk[axis.dim]);
        part.faster.push_back(part.count);
        part.count *= axis.set.count_in(axis.range(chunk[axis.dim]));
    }
    return part;
}

Index FileSection::count_in_slots_below(Part const& part, Index slot) const {
    if (layout_.has_table()) {
        auto const found = std::ranges::lower_bound(touched_, slot, {}, &Touched::slot);
        return found == touched_.end() ? count_ : found->before;
    }
    Index below = 0;
    Index slower = 1; // number of the part's elements in the dimensions that are already fixed
    for (std::size_t k = axes_.size(); k-- > 0;) {
        Axis const& axis = axes_[k];
        Run const range = axis.range(part.number[k]);
        below += slower * axis.set.count_below(range.begin) * axis.faster;
        slower *= axis.set.count_in(range);
    }
    return below;
}

Index FileSection::count_in_part_below(Part const& part, Index place) const {
    if (part.count == 0) return 0;
    Index below = 0;
    for (std::size_t k = axes_.size(); k-- > 0;) {
        Axis const& axis = axes_[k];
        Index const begin = axis.range(part.number[k]).begin;
        Index const index = begin + place / axis.stride;
        place %= axis.stride;
        below += axis.set.count_in({begin, index}) * part.faster[k];
        if (!axis.set.contains(index)) break;
    }
    return below;
}

Index FileSection::count_below(Index position) const {
    if (position <= bounds_.begin) return 0;
    if (position >= bounds_.end) return count_;
    Index const slot = position / layout_.chunk_elements();
    Part const part = part_in(slot);
    return count_in_slots_below(part, slot) + count_in_part_below(part, position % layout_.chunk_elements());
}

Index FileSection::count_in(Run positions) const {
    return positions.empty() ? 0 : count_below(positions.end) - count_below(positions.begin);
}

Index FileSection::regular_slot_of_element(Index& k) const {
    Extents chunk(axes_.size());
    Index slower = 1;
    for (auto at = axes_.rbegin(); at != axes_.rend(); ++at) {
        Axis const& axis = *at;
        Index const weight = slower * axis.faster;
        Index const number = axis.set.element(k / weight) / axis.chunk;
        Run const range = axis.range(number);
        k -= axis.set.count_below(range.begin) * weight;
        slower *= axis.set.count_in(range);
        chunk[axis.dim] = number;
    }
    return *layout_.slot(chunk);
}

Index FileSection::slot_of_element(Index& k) const {
    if (!layout_.has_table()) return regular_slot_of_element(k);
    Touched const touched = *std::prev(std::ranges::upper_bound(touched_, k, {}, &Touched::before));
    k -= touched.before;
    return touched.slot;
}

Index FileSection::element(Index k) const {
    require(0 <= k && k < count_, "FileSection: the section has no element of this number");
    Index const slot = slot_of_element(k);
    Part const part = part_in(slot);
    Index position = slot * layout_.chunk_elements();
    for (std::size_t i = axes_.size(); i-- > 0;) {
        Axis const& axis = axes_[i];
        Index const begin = axis.range(part.number[i]).begin;
        position += (axis.set.element(axis.set.count_below(begin) + k / part.faster[i]) - begin) * axis.stride;
        k %= part.faster[i];
    }
    return position;
}

std::optional<Index> FileSection::first_from(Index position) const {
    Index const below = count_below(position);
    return below < count_ ? std::optional(element(below)) : std::nullopt;
}

std::optional<Index> FileSection::last_below(Index position) const {
    Index const below = count_below(position);
    return below > 0 ? std::optional(element(below - 1)) : std::nullopt;
}

void FileSection::for_each_box(Run positions, std::function<void(BoxSet const&, Index slot)> const& visit) const {
    if (count_ == 0) return;
    layout_.for_each_box(positions, [&](FileBox const& box) {
        std::vector<PeriodicSet> dims;
        dims.reserve(box.ranges.size());
        for (std::size_t d = 0; d < box.ranges.size(); ++d) {
            dims.push_back(section_.dims()[d].clipped(box.ranges[d]));
            if (dims.back().empty()) return;
        }
        visit(BoxSet(std::move(dims)), box.slot);
    });
}

// The number of runs is the number of elements minus the pairs of elements at consecutive positions. The next position after an
// element belongs to the next index of dimension k, if all faster dimensions wrap from their last index to their first. So the
// number of pairs is a sum of products over k. The factors count how the faster dimensions wrap, how dimension k steps, and how the
// slower ones stay.

Index FileSection::run_count() const {
    if (count_ == 0) return 0;
    return layout_.has_table() ? table_run_count() : regular_run_count();
}

Index FileSection::regular_run_count() const {
    std::vector<AxisSteps> steps;
    for (Axis const& axis : axes_) steps.push_back(steps_along(axis.set, axis.chunk, axis.chunks));
    Index joined = 0;
    for (std::size_t k = 0; k < axes_.size(); ++k) {
        Index within = steps[k].within;
        Index across = steps[k].across;
        for (std::size_t j = 0; j < axes_.size(); ++j) {
            if (j < k) within *= steps[j].whole;
            if (j < k) across *= steps[j].round ? 1 : 0;
            if (j > k) within *= axes_[j].set.count();
            if (j > k) across *= steps[j].whole;
        }
        joined += within + across;
    }
    return count_ - joined;
}

Index FileSection::run_count_in(Part const& part) const {
    Index runs = part.count;
    Index slower = part.count;
    for (std::size_t k = 0; k < axes_.size(); ++k) {
        PeriodicSet const set = axes_[k].set.clipped(axes_[k].range(part.number[k]));
        slower /= set.count();
        runs -= pairs(set) * slower;
        if (set.count() < axes_[k].chunk &&
            !(set.contains(axes_[k].range(part.number[k]).begin) && set.contains(axes_[k].range(part.number[k]).end - 1)))
            break;
    }
    return runs;
}

bool FileSection::joins_next_slot(Index slot) const {
    Index const next = (slot + 1) * layout_.chunk_elements();
    return next < layout_.positions() && layout_.gapless_end(next - 1) > next && contains(next - 1) && contains(next);
}

Index FileSection::table_run_count() const {
    Index runs = 0;
    for (Touched const touched : touched_) runs += run_count_in(part_in(touched.slot)) - (joins_next_slot(touched.slot) ? 1 : 0);
    return runs;
}

} // namespace tessera
