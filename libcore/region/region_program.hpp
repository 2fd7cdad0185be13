// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program that collects a region from the ranks of an array, or updates it there (Coelho 1995, Figs. 8 to 10).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/loop_text.hpp"
#include "libcore/region/region.hpp"

#include <string>
#include <vector>

namespace tessera {

struct RegionProgram {
    bool collects = true; ///< else it updates
    ProgramLanguage language = ProgramLanguage::Cpp;
    std::string source; ///< what it was made from, for its first line: "triangle.hpf"
};

/// One self-contained MPI program with a host (rank 0, which is one of the nodes where the mapping names it) and a node part, which
/// checks itself: every element gets its own number, and all must be where they belong. It runs on as many ranks as the mapping
/// names, or more. Parameters are `values` unless its command line gives others. Errors: as RegionPolyhedra::make.
[[nodiscard]] Result<std::string> region_program(Region const& region, std::vector<Index> const& values, Mapping const& mapping,
                                                 RegionProgram const& what);

} // namespace tessera
