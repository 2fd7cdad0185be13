// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a box, the product of one index set per dimension.
#include "libcore/sets/box_set.hpp"

#include "libcore/base/require.hpp"
#include "libcore/sets/run_walk.hpp"

#include <algorithm>
#include <cassert>

namespace tessera {

namespace {

/// Visits the part of the box whose first `d` indices are those in `index`.
void visit_from(std::size_t d, std::span<PeriodicSet const> dims, Extents& index,
                std::function<void(std::span<Index const>)> const& visit) {
    if (d == dims.size()) {
        visit(index);
        return;
    }
    for (RunWalk walk(dims[d]); !walk.done(); walk.next())
        for (index[d] = walk.run().begin; index[d] < walk.run().end; ++index[d]) visit_from(d + 1, dims, index, visit);
}

} // namespace

bool BoxSet::empty() const {
    return std::ranges::any_of(dims_, &PeriodicSet::empty);
}

Index BoxSet::count() const {
    if (empty()) return 0; // the product of the other counts could overflow
    Index product = 1;
    for (PeriodicSet const& dim : dims_) product *= dim.count();
    return product;
}

Extents BoxSet::shape() const {
    Extents counts;
    counts.reserve(dims_.size());
    for (PeriodicSet const& dim : dims_) counts.push_back(dim.count());
    return counts;
}

bool BoxSet::contains(std::span<Index const> index) const {
    require(index.size() == dims_.size(), "BoxSet::contains expects an index for each dimension");
    for (std::size_t d = 0; d < dims_.size(); ++d)
        if (!dims_[d].contains(index[d])) return false;
    return true;
}

Extents BoxSet::element(Index k) const {
    require(0 <= k && k < count(), "BoxSet::element: the set has no element of this number");
    Extents index(dims_.size());
    for (std::size_t d = dims_.size(); d-- > 0;) {
        index[d] = dims_[d].element(k % dims_[d].count());
        k /= dims_[d].count();
    }
    return index;
}

Index BoxSet::position(std::span<Index const> index) const {
    assert(contains(index));
    Index k = 0;
    for (std::size_t d = 0; d < dims_.size(); ++d) k = k * dims_[d].count() + dims_[d].position(index[d]);
    return k;
}

void BoxSet::for_each(std::function<void(std::span<Index const>)> const& visit) const {
    if (empty()) return;
    Extents index(dims_.size());
    visit_from(0, dims_, index, visit);
}

BoxSet intersection(BoxSet const& a, BoxSet const& b) {
    require(a.dims().size() == b.dims().size(), "two BoxSets of different numbers of dimensions have nothing in common");
    std::vector<PeriodicSet> dims;
    dims.reserve(a.dims().size());
    for (std::size_t d = 0; d < a.dims().size(); ++d) dims.push_back(intersection(a.dims()[d], b.dims()[d]));
    return BoxSet(std::move(dims));
}

std::vector<BoxSet> difference(BoxSet const& a, BoxSet const& b) {
    require(a.dims().size() == b.dims().size(), "two BoxSets of different numbers of dimensions have nothing in common");
    BoxSet const common = intersection(a, b);
    if (common.empty()) return a.empty() ? std::vector<BoxSet>() : std::vector{a};
    std::vector<BoxSet> rest;
    std::vector<PeriodicSet> dims(a.dims().begin(), a.dims().end());
    for (std::size_t d = 0; d < dims.size(); ++d) {
        // Boxes that differ in d, are equal in the dimensions before it, and are unrestricted in those after it.
        dims[d] = intersection(dims[d], common.dims()[d].complement(dims[d].bounds()));
        if (!dims[d].empty()) rest.emplace_back(dims);
        dims[d] = common.dims()[d];
    }
    return rest;
}

} // namespace tessera
