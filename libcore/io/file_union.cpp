// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the union of several sections, as a set of positions in a file.
#include "libcore/io/file_union.hpp"

#include "libcore/sets/disjoint_boxes.hpp"
#include "libcore/sets/disjoint_union.hpp"
#include "libcore/sets/set_numbers.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace tessera {

namespace {

/// Returns disjoint sets with the same union. Adjacent sets are joined if the result has a short description.
std::vector<PeriodicSet> united(std::vector<PeriodicSet> sets) {
    std::ranges::sort(sets, {}, [](PeriodicSet const& set) { return set.bounds().begin; });
    for (bool fewer = true; fewer;) {
        std::vector<PeriodicSet> next;
        for (std::size_t i = 0; i < sets.size(); i += 2) {
            bool const has_neighbour = i + 1 < sets.size();
            if (auto both = has_neighbour ? disjoint_union(sets[i], sets[i + 1]) : std::nullopt) {
                next.push_back(*std::move(both));
                continue;
            }
            next.push_back(sets[i]);
            if (has_neighbour) next.push_back(sets[i + 1]);
        }
        fewer = next.size() < sets.size();
        sets = std::move(next);
    }
    return sets;
}

/// Boxes that differ only in dimension d.
struct Bundle {
    std::vector<PeriodicSet> dims; // sets of the first box
    std::vector<PeriodicSet> sets; // sets of all boxes in dimension d
};

/// Joins disjoint boxes that differ only in dimension d. For example, the parts of a distribution's ranks form the whole array.
/// Precondition: there is at least one box.
std::vector<BoxSet> united_along(std::size_t d, std::vector<BoxSet> const& boxes) {
    std::vector<Bundle> bundles;
    std::vector<SetNumbers> numbers(boxes.front().dims().size());
    std::map<std::vector<std::size_t>, std::size_t> bundle_of; // indexed by the sets in all other dimensions
    for (BoxSet const& box : boxes) {
        std::vector<std::size_t> others(numbers.size(), 0);
        for (std::size_t k = 0; k < numbers.size(); ++k)
            if (k != d) others[k] = numbers[k].number_of(box.dims()[k]);
        auto const [bundle, is_new] = bundle_of.try_emplace(std::move(others), bundles.size());
        if (is_new) bundles.push_back({{box.dims().begin(), box.dims().end()}, {}});
        bundles[bundle->second].sets.push_back(box.dims()[d]);
    }
    std::vector<BoxSet> fewer;
    for (Bundle& bundle : bundles)
        for (PeriodicSet& set : united(std::move(bundle.sets))) {
            bundle.dims[d] = std::move(set);
            fewer.emplace_back(bundle.dims);
        }
    return fewer;
}

} // namespace

FileUnion::FileUnion(FileLayout layout, std::span<BoxSet const> sections) : all_(std::move(layout)) {
    std::vector<BoxSet> boxes = disjoint_boxes(sections);
    for (std::size_t d = 0; d < all_.layout().dims() && boxes.size() > 1; ++d) boxes = united_along(d, boxes);
    for (BoxSet& box : boxes) {
        FileSection part(all_.layout(), std::move(box));
        if (part.empty()) continue; // none of its chunks is stored
        count_ += part.count();
        parts_.push_back(std::move(part));
    }
}

Index FileUnion::count_in(Run positions) const {
    Index count = 0;
    for (FileSection const& part : parts_) count += part.count_in(positions);
    return count;
}

std::optional<Index> FileUnion::first_from(Index position) const {
    std::optional<Index> first;
    for (FileSection const& part : parts_)
        if (auto const found = part.first_from(position); found && (!first || *found < *first)) first = found;
    return first;
}

std::optional<Index> FileUnion::last_below(Index position) const {
    std::optional<Index> last;
    for (FileSection const& part : parts_)
        if (auto const found = part.last_below(position); found && (!last || *found > *last)) last = found;
    return last;
}

Run FileUnion::bounds() const {
    if (empty()) return {};
    return {*first_from(0), *last_below(layout().positions()) + 1};
}

} // namespace tessera
