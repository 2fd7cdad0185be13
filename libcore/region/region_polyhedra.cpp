// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the I/O of a region as polyhedra that can be scanned.
#include "libcore/region/region_polyhedra.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/region/detail/mapping_constraints.hpp"
#include "libcore/region/detail/polyhedral_scan.hpp"
#include "libcore/region/detail/scannable.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

using isl::Set;

std::vector<int> io_columns(isl::MappingColumns const& columns) {
    std::vector<int> result;
    for (auto const& io : columns.io)
        if (io) result.push_back(*io);
    return result;
}

/// Returns the three or four polyhedra, and Pio if there are I/O processors.
std::vector<Polyhedron> polyhedra_of(Set const& all, isl::MappingConstraints const& constraints, ArraySpec const& array) {
    isl::MappingColumns const& columns = constraints.columns;
    std::vector<int> const io = io_columns(columns);
    std::vector<Polyhedron> result;
    Set const condition(isl_set_params(isl_set_copy(all.get())));
    result.push_back({"C", "is anything touched", isl::condition_lines(condition)});
    std::vector<int> outer = io;
    if (!io.empty())
        result.push_back({"Pio", "I/O processors that take part",
                          isl::scannable_lines(isl::columns_of(all, io), isl::names_of(columns, io), 0)});
    outer.insert(outer.end(), columns.processors.begin(), columns.processors.end());
    Set const owners = isl::columns_of(all, outer);
    bool const copies = std::ranges::find(constraints.replicated, true) != constraints.replicated.end();
    result.push_back({copies ? "P1" : "P", copies ? "primary owners: they send when the region is collected" : "owners",
                      isl::scannable_lines(isl::primary_set(isl::copy_of(owners), constraints, io.size()),
                                           isl::names_of(columns, outer), io.size())});
    std::vector<int> free;
    for (std::size_t p = 0; p < constraints.replicated.size(); ++p)
        if (constraints.replicated[p]) free.push_back(columns.processors[p]);
    if (copies)
        result.push_back({"Pr", "all owners of the same elements: they receive when it is updated",
                          isl::scannable_lines(isl::columns_of(all, free), isl::names_of(columns, free), 0)});
    std::vector<int> wanted = columns.processors;
    std::vector<int> const scanned = isl::scanned_columns(columns, array);
    wanted.insert(wanted.end(), scanned.begin(), scanned.end());
    result.push_back(
        {"E", "elements of one owner, in the order of memory",
         isl::scannable_lines(isl::columns_of(all, wanted), isl::names_of(columns, wanted), columns.processors.size())});
    return result;
}

/// Returns the constraints of the region and the array, without those of the mapping.
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

tl::unexpected<Error> too_complicated(Region const& region) {
    return fail(
        fmt::format("the polyhedra of the region of {} are too complicated: isl gave up after {} operations; expected fewer "
                    "strides, or smaller factors. Counting (without --polyhedra) and codegen do without polyhedra",
                    region.array().name, grouped(isl::IslContext::most_operations)));
}

} // namespace

Result<RegionPolyhedra> RegionPolyhedra::make(Region const& region, Mapping const& mapping, IoDistribution const* io) {
    auto const constraints = TRY(isl::mapping_constraints(mapping, io, region.statement()));
    isl::IslContext const context;
    Set const all = isl::known_set(context, region, constraints);
    if (!all) return too_complicated(region);
    RegionPolyhedra result;
    result.formulation_ = region_lines(region);
    for (PolyhedronLine const& line : constraints.lines) result.formulation_.push_back(line);
    result.polyhedra_ = polyhedra_of(all, constraints, region.array());
    if (context.failed()) return too_complicated(region);
    return result;
}

} // namespace tessera
