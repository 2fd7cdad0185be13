// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Mapping and LocalLayout against the owners of every single element.
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/random_storage.hpp"
#include "tests/property/spec_oracle.hpp"
#include "tests/suite/suite.hpp"

using namespace tessera;
using namespace tessera::oracle;

namespace {

struct MappingSample {
    Mapping mapping;
    std::map<Extents, std::set<Rank>> owners; // of every element
    std::vector<Rank> grid_ranks;             // by position
};

/// One to four dimensions, a few of them empty.
Extents random_array_extents() {
    Extents extents(static_cast<std::size_t>(between(1, 4)));
    Index const most = extents.size() < 3 ? 20 : 6;
    for (Index& extent : extents) extent = one_in(25) ? 0 : between(1, most);
    return extents;
}

MappingSpec random_spec() {
    auto spec = random_mapping_spec(random_array_extents(), static_cast<Rank>(between(16, 24)));
    if (one_in(2)) spec.array.order = StorageOrder::C;
    if (one_in(2)) return spec;
    for (int d = 0; d < spec.array.dims(); ++d) spec.array.shadow.push_back({between(0, 2), between(0, 2)});
    return spec;
}

MappingSample sampled_mapping() {
    auto const spec = random_spec();
    auto mapping = Mapping::make(spec);
    RC_ASSERT(mapping.has_value());
    RC_ASSERT(mapping->spec() == spec);
    OwnerOracle const oracle(spec);
    MappingSample sample{std::move(*mapping), {}, oracle.grid_ranks()};
    for_each_index(spec.array.extents, [&](Extents const& index) { sample.owners[index] = oracle.owners(index); });
    return sample;
}

/// The elements a rank holds, by the oracle.
std::set<Extents> elements_of(MappingSample const& sample, Rank rank) {
    std::set<Extents> result;
    for (auto const& [index, ranks] : sample.owners)
        if (ranks.contains(rank)) result.insert(index);
    return result;
}

std::set<Extents> elements_of(BoxSet const& box) {
    std::set<Extents> result;
    box.for_each([&](std::span<Index const> index) { result.emplace(index.begin(), index.end()); });
    return result;
}

Extents dim_coords(Mapping const& mapping, Index position) {
    Extents result;
    for (int d = 0; d < mapping.dims(); ++d) result.push_back(mapping.dim_coord(position, d));
    return result;
}

bool owners() {
    return rc::check("owners of every element, each copy once", [] {
        auto const sample = sampled_mapping();
        auto const& mapping = sample.mapping;
        RC_ASSERT(mapping.volume() == std::ssize(sample.owners));
        for (auto const& [index, expected] : sample.owners) {
            auto const found = mapping.owners(index);
            RC_ASSERT(std::ssize(found) == mapping.replicas());
            std::set<Rank> ranks;
            for (std::size_t copy = 0; copy < found.size(); ++copy) {
                Index const position = found[copy].position;
                ranks.insert(found[copy].rank);
                RC_ASSERT(mapping.grid().rank(position) == found[copy].rank);
                RC_ASSERT(mapping.holds(position));
                RC_ASSERT(mapping.replica(position) == static_cast<Index>(copy));
            }
            RC_ASSERT(ranks == expected && ranks.size() == found.size());
        }
    });
}

bool grids() {
    return rc::check("positions, coordinates and real ranks of the grid", [] {
        auto const sample = sampled_mapping();
        auto const& grid = sample.mapping.grid();
        RC_ASSERT(grid.size() == std::ssize(sample.grid_ranks));
        Index position = 0;
        for_each_index(grid.extents(), [&](Extents const& coordinates) {
            RC_ASSERT(grid.rank(position) == sample.grid_ranks[static_cast<std::size_t>(position)]);
            RC_ASSERT(grid.position(grid.rank(position)) == std::optional<Index>(position));
            RC_ASSERT(grid.coordinates(position) == coordinates && grid.position_at(coordinates) == position);
            ++position;
        });
        RC_ASSERT(position == grid.size());
        RC_ASSERT(grid.max_rank() == std::ranges::max(sample.grid_ranks));
        for (Rank rank = -1; rank <= grid.max_rank() + 1; ++rank)
            RC_ASSERT(grid.position(rank).has_value() == (std::ranges::count(sample.grid_ranks, rank) == 1));
    });
}

bool owned_sets() {
    return rc::check("owned sets and counts of every position; they cover the array once per copy", [] {
        auto const sample = sampled_mapping();
        auto const& mapping = sample.mapping;
        Index total = 0;
        std::set<Index> copies;
        for (Index position = 0; position < mapping.grid().size(); ++position) {
            auto const expected = elements_of(sample, mapping.grid().rank(position));
            RC_ASSERT(elements_of(mapping.owned(position)) == expected);
            RC_ASSERT(mapping.owned_count(position) == std::ssize(expected));
            total += mapping.owned_count(position);
            if (!mapping.holds(position)) continue;
            copies.insert(mapping.replica(position));
            RC_ASSERT(mapping.position_of(dim_coords(mapping, position), mapping.replica(position)) == position);
        }
        RC_ASSERT(total == mapping.volume() * mapping.replicas());
        RC_ASSERT(std::ssize(copies) == mapping.replicas() && *copies.rbegin() == mapping.replicas() - 1);
    });
}

/// What the rank owns and its shadow, and nothing else.
void require_allocation(Mapping const& mapping, LocalLayout const& layout) {
    Index size = 1;
    for (int const fastest : layout.permutation()) {
        auto const d = static_cast<std::size_t>(fastest);
        auto const shadow = mapping.array().shadow.empty() ? ShadowWidth{} : mapping.array().shadow[d];
        RC_ASSERT(layout.alloc_shape()[d] == layout.local_shape()[d] + shadow.low + shadow.high);
        RC_ASSERT(layout.strides()[d] == size);
        size *= layout.alloc_shape()[d];
    }
    RC_ASSERT(layout.allocation_size() == size);
}

/// Every local element, ghosts included, has a place of its own within the allocation.
void require_places(LocalLayout const& layout) {
    Extents lows, with_shadow;
    for (std::size_t d = 0; d < layout.local_shape().size(); ++d) {
        auto const shadow = layout.ghosts()[d];
        lows.push_back(shadow.low);
        with_shadow.push_back(layout.local_shape()[d] + shadow.low + shadow.high);
    }
    std::set<Index> places;
    Index elements = 0;
    for_each_index(with_shadow, [&](Extents local) {
        for (std::size_t d = 0; d < local.size(); ++d) local[d] -= lows[d];
        Index const offset = layout.offset(local);
        RC_ASSERT((0 <= offset && offset < layout.allocation_size()));
        places.insert(offset);
        ++elements;
    });
    RC_ASSERT(std::ssize(places) == elements);
}

void require_layout(MappingSample const& sample, Index position, LocalLayout const& layout) {
    auto const& mapping = sample.mapping;
    auto const expected = elements_of(sample, mapping.grid().rank(position));
    for_each_index(mapping.array().extents, [&](Extents const& global) {
        auto const local = layout.global_to_local(global);
        RC_ASSERT(local.has_value() == expected.contains(global));
        if (local) RC_ASSERT(layout.local_to_global(*local) == global);
    });
    if (expected.empty()) {
        RC_ASSERT(layout.allocation_size() == 0);
        return;
    }
    // Ascending in each dimension: the elements, sorted, have the local indices in order.
    auto next = expected.begin();
    for_each_index(layout.local_shape(), [&](Extents const& local) {
        RC_ASSERT(next != expected.end());
        RC_ASSERT(layout.local_to_global(local) == *next++);
    });
    RC_ASSERT(next == expected.end());
    RC_ASSERT(layout.offset(Extents(expected.begin()->size(), 0)) == layout.first_offset());
    require_allocation(mapping, layout);
    require_places(layout);
}

bool own_storages() {
    return rc::check("layouts of the caller's: distinct places; with ghosts or strides that are too narrow refused", [] {
        auto const sample = sampled_mapping();
        Index const position = between(0, sample.mapping.grid().size() - 1);
        LocalStorage storage = random_storage(sample.mapping, position, static_cast<std::uint64_t>(between(0, 1'000'000)));
        if (sample.mapping.owned(position).empty()) return;
        auto const layout = LocalLayout::strided(sample.mapping, position, storage);
        RC_ASSERT(layout.has_value());
        require_places(*layout);
        auto const d = static_cast<std::size_t>(between(0, layout->dims() - 1));
        Index& stride = storage.strides[d];
        Index const places = layout->local_shape()[d] + layout->ghosts()[d].low + layout->ghosts()[d].high;
        if (places == 1) return;
        stride = 0;
        RC_ASSERT(!LocalLayout::strided(sample.mapping, position, storage));
        storage = LocalStorage{layout->strides(), layout->ghosts(), layout->first_offset(), layout->allocation_size()};
        RC_ASSERT(LocalLayout::strided(sample.mapping, position, storage) == *layout);
        storage.ghosts[d].high += layout->allocation_size();
        RC_ASSERT(!LocalLayout::strided(sample.mapping, position, storage));
    });
}

bool layouts() {
    return rc::check("local layouts: inverse conversions, order, allocation, distinct places", [] {
        auto const sample = sampled_mapping();
        auto const& array = sample.mapping.array();
        Index const position = between(0, sample.mapping.grid().size() - 1);
        LocalLayout const usual(sample.mapping, position);
        int const fastest = array.order == StorageOrder::Fortran ? 0 : array.dims() - 1;
        RC_ASSERT(usual.permutation().front() == fastest && std::ranges::is_sorted(usual.permutation()) == (fastest == 0));
        require_layout(sample, position, usual);
        std::vector<int> permutation;
        for (Index const d : random_order(array.dims())) permutation.push_back(static_cast<int>(d));
        LocalLayout const other(sample.mapping, position, permutation);
        RC_ASSERT(other.permutation() == permutation);
        require_layout(sample, position, other);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases();
    return exit_code({owners(), grids(), owned_sets(), layouts(), own_storages()});
}
