// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what share/doc/communication.md shows, each snippet in a function of its own.
#include "tests/package/snippets/snippets.hpp"

#include "snippets/communication/halo.includes.inc"

#include "libcore/comm/context/context_places.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/comm/element_addresses.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/runtime/comm/axis/axis_ranking.hpp"
#include "libcore/runtime/comm/axis/axis_reduction.hpp"
#include "libcore/runtime/comm/axis/axis_scan.hpp"
#include "libcore/runtime/comm/index/index_packets.hpp"
#include "libcore/runtime/comm/index/index_route.hpp"
#include "libcore/runtime/comm/shift/shift_exchange.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace tessera::snippets {
namespace {

Mapping mapped(std::string const& declared, std::string const& formats) {
    Job const job = parse_compact({{declared}, formats, "", {}}, {Communicator::world().size(), nullptr}).value();
    return Mapping::make(job.arrays[0].states[0]).value();
}

double value_of(std::span<Index const> index) {
    return static_cast<double>(index[0] * 1000 + index[1] + 1);
}

void halo_of_any_mapping() {
    int const ranks = Communicator::world().size();
    int const rank = Communicator::world().rank();
#include "snippets/communication/halo.inc"
    expect(position.has_value(), "every rank has a part");
    BoxSet const owned = mapping.owned(*position);
    Index boundary = 0;
    for (BoxSet const& box : plan.boundary(*position)) boundary += box.count();
    expect(plan.interior(*position).count() + boundary == owned.count(), "interior and rim are what the rank owns");
    auto const place = [&](Extents const& index) -> double& { return field[as_size(halo.layout().offset(index))]; };
    owned.for_each([&](std::span<Index const> index) { place({index[0], index[1]}) = value_of(index); });
    halo.begin(field.data());
    halo.end();
    bool right = true;
    owned.for_each([&](std::span<Index const> index) {
        for (auto const& [di, dj] : {std::array{-1, 0}, std::array{1, 0}, std::array{0, -1}, std::array{0, 1}}) {
            Extents const neighbour{index[0] + di, index[1] + dj};
            bool const inside = std::ranges::all_of(neighbour, [](Index i) { return 0 <= i && i < 1000; });
            right = right && (!inside || place(neighbour) == value_of(neighbour));
        }
    });
    expect(right, "neighbours of all elements");
}

/// Every rank names element 5 twice, and one of its own number.
void values_by_index() {
    Mapping const mapping = mapped("real8 H(100)", "(cyclic)");
    ElementType const type = mapping.array().type;
    int const size = Communicator::world().size();
    int const rank = Communicator::world().rank();
    std::vector<Index> const indices{5, Index{50} + rank, 5};
    std::vector<double> ones(3, 1);
    LocalLayout const layout(mapping, mapping.grid().position(rank).value());
    std::vector<double> histogram(as_size(layout.allocation_size()));
    double* const values = ones.data();
    double* const array = histogram.data();
    {
#include "snippets/communication/index_route.inc"
    } expect(ones == std::vector<double>{2.0 * size, 1, 2.0 * size}, "what a route sends and gets");
    ElementAddresses const addresses(mapping);
    ones.assign(3, 1);
    {
#include "snippets/communication/index_packets.inc"
    } IndexRoute::make(addresses, MPI_COMM_WORLD, indices)
        .value()
        .get(array, values);
    expect(ones == std::vector<double>{4.0 * size, 2, 4.0 * size}, "what packets send");
}

/// The snippet shows how to come to the runs; their elements are looked at here.
void masks() {
    Mapping const mapping = mapped("real8 A(30,20)", "(cyclic(4),block)");
    Index const position = mapping.grid().position(Communicator::world().rank()).value();
    LocalLayout const layout(mapping, position);
#include "snippets/communication/mask.inc"
    Index wanted = 0;
    layout.owned().for_each([&](std::span<Index const> index) { wanted += index[0] + 1 > 1 && (index[0] + 1) % 3 == 0 ? 1 : 0; });
    expect(active.active() == wanted, "active elements");
    Index found = 0;
    for_each_contiguous_run(active, layout, [&](Index, Index, Index count) { found += count; });
    expect(found == wanted, "elements of the runs");
}

/// Each element of a column is smaller than the one above it, and all but the last row send.
void fronts() {
    Mapping const mapping = mapped("real8 A(12,10)", "(block,cyclic)");
    LocalLayout const layout(mapping, mapping.grid().position(Communicator::world().rank()).value());
    Index const count = layout.owned().count();
    double const limit = 200;
    std::vector<double> next(as_size(count));
    std::vector<double> far(as_size(count));
    auto const visit = [&](auto const& look) {
        layout.owned().for_each([&](std::span<Index const> index) {
            look(as_size(layout.offset(layout.global_to_local(index).value())), index[0], index[1]);
        });
    };
    auto const sent = [](Index i, Index j) { return static_cast<double>(100 + 30 * (i % 5) + j); };
    visit([&](std::size_t at, Index i, Index j) {
        next[at] = sent(i, j);
        far[at] = 150;
    });
#include "snippets/communication/front.inc"
    bool right = true;
    visit([&](std::size_t at, Index i, Index j) {
        bool const comes = i > 0 && sent(i - 1, j) < limit;
        right = right && far[at] == (comes ? std::min(150.0, sent(i - 1, j)) : 150);
    });
    expect(right, "the least of what is there and what a front sends");
}

/// The largest element of each column, with its row.
void the_best() {
    Mapping const mapping = mapped("bytes(16) A(12,10)", "(block,cyclic)");
    LocalLayout const layout(mapping, mapping.grid().position(Communicator::world().rank()).value());
    Index const max_extent = 12;
#include "snippets/communication/best.inc"
    std::vector<Best> part(as_size(layout.allocation_size()));
    layout.owned().for_each([&](std::span<Index const> index) {
        auto const at = as_size(layout.offset(layout.global_to_local(index).value()));
        part[at] = {static_cast<double>((index[0] * 5) % 12), index[0]};
    });
    std::vector<Best> found(as_size(best.lines()));
    best.execute(reinterpret_cast<std::byte const*>(part.data()), reinterpret_cast<std::byte*>(found.data()));
    bool right = !found.empty();
    for (Best const& each : found) right = right && each.value == 11 && each.index == 7; // 7 * 5 % 12 = 11
    expect(right, "the largest element of each column");
}

double along(Index i, Index j) {
    return static_cast<double>((i * 5 + j) % 12);
}

/// Of 12 rows, each column with all numbers from 0 to 11.
void along_a_dimension() {
    Mapping const mapping = mapped("real8 A(12,10)", "(block,cyclic)");
    LocalLayout const layout(mapping, mapping.grid().position(Communicator::world().rank()).value());
    auto const elements = as_size(layout.allocation_size());
    std::vector<double> part(elements);
    std::vector<double> scanned(elements);
    auto const visit = [&](auto const& look) {
        layout.owned().for_each([&](std::span<Index const> index) {
            look(as_size(layout.offset(layout.global_to_local(index).value())), index[0], index[1]);
        });
    };
    visit([&](std::size_t at, Index i, Index j) { part[at] = along(i, j); });
    auto const* const source = reinterpret_cast<std::byte const*>(part.data());
    auto* const target = reinterpret_cast<std::byte*>(scanned.data());
    Context const where = Context::everywhere(layout.owned().count());
#include "snippets/communication/axis.inc"
    bool sums_before = true;
    bool ranked = true;
    visit([&](std::size_t at, Index i, Index j) {
        double before = 0;
        for (Index k = 0; k < i; ++k) before += along(k, j);
        sums_before = sums_before && scanned[at] == before;
        ranked = ranked && static_cast<double>(sorted[at]) == along(i, j);
    });
    expect(sums_before, "a scan without the element itself");
    expect(ranked, "places, were each line sorted");
    bool all = true;
    auto const* const lines = reinterpret_cast<double const*>(result.data());
    for (Index line = 0; line < sums.lines(); ++line) all = all && lines[line] == 66;
    expect(all && sums.lines() > 0, "sums of the columns");
}

} // namespace

void communication() {
    halo_of_any_mapping();
    values_by_index();
    masks();
    along_a_dimension();
    fronts();
    the_best();
}

} // namespace tessera::snippets
