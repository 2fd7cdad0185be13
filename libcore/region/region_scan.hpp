// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a program that moves a region: over its owners, and over the elements of one.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/region/scan_loops.hpp"

#include <vector>

namespace tessera {

/// Made without values of the parameters. Coordinates p1, p2, ... and local addresses l1, l2, ... count from 1; local addresses are
/// those of RegionPolyhedra.
struct RegionScan {
    /// An expression that is not 0 where something is touched; names are the parameters.
    ScanLoops condition;
    /// Who may have some of it, one of those with the same elements. Names are the parameters; points are p1, p2, ...
    ScanLoops owners;
    /// Names are the parameters, then p1, p2, ...; points begin with a1, a2, ..., l1, l2, ...
    ScanLoops elements;
    std::vector<Index> coordinates; ///< extent of each processor dimension
    std::vector<bool> replicated;   ///< of each: do its coordinates hold copies?
    Extents allocation;             ///< of each array dimension: the largest l
    bool exact = true;              ///< else the elements are all of the region, with a test of their owner

    /// The polyhedra C, P1 and E, scanned; where isl finds them too complicated, the region's own loops around a test of the owner.
    /// Errors: an indirect distribution; a section of an arrangement.
    [[nodiscard]] static Result<RegionScan> make(Region const& region, Mapping const& mapping);
    /// The second way, always.
    [[nodiscard]] static Result<RegionScan> with_test(Region const& region, Mapping const& mapping);
};

} // namespace tessera
