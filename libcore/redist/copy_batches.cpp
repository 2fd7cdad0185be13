// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the order of a list of copies.
#include "libcore/redist/copy_batches.hpp"

#include "libcore/sets/disjoint_boxes.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace tessera {
namespace {

using SideOfCopy = std::optional<CopySide> CopyAxis::*;

/// Returns the elements of one array that a copy names, in its declared shape. A reshape names all of them.
BoxSet named_elements(RedistPlan const& plan, SideOfCopy side, Mapping const& mapping) {
    Extents const& extents = mapping.spec().array.extents;
    std::vector<PeriodicSet> dims(extents.size(), PeriodicSet::interval({0, 1}));
    if (plan.map().reshapes()) {
        for (std::size_t d = 0; d < extents.size(); ++d) dims[d] = PeriodicSet::interval({0, extents[d]});
        return BoxSet(std::move(dims));
    }
    for (CopyAxis const& axis : plan.map().axes)
        if (auto const& place = axis.*side)
            dims[as_size(place->dim)] = PeriodicSet::interval({0, axis.extent}).affine_image(place->step, place->start);
    return BoxSet(std::move(dims));
}

bool share_elements(BoxSet const& a, BoxSet const& b) {
    for (std::size_t dim = 0; dim < a.dims().size(); ++dim) {
        Run const one = a.dims()[dim].bounds();
        Run const other = b.dims()[dim].bounds();
        if (one.end <= other.begin || other.end <= one.begin) return false;
    }
    return !intersection(a, b).empty();
}

/// The sections that the copies so far write, by array.
class WrittenSections {
  public:
    [[nodiscard]] bool meet(std::string const& array, BoxSet const& section) const {
        auto const found = sections_.find(array);
        if (found == sections_.end()) return false;
        return std::ranges::any_of(found->second, [&](BoxSet const& each) { return share_elements(each, section); });
    }
    [[nodiscard]] bool cover(std::string const& array, BoxSet const& section) const {
        std::vector<BoxSet> rest;
        if (!section.empty()) rest.push_back(section);
        auto const found = sections_.find(array);
        for (std::size_t i = 0; found != sections_.end() && i < found->second.size() && !rest.empty(); ++i) {
            std::vector<BoxSet> smaller;
            for (BoxSet const& box : rest) {
                if (!share_elements(box, found->second[i])) {
                    smaller.push_back(box);
                    continue;
                }
                auto const pieces = difference(box, found->second[i]);
                std::ranges::copy_if(pieces, std::back_inserter(smaller), [](BoxSet const& piece) { return !piece.empty(); });
            }
            rest = std::move(smaller);
        }
        return rest.empty();
    }
    void add(std::string const& array, BoxSet section) { sections_[array].push_back(std::move(section)); }
    void clear() { sections_.clear(); }

  private:
    std::map<std::string, std::vector<BoxSet>> sections_;
};

} // namespace

std::vector<std::size_t> copy_batches(std::span<RedistPlan const> copies) {
    std::vector<std::size_t> batches;
    WrittenSections written;
    for (RedistPlan const& copy : copies) {
        std::string const& from = copy.source().array().name;
        std::string const& to = copy.target().array().name;
        BoxSet target = named_elements(copy, &CopyAxis::target, copy.target());
        bool const waits = written.meet(from, named_elements(copy, &CopyAxis::source, copy.source())) || written.meet(to, target);
        if (waits) written.clear();
        if (waits || batches.empty()) batches.push_back(0);
        ++batches.back();
        written.add(to, std::move(target));
    }
    return batches;
}

std::vector<std::string> inputs_of(std::span<RedistPlan const> copies) {
    std::vector<std::string> inputs;
    WrittenSections written;
    for (RedistPlan const& copy : copies) {
        std::string const& from = copy.source().array().name;
        bool const known = std::ranges::find(inputs, from) != inputs.end();
        if (!known && !written.cover(from, named_elements(copy, &CopyAxis::source, copy.source()))) inputs.push_back(from);
        written.add(copy.target().array().name, named_elements(copy, &CopyAxis::target, copy.target()));
    }
    return inputs;
}

std::vector<UnwrittenElements> unwritten_elements(std::span<RedistPlan const> plans) {
    std::vector<UnwrittenElements> all;
    std::vector<std::vector<BoxSet>> sections;
    for (RedistPlan const& plan : plans) {
        auto const place = std::ranges::find(all, plan.target().array().name, [](auto const& each) { return each.array.name; });
        auto const number = as_size(place - all.begin());
        if (place == all.end()) {
            all.push_back({plan.target().array(), plan.target().volume()});
            sections.emplace_back();
        }
        sections[number].push_back(named_elements(plan, &CopyAxis::target, plan.target()));
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        for (BoxSet const& box : disjoint_boxes(sections[i])) all[i].elements -= box.count();
    std::erase_if(all, [](UnwrittenElements const& each) { return each.elements == 0; });
    return all;
}

} // namespace tessera
