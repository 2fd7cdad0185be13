// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of a program that moves a region: over its owners, and over the elements of one owner.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/region.hpp"
#include "libcore/region/scan_loops.hpp"

#include <vector>

namespace tessera {

/// Loops for all values of the parameters. Coordinates p1, p2, ... and local addresses l1, l2, ... count from 1. Local addresses
/// are those of RegionPolyhedra.
struct RegionScan {
    /// An expression that is not 0 if the region is not empty. Names are the parameters.
    ScanLoops condition;
    /// The processors that may hold elements, one of those with the same elements. Names are the parameters; points are p1, p2, ...
    ScanLoops owners;
    /// The elements of one processor. Names are the parameters, then p1, p2, ...; points begin with a1, a2, ..., l1, l2, ...
    ScanLoops elements;
    std::vector<Index> coordinates; ///< extent of each processor dimension
    std::vector<bool> replicated;   ///< indexed by processor dimension: true if its coordinates hold copies
    Extents allocation;             ///< indexed by array dimension: the largest l
    bool exact = true;              ///< false: `elements` visits the whole region, with a test of the owner

    /// Makes the loops from the polyhedra C, P1 and E. If isl finds them too complicated, uses the region's own loops with a test
    /// of the owner. Errors: an indirect distribution; a section of an arrangement.
    [[nodiscard]] static Result<RegionScan> make(Region const& region, Mapping const& mapping);
    /// Makes the loops with the test in all cases.
    [[nodiscard]] static Result<RegionScan> with_test(Region const& region, Mapping const& mapping);
};

} // namespace tessera
