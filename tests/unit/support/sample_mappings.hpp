// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings that the tests of pictures and reports look at.
#pragma once

#include "libcore/mapping/mapping.hpp"

namespace tessera {

/// An array of the given extents, mapped directly onto a grid of the given extents.
inline Mapping sample_mapping(Extents extents, std::vector<DistFormat> formats, Extents grid,
                              StorageOrder order = StorageOrder::Fortran) {
    Index const lower = order == StorageOrder::Fortran ? 1 : 0;
    MappingSpec spec;
    spec.array.name = "A";
    spec.array.lower.assign(extents.size(), lower);
    spec.array.extents = std::move(extents);
    spec.array.order = order;
    spec.formats = std::move(formats);
    spec.processors.lower.assign(grid.size(), 1);
    spec.processors.extents = std::move(grid);
    return Mapping::make(std::move(spec)).value();
}

/// Coelho's triangle: real A(30,30) aligned with T(2*i,j), T(68,30) distributed (block,cyclic(5)) onto P(4,2).
inline Mapping triangle_mapping() {
    MappingSpec spec;
    spec.array = {.name = "A", .type = {}, .lower = {1, 1}, .extents = {30, 30}, .order = StorageOrder::Fortran, .shadow = {}};
    spec.target = Template{"T", {1, 1}, {68, 30}};
    spec.align = {{AlignAxis::Kind::Affine, 0, 2, 0}, {AlignAxis::Kind::Affine, 1, 1, 0}};
    spec.formats = {DistFormat::block(), DistFormat::cyclic(5)};
    spec.processors = {.name = "P", .lower = {1, 1}, .extents = {4, 2}, .ranks = {}, .order = GridOrder::RowMajor};
    return Mapping::make(std::move(spec)).value();
}

/// A(8) aligned with T(i,*), T distributed (block,block) onto P(2,3): three copies.
inline Mapping replicated_mapping() {
    MappingSpec spec;
    spec.array = {.name = "A", .type = {}, .lower = {1}, .extents = {8}, .order = StorageOrder::Fortran, .shadow = {}};
    spec.target = Template{"T", {1, 1}, {8, 6}};
    spec.align = {{AlignAxis::Kind::Affine, 0, 1, 0}, {AlignAxis::Kind::Replicated, 0, 1, 0}};
    spec.formats = {DistFormat::block(), DistFormat::block()};
    spec.processors = {.name = "P", .lower = {1, 1}, .extents = {2, 3}, .ranks = {}, .order = GridOrder::RowMajor};
    return Mapping::make(std::move(spec)).value();
}

} // namespace tessera
