// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the I/O of a region as polyhedra that can be scanned.
#include "libcore/region/region_polyhedra.hpp"

#include "libcore/region/detail/loop_generator.hpp"
#include "libcore/region/detail/mapping_constraints.hpp"
#include "libcore/region/detail/scannable.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace tessera {

namespace {

using isl::Set;

/// Everything that is known, over the columns of the mapping's constraints.
Set known(isl::IslContext const& context, Region const& region, isl::MappingConstraints const& constraints) {
    auto const& parameters = region.statement().parameters;
    std::size_t const columns = constraints.columns.names.size();
    Set mapped(isl_set_empty(isl_set_get_space(isl::universe(context, columns, parameters).get())));
    for (auto const& rows : constraints.alternatives) {
        Set set = isl::universe(context, columns, parameters);
        for (isl::Row const& row : rows) set = isl::constrained(context, std::move(set), row);
        mapped.reset(isl_set_union(mapped.release(), set.release()));
    }
    Set touched = isl::region_set(context, region.statement(), region.array());
    touched.reset(isl_set_intersect(touched.release(), isl::array_set(context, region.array(), parameters).release()));
    auto const more = static_cast<unsigned>(columns - region.array().extents.size());
    touched.reset(isl_set_add_dims(touched.release(), isl_dim_set, more));
    return Set(isl_set_intersect(mapped.release(), touched.release()));
}

/// Array dimensions, the slowest in memory first.
std::vector<std::size_t> slowest_first(ArraySpec const& array) {
    std::vector<std::size_t> order(array.extents.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (array.order == StorageOrder::Fortran) std::ranges::reverse(order);
    return order;
}

std::vector<std::string> names_of(isl::MappingColumns const& columns, std::vector<int> const& some) {
    std::vector<std::string> names;
    for (int column : some) names.push_back(columns.names[as_size(column)]);
    return names;
}

std::vector<int> io_columns(isl::MappingColumns const& columns) {
    std::vector<int> result;
    for (auto const& io : columns.io)
        if (io) result.push_back(*io);
    return result;
}

/// The scanned columns of E in their order: by dimension, the cycle before the index, then the local addresses.
std::vector<int> scanned_columns(isl::MappingColumns const& columns, ArraySpec const& array) {
    std::vector<int> order;
    for (std::size_t const d : slowest_first(array)) {
        if (columns.cycle[d]) order.push_back(*columns.cycle[d]);
        order.push_back(columns.array[d]);
    }
    order.insert(order.end(), columns.local.begin(), columns.local.end());
    return order;
}

/// One copy of each element: fixed along the replicated dimensions.
Set primary(Set set, isl::MappingConstraints const& constraints, std::size_t first) {
    for (std::size_t p = 0; p < constraints.replicated.size(); ++p)
        if (constraints.replicated[p])
            set.reset(isl_set_fix_si(set.release(), isl_dim_set, static_cast<unsigned>(first + p),
                                     static_cast<int>(constraints.primary[p])));
    return set;
}

/// E as loops: points a1, ..., l1, ..., then cycles.
Result<ScanLoops> element_loops(isl::IslContext const& context, Set const& all, isl::MappingConstraints const& constraints,
                                ArraySpec const& array) {
    isl::MappingColumns const& columns = constraints.columns;
    std::vector<int> points = columns.array;
    points.insert(points.end(), columns.local.begin(), columns.local.end());
    std::vector<int> const scanned = scanned_columns(columns, array);
    for (int const column : scanned)
        if (std::ranges::find(points, column) == points.end()) points.push_back(column);
    std::vector<int> wanted = columns.processors;
    wanted.insert(wanted.end(), points.begin(), points.end());
    Set set = isl::columns_of(all, wanted);
    set = isl::with_parameters(std::move(set), names_of(columns, columns.processors));
    set.reset(isl_set_make_disjoint(isl_set_coalesce(set.release())));
    std::vector<int> order;
    for (int const column : scanned) order.push_back(static_cast<int>(std::ranges::find(points, column) - points.begin()));
    return isl::scan_loops(context, std::move(set), order, names_of(columns, scanned));
}

/// The three or four polyhedra, and Pio before them where there are I/O processors.
std::vector<Polyhedron> polyhedra_of(Set const& all, isl::MappingConstraints const& constraints, ArraySpec const& array) {
    isl::MappingColumns const& columns = constraints.columns;
    std::vector<int> const io = io_columns(columns);
    std::vector<Polyhedron> result;
    Set const condition(isl_set_params(isl_set_copy(all.get())));
    result.push_back({"C", "is anything touched", isl::condition_lines(condition)});
    std::vector<int> outer = io;
    if (!io.empty())
        result.push_back(
            {"Pio", "I/O processors that take part", isl::scannable_lines(isl::columns_of(all, io), names_of(columns, io), 0)});
    outer.insert(outer.end(), columns.processors.begin(), columns.processors.end());
    Set const owners = isl::columns_of(all, outer);
    bool const copies = std::ranges::find(constraints.replicated, true) != constraints.replicated.end();
    result.push_back(
        {copies ? "P1" : "P", copies ? "primary owners: they send when the region is collected" : "owners",
         isl::scannable_lines(primary(isl::copy_of(owners), constraints, io.size()), names_of(columns, outer), io.size())});
    std::vector<int> free;
    for (std::size_t p = 0; p < constraints.replicated.size(); ++p)
        if (constraints.replicated[p]) free.push_back(columns.processors[p]);
    if (copies)
        result.push_back({"Pr", "all owners of the same elements: they receive when it is updated",
                          isl::scannable_lines(isl::columns_of(all, free), names_of(columns, free), 0)});
    std::vector<int> wanted = columns.processors;
    std::vector<int> const scanned = scanned_columns(columns, array);
    wanted.insert(wanted.end(), scanned.begin(), scanned.end());
    result.push_back({"E", "elements of one owner, in the order of memory",
                      isl::scannable_lines(isl::columns_of(all, wanted), names_of(columns, wanted), columns.processors.size())});
    return result;
}

/// The region and the array, before what the mapping says.
std::vector<PolyhedronLine> region_lines(Region const& region) {
    ArraySpec const& array = region.array();
    PolyhedronLine declared{array.name, {}};
    for (std::size_t d = 0; d < array.extents.size(); ++d)
        declared.constraints.push_back(
            fmt::format("{} <= a{} <= {}", array.lower[d], d + 1, array.lower[d] + array.extents[d] - 1));
    PolyhedronLine touched{"region", {}};
    RegionStatement const& statement = region.statement();
    for (std::size_t d = 0; d < statement.subscripts.size(); ++d)
        if (statement.subscripts[d])
            touched.constraints.push_back(fmt::format("a{} == {}", d + 1, text_of(*statement.subscripts[d], statement)));
    for (RegionCondition const& condition : statement.conditions) touched.constraints.push_back(text_of(condition, statement));
    return {std::move(declared), std::move(touched)};
}

} // namespace

Result<RegionPolyhedra> RegionPolyhedra::make(Region const& region, Mapping const& mapping, IoDistribution const* io) {
    auto const constraints = isl::mapping_constraints(mapping, io);
    if (!constraints) return forward_error(constraints);
    isl::IslContext const context;
    Set all = known(context, region, *constraints);
    if (!all) return isl::too_complicated();
    RegionPolyhedra result;
    result.formulation_ = region_lines(region);
    for (PolyhedronLine const& line : constraints->lines) result.formulation_.push_back(line);
    result.polyhedra_ = polyhedra_of(all, *constraints, region.array());
    Set condition(isl_set_from_params(isl_set_params(isl_set_copy(all.get()))));
    auto when = isl::scan_loops(context, std::move(condition), {}, {});
    if (!when) return forward_error(when);
    result.condition_ = *std::move(when);
    std::vector<int> const& processors = constraints->columns.processors;
    std::vector<int> in_order(processors.size());
    std::iota(in_order.begin(), in_order.end(), 0);
    Set owners = primary(isl::columns_of(all, processors), *constraints, 0);
    auto scanned = isl::scan_loops(context, Set(isl_set_make_disjoint(isl_set_coalesce(owners.release()))), in_order,
                                   names_of(constraints->columns, processors));
    if (!scanned) return forward_error(scanned);
    result.owners_ = *std::move(scanned);
    auto elements = element_loops(context, all, *constraints, region.array());
    if (!elements) return forward_error(elements);
    result.elements_ = *std::move(elements);
    result.coordinates_ = mapping.grid().extents();
    result.replicated_ = constraints->replicated;
    result.allocation_ = constraints->allocation;
    if (context.failed()) return isl::too_complicated();
    return result;
}

} // namespace tessera
