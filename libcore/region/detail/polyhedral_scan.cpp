// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the constraints of a region and a mapping as one set, and the loops that isl makes of it.
#include "libcore/region/detail/polyhedral_scan.hpp"

#include "libcore/base/try.hpp"
#include "libcore/region/detail/loop_generator.hpp"
#include "libcore/region/detail/region_set.hpp"
#include "libcore/region/detail/scannable.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tessera::isl {

namespace {

/// Returns the array's dimensions, slowest in memory first.
std::vector<std::size_t> slowest_first(ArraySpec const& array) {
    std::vector<std::size_t> order(array.extents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (array.order == StorageOrder::Fortran) std::ranges::reverse(order);
    return order;
}

Set disjoint(Set set) {
    return Set(isl_set_make_disjoint(isl_set_coalesce(set.release())));
}

/// Returns E as loops. Points are a1, ..., l1, ..., then the cycles.
Result<ScanLoops> element_loops(IslContext const& context, Set const& all, MappingConstraints const& constraints,
                                ArraySpec const& array) {
    MappingColumns const& columns = constraints.columns;
    std::vector<int> points = columns.array;
    points.insert(points.end(), columns.local.begin(), columns.local.end());
    std::vector<int> const scanned = scanned_columns(columns, array);
    for (int const column : scanned)
        if (std::ranges::find(points, column) == points.end()) points.push_back(column);
    std::vector<int> wanted = columns.processors;
    wanted.insert(wanted.end(), points.begin(), points.end());
    Set set = with_parameters(columns_of(all, wanted), names_of(columns, columns.processors));
    std::vector<int> order;
    for (int const column : scanned) order.push_back(static_cast<int>(std::ranges::find(points, column) - points.begin()));
    return scan_loops(context, disjoint(std::move(set)), order, names_of(columns, scanned));
}

} // namespace

Set known_set(IslContext const& context, Region const& region, MappingConstraints const& constraints) {
    auto const& parameters = region.statement().parameters;
    std::size_t const columns = constraints.columns.names.size();
    Set mapped(isl_set_empty(isl_set_get_space(universe(context, columns, parameters).get())));
    for (auto const& rows : constraints.alternatives) {
        Set set = universe(context, columns, parameters);
        for (Row const& row : rows) set = constrained(context, std::move(set), row);
        mapped.reset(isl_set_union(mapped.release(), set.release()));
    }
    Set touched = region_set(context, region.statement(), region.array());
    touched.reset(isl_set_intersect(touched.release(), array_set(context, region.array(), parameters).release()));
    auto const more = static_cast<unsigned>(columns - region.array().extents.size());
    touched.reset(isl_set_add_dims(touched.release(), isl_dim_set, more));
    return Set(isl_set_intersect(mapped.release(), touched.release()));
}

std::vector<std::string> names_of(MappingColumns const& columns, std::vector<int> const& some) {
    std::vector<std::string> names;
    for (int const column : some) names.push_back(columns.names[as_size(column)]);
    return names;
}

std::vector<int> scanned_columns(MappingColumns const& columns, ArraySpec const& array) {
    std::vector<int> order;
    for (std::size_t const d : slowest_first(array)) {
        if (columns.cycle[d]) order.push_back(*columns.cycle[d]);
        order.push_back(columns.array[d]);
    }
    order.insert(order.end(), columns.local.begin(), columns.local.end());
    return order;
}

Set primary_set(Set set, MappingConstraints const& constraints, std::size_t first) {
    for (std::size_t p = 0; p < constraints.replicated.size(); ++p)
        if (constraints.replicated[p])
            set.reset(isl_set_fix_si(set.release(), isl_dim_set, static_cast<unsigned>(first + p),
                                     static_cast<int>(constraints.primary[p])));
    return set;
}

Result<RegionScan> polyhedral_scan(IslContext const& context, Set const& all, MappingConstraints const& constraints,
                                   Region const& region, Mapping const& mapping) {
    RegionScan scan;
    scan.condition = TRY(scan_loops(context, Set(isl_set_from_params(isl_set_params(isl_set_copy(all.get())))), {}, {}));
    std::vector<int> const& processors = constraints.columns.processors;
    std::vector<int> in_order(processors.size());
    std::iota(in_order.begin(), in_order.end(), 0);
    scan.owners = TRY(scan_loops(context, disjoint(primary_set(columns_of(all, processors), constraints, 0)), in_order,
                                 names_of(constraints.columns, processors)));
    scan.elements = TRY(element_loops(context, all, constraints, region.array()));
    scan.coordinates = mapping.grid().extents();
    scan.replicated = constraints.replicated;
    scan.allocation = constraints.allocation;
    if (context.failed()) return too_complicated();
    return scan;
}

} // namespace tessera::isl
