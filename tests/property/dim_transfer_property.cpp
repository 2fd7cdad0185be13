// SPDX-License-Identifier: BSD-3-Clause
// Tessera: DimTransfer against a walk over every index.
#include "libcore/mapping/block_cyclic.hpp"
#include "libcore/redist/block_transfer.hpp"
#include "libcore/redist/detail/tally.hpp"
#include "libcore/redist/dim_transfer.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <map>
#include <utility>

using namespace tessera;
using namespace tessera::oracle;

namespace {

using Entries = std::vector<DimTransfer::Entry>;

/// The indices that each pair of coordinates shares, found one index at a time.
std::map<std::pair<Index, Index>, Elements> shared_indices(DimMapping const& source, DimMapping const& target) {
    std::map<std::pair<Index, Index>, Elements> shared;
    for (Index k = 0; k < source.extent(); ++k) shared[{source.owner(k), target.owner(k)}].insert(k);
    return shared;
}

/// Row, column and set of each pair of coordinates.
void require_factor(DimMapping const& source, DimMapping const& target) {
    DimTransfer const factor(source, target);
    auto const shared = shared_indices(source, target);
    std::map<Index, Entries> rows, columns;
    for (auto const& [pair, indices] : shared) {
        auto const count = static_cast<Index>(indices.size());
        rows[pair.first].push_back({pair.second, count});
        columns[pair.second].push_back({pair.first, count});
        RC_ASSERT(members(factor.set(pair.first, pair.second), {0, source.extent()}) == indices);
    }
    for (Index s = 0; s < source.coords(); ++s) RC_ASSERT(factor.row(s) == rows[s]);
    for (Index t = 0; t < target.coords(); ++t) RC_ASSERT(factor.column(t) == columns[t]);
}

bool any_formats() {
    return rc::check("rows, columns and sets of any two formats", [] {
        Index const extent = one_in(10) ? 0 : between(1, 250);
        require_factor(random_dim_mapping(extent, 6), random_dim_mapping(extent, 6));
    });
}

/// A shifted, cut or mirrored part of a block-cyclic mapping.
DimMapping random_blocks(Index extent) {
    Index const coords = between(1, 7);
    Index const whole = extent + between(0, 20);
    bool const block = one_in(4);
    auto const format = block ? DistFormat::block() : DistFormat::cyclic(between(1, one_in(3) ? 40 : 6));
    Index const start = between(0, whole - extent);
    auto const dim = DimMapping::distributed(format, whole, coords).value();
    return one_in(3) ? dim.preimage(start + extent - 1, -1, extent) : dim.preimage(start, 1, extent);
}

/// Closed forms against the entries of rows and columns.
bool blocks() {
    return rc::check("counts between block-cyclic mappings", [] {
        Index const extent = between(1, one_in(4) ? 2000 : 120);
        DimTransfer const factor(random_blocks(extent), random_blocks(extent));
        auto const source = block_cyclic_of(factor.source());
        auto const target = block_cyclic_of(factor.target());
        RC_ASSERT(source && target);
        BlockTransfer const transfer(*source, *target, extent);
        auto const rows = transfer.row_entries();
        auto const columns = transfer.column_entries();
        for (Index s = 0; s < factor.source().coords(); ++s) {
            auto const row = factor.row(s);
            RC_ASSERT(rows[as_size(s)] == std::ssize(row));
            std::map<Index, Index> counts;
            for (auto const& entry : row) counts[entry.coord] = entry.count;
            for (Index t = 0; t < factor.target().coords(); ++t) RC_ASSERT(transfer.shared(s, t) == counts[t]);
        }
        for (Index t = 0; t < factor.target().coords(); ++t) RC_ASSERT(columns[as_size(t)] == std::ssize(factor.column(t)));
    });
}

DimMapping cyclic(Index block, Index extent, Index coords) {
    return DimMapping::distributed(DistFormat::cyclic(block), extent, coords).value();
}

/// Extents of many joint periods and a rest, which the factor never walks.
bool long_extents() {
    return rc::check("rows of cyclic formats over many periods", [] {
        Index const extent = between(300, 3000);
        require_factor(cyclic(between(1, 6), extent, between(1, 5)), cyclic(between(1, 6), extent, between(1, 5)));
    });
}

/// Enough additions to merge many times over.
bool tallies() {
    return rc::check("a tally of many additions", [] {
        std::map<Index, Index> expected;
        detail::Tally tally;
        Index const coords = between(1, 300);
        for (Index i = between(0, 600); i > 0; --i) {
            Index const coord = between(0, coords - 1);
            Index const count = between(0, 9);
            expected[coord] += count;
            tally.add(coord, count);
        }
        std::erase_if(expected, [](auto const& entry) { return entry.second == 0; });
        Entries entries;
        for (auto const& [coord, count] : expected) entries.push_back({coord, count});
        RC_ASSERT(tally.take() == entries);
        RC_ASSERT(tally.take().empty());
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=4000");
    return exit_code({any_formats(), long_extents(), blocks(), tallies()});
}
