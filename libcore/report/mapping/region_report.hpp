// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the share of each rank in a region, as text and JSON.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/region/region_polyhedra.hpp"
#include "libcore/region/region_shares.hpp"
#include "libcore/report/sink.hpp"

#include <vector>

namespace tessera {

struct RegionReport {
    Region region;
    Mapping mapping;
    std::vector<Index> values; ///< values of the region's parameters
    RegionShares shares;
};

void region_report_text(RegionReport const& report, Sink const& sink);
/// Writes JSON of schema tessera.region/1.
void region_json(RegionReport const& report, Sink const& sink);

/// Writes what is known of every variable without parameter values (Coelho 1995, Fig. 5), and the polyhedra (Figs. 6 and 13).
void polyhedra_text(Region const& region, Mapping const& mapping, RegionPolyhedra const& polyhedra, Sink const& sink);

} // namespace tessera
