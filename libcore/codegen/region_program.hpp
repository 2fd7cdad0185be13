// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a generated program that collects a region from the ranks of an array, or updates it there (Coelho 1995, Figs. 8 to 10).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera {

struct RegionMove {
    Region region;
    std::vector<Index> values; ///< values of the region's parameters
    Mapping mapping;
    bool collects = true;          ///< true: collect; false: update
    std::vector<Rank> hosts = {0}; ///< the rank that does the I/O for each grid position (io_hosts), or one rank for all
};

/// Returns one self-contained MPI program with a part for hosts and one for nodes (a rank may be both). It checks itself: every
/// element gets its number as value, and all must arrive. It runs on as many ranks as the mappings and the hosts name, or more.
/// Parameters have `values` unless the command line gives others. Parameters with the same name are the same, with the first value.
/// Several regions are moved one after the other. Precondition: there is a move, and all collect, or all update. Errors: as
/// RegionScan::make.
[[nodiscard]] Result<std::string> region_program(std::span<RegionMove const> moves, ProgramOptions const& options);

} // namespace tessera
