// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the polyhedra of a region as text.
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/mapping/region_report.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera {

void polyhedra_text(Region const& region, Mapping const& mapping, RegionPolyhedra const& polyhedra, Sink const& sink) {
    sink(fmt::format("{}\n  {}\n  {}\n\nKnown conditions:\n", describe(region.array()), mapping_text(mapping.spec()),
                     describe(region.statement(), region.array())));
    using Align = TextTable::Align;
    TextTable facts({{"of", Align::Left}, {"constraints", Align::Left}}, sink);
    for (PolyhedronLine const& line : polyhedra.formulation())
        facts.add({line.variable, fmt::format("{}", fmt::join(line.constraints, ", "))});
    facts.finish();
    sink("\nSolution, with each variable bounded by those before it:\n");
    TextTable table({{"", Align::Left}, {"variable", Align::Left}, {"constraints", Align::Left}}, sink);
    for (Polyhedron const& polyhedron : polyhedra.polyhedra()) {
        std::string name = polyhedron.name;
        for (PolyhedronLine const& line : polyhedron.lines) {
            table.add({name, fmt::format("({})", line.variable), fmt::format("{}", fmt::join(line.constraints, ", "))});
            name.clear();
        }
    }
    table.finish();
    sink("\n");
    for (Polyhedron const& polyhedron : polyhedra.polyhedra()) sink(fmt::format("{}: {}\n", polyhedron.name, polyhedron.meaning));
}

} // namespace tessera
