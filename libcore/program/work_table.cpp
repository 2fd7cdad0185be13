// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the amount of work of a phase, and its distribution over ranks.
#include "libcore/program/work_table.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/base/try.hpp"
#include "libcore/program/work_period.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace tessera {
namespace {

/// Limit of the product of the used periods. Dimensions beyond it are not treated as repeating.
constexpr Index most_repeated = 1024;

bool work_depends_on(PhaseStatement const& phase, int dim) {
    auto const depends = [dim](WorkExpression const& each) { return each.depends_on(dim); };
    return depends(phase.work) || std::ranges::any_of(phase.where, depends);
}

/// Returns the work of one element. Its index is in the array's own bounds.
double work_at(PhaseStatement const& phase, Extents const& index) {
    for (WorkExpression const& condition : phase.where)
        if (condition.at(index) == 0) return 0;
    return phase.work.at(index);
}

/// Returns pseudo-random bits that depend only on the number (splitmix64, Steele, Lea and Flood 2014).
std::uint64_t drawn(std::uint64_t number) {
    number += 0x9e3779b97f4a7c15U;
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9U;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebU;
    return number ^ (number >> 31U);
}

} // namespace

Run WorkTable::Axis::run(Index number) const {
    return {number * cell, std::min((number + 1) * cell, extent)};
}

Index WorkTable::Axis::size(Index number) const {
    return repeats ? ceil_div(extent - number, cells) : run(number).size();
}

double WorkTable::Axis::share(Index number, DimMapping const& mapping, Index coord) const {
    Index const all = size(number);
    return static_cast<double>(mapping.owned(coord).affine_preimage(number, cells, all).count()) / static_cast<double>(all);
}

Result<WorkTable> WorkTable::make(PhaseStatement const& phase, ArraySpec const& on) {
    WorkTable table;
    table.array_ = on;
    table.choose_cells(phase);
    TRY(table.fill(phase));
    table.total_ = std::accumulate(table.table_.begin(), table.table_.end(), 0.0);
    for (int d = 0; d < on.dims(); ++d)
        if (!table.depends_on(d)) table.total_ *= static_cast<double>(on.extents[as_size(d)]);
    return table;
}

/// If the work repeats along a dimension, its cells are those of one period.
void WorkTable::take_periods(PhaseStatement const& phase) {
    Index all = 1;
    for (Axis& axis : axes_) {
        Index period = periods_of(phase.work, array_)[as_size(axis.dim)];
        for (WorkExpression const& condition : phase.where) {
            Index const other = periods_of(condition, array_)[as_size(axis.dim)];
            period = period == 0 || other == 0 ? 0 : std::lcm(period, other);
        }
        if (period == 0 || period >= axis.extent || period > most_repeated / all) continue;
        all *= period;
        axis.cells = period;
        axis.repeats = true;
    }
}

/// Uses one cell per index if they are few enough, otherwise larger cells.
void WorkTable::choose_cells(PhaseStatement const& phase) {
    for (int d = 0; d < array_.dims(); ++d)
        if (Index const extent = array_.extents[as_size(d)]; work_depends_on(phase, d))
            axes_.push_back({d, 1, extent, extent, false});
    // The longest dimensions are coarsened first, so that short ones stay exact.
    double cells = 1;
    for (Axis const& axis : axes_) cells *= static_cast<double>(axis.cells);
    if (cells > static_cast<double>(most_cells)) {
        take_periods(phase);
        cells = 1;
        for (Axis const& axis : axes_) cells *= static_cast<double>(axis.cells);
    }
    while (cells > static_cast<double>(most_cells)) {
        sampled_ = true;
        Axis& longest = *std::ranges::max_element(axes_, {}, [](Axis const& axis) { return axis.repeats ? 0 : axis.cells; });
        cells /= static_cast<double>(longest.cells);
        longest.cell *= 2;
        longest.cells = ceil_div(longest.extent, longest.cell);
        cells *= static_cast<double>(longest.cells);
    }
}

Result<void> WorkTable::fill(PhaseStatement const& phase) {
    Index cells = 1;
    for (Axis const& axis : axes_) cells *= axis.cells;
    table_.resize(as_size(cells));
    Extents index = array_.lower;
    std::vector<Index> at(axes_.size(), 0);
    for (std::size_t cell = 0; cell < table_.size(); ++cell) {
        double elements = 1;
        std::uint64_t lot = drawn(cell);
        for (std::size_t a = 0; a < axes_.size(); ++a) {
            auto const dim = as_size(axes_[a].dim);
            Index const size = axes_[a].size(at[a]);
            auto const chosen = static_cast<Index>(lot % static_cast<std::uint64_t>(size));
            index[dim] = array_.lower[dim] + (axes_[a].repeats ? at[a] : axes_[a].run(at[a]).begin + chosen);
            lot = drawn(lot);
            elements *= static_cast<double>(size);
        }
        double const each = work_at(phase, index);
        if (!(each >= 0) || std::isinf(each))
            return fail(fmt::format("phase {}: the work of {}({}) is {}; expected a number that is 0 or more", phase.name,
                                    array_.name, fmt::join(index, ","), each));
        table_[cell] = each * elements;
        for (std::size_t a = axes_.size(); a-- > 0 && ++at[a] == axes_[a].cells;) at[a] = 0;
    }
    return {};
}

bool WorkTable::depends_on(int dim) const {
    return std::ranges::any_of(axes_, [dim](Axis const& axis) { return axis.dim == dim; });
}

std::vector<double> WorkTable::along(int dim) const {
    Index const extent = array_.extents[as_size(dim)];
    if (!depends_on(dim)) return std::vector(as_size(extent), total_ / static_cast<double>(extent));
    std::vector<double> work(as_size(extent), 0);
    double others = 1;
    for (int d = 0; d < array_.dims(); ++d)
        if (!depends_on(d)) others *= static_cast<double>(array_.extents[as_size(d)]);
    Index inner = 1;
    for (std::size_t a = axes_.size(); axes_[--a].dim != dim;) inner *= axes_[a].cells;
    auto const axis = std::ranges::find_if(axes_, [dim](Axis const& each) { return each.dim == dim; });
    for (std::size_t i = 0; i < table_.size(); ++i) {
        Index const cell = static_cast<Index>(i) / inner % axis->cells;
        double const each = table_[i] * others / static_cast<double>(axis->size(cell));
        Run const run = axis->repeats ? Run{cell, extent} : axis->run(cell);
        for (Index k = run.begin; k < run.end; k += axis->repeats ? axis->cells : 1) work[as_size(k)] += each;
    }
    return work;
}

/// Returns the table with one axis changed from cells to coordinates. Each cell of the axis has `inner` entries.
std::vector<double> WorkTable::contracted(std::vector<double> const& table, Axis const& axis, Index inner,
                                          DimMapping const& mapping) const {
    Index const coords = mapping.coords();
    Index const outer = std::ssize(table) / std::max<Index>(axis.cells * inner, 1);
    std::vector<double> result(as_size(outer * coords * inner), 0);
    auto const add = [&](Index cell, Index coord, double share) {
        for (Index o = 0; o < outer; ++o) {
            double const* const from = &table[as_size((o * axis.cells + cell) * inner)];
            double* const to = &result[as_size((o * coords + coord) * inner)];
            for (Index i = 0; i < inner; ++i) to[i] += share * from[i];
        }
    };
    for (Index cell = 0; cell < axis.cells && axis.repeats; ++cell)
        for (Index coord = 0; coord < coords; ++coord) add(cell, coord, axis.share(cell, mapping, coord));
    for (Index cell = 0; cell < axis.cells && !axis.repeats; ++cell) {
        Run const run = axis.run(cell);
        for (Index k = run.begin; k < run.end;) {
            auto const segment = mapping.segment_at(k);
            Index const end = std::min(segment.run.end, run.end);
            add(cell, segment.owner, static_cast<double>(end - k) / static_cast<double>(run.size()));
            k = end;
        }
    }
    return result;
}

std::vector<double> WorkTable::loads(Mapping const& mapping) const {
    std::vector<double> table = table_;
    Index inner = std::ssize(table_);
    for (Axis const& axis : axes_) {
        inner /= std::max<Index>(axis.cells, 1);
        table = contracted(table, axis, inner, mapping.dim(axis.dim));
    }
    std::vector<double> loads(as_size(mapping.grid().size()), 0);
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (!mapping.holds(position)) continue;
        std::size_t place = 0;
        double others = 1;
        for (int d = 0; d < mapping.dims(); ++d) {
            DimMapping const& dim = mapping.dim(d);
            if (depends_on(d))
                place = place * as_size(dim.coords()) + as_size(mapping.dim_coord(position, d));
            else
                others *= static_cast<double>(dim.count(mapping.dim_coord(position, d)));
        }
        loads[as_size(position)] = table[place] * others;
    }
    return loads;
}

} // namespace tessera
