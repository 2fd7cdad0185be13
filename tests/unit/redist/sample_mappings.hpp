// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings in one line, for tests and benchmarks.
#pragma once

#include "libcore/mapping/mapping.hpp"

#include <utility>
#include <vector>

namespace tessera::samples {

/// An array of `real` distributed directly over a grid; bounds from 1; ranks 0, 1, 2, ... unless given.
inline Mapping distributed(Extents const& extents, std::vector<DistFormat> formats, Extents const& grid,
                           std::vector<Rank> ranks = {}) {
    MappingSpec spec;
    spec.array.extents = extents;
    spec.array.lower.assign(extents.size(), 1);
    spec.formats = std::move(formats);
    spec.processors.extents = grid;
    spec.processors.lower.assign(grid.size(), 1);
    spec.processors.ranks = std::move(ranks);
    return Mapping::make(std::move(spec)).value();
}

/// One dimension, distributed over `coords` coordinates, and `copies` of everything: A(i) with T(i, *) on a coords x copies grid.
inline Mapping replicated(Index extent, DistFormat format, Index coords, Index copies, std::vector<Rank> ranks = {}) {
    MappingSpec spec;
    spec.array.extents = {extent};
    spec.array.lower = {1};
    spec.target = Template{"T", {1, 1}, {extent, copies}};
    spec.align = {{AlignAxis::Kind::Affine, 0, 1, 0}, {AlignAxis::Kind::Replicated, 0, 1, 0}};
    spec.formats = {std::move(format), DistFormat::block()};
    spec.processors.extents = {coords, copies};
    spec.processors.lower = {1, 1};
    spec.processors.ranks = std::move(ranks);
    return Mapping::make(std::move(spec)).value();
}

} // namespace tessera::samples
