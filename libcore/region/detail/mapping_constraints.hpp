// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a mapping as linear constraints (Coelho 1995, Fig. 5).
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/region/detail/region_set.hpp"
#include "libcore/region/region_polyhedra.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::isl {

/// The columns of the set and their meaning.
struct MappingColumns {
    std::vector<std::string> names;
    std::vector<int> array;                ///< a, by array dimension
    std::vector<int> local;                ///< l, by array dimension
    std::vector<std::optional<int>> cycle; ///< c, by array dimension
    std::vector<int> processors;           ///< p, by processor dimension
    std::vector<std::optional<int>> io;    ///< q, by processor dimension, if it is distributed to I/O processors
    std::vector<int> auxiliary;            ///< t, d, e, and the cycles of I/O processors and of replicated dimensions
};

/// Constraints joined by "and", and alternatives joined by "or".
struct MappingConstraints {
    MappingColumns columns;
    std::vector<std::vector<Row>> alternatives; ///< for blocks of different lengths: one for each combination of coordinates
    std::vector<PolyhedronLine> lines;          ///< the same constraints as text, grouped by origin
    std::vector<bool> replicated;               ///< indexed by processor dimension
    std::vector<Index> primary;                 ///< indexed by processor dimension: the first coordinate that holds a copy, from 1
    Extents allocation;                         ///< indexed by array dimension
};

/// Returns the constraints. Columns get a suffix if the statement uses their name. Errors: an indirect distribution, or a section
/// of an arrangement.
[[nodiscard]] Result<MappingConstraints> mapping_constraints(Mapping const& mapping, IoDistribution const* io,
                                                             RegionStatement const& statement);

/// Returns the number of indices of each coordinate. Precondition: the format fits the dimension.
[[nodiscard]] std::vector<Index> block_sizes(DistFormat const& format, Index extent, Index coords);

/// Returns the text of a row over these columns and parameters: "17*p1 <= 2*m+12".
[[nodiscard]] std::string row_text(Row const& row, std::vector<std::string> const& columns,
                                   std::vector<std::string> const& parameters);

} // namespace tessera::isl
