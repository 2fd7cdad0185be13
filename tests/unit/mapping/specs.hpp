// SPDX-License-Identifier: BSD-3-Clause
// Tessera: short words for the specifications that the tests of mapping/ write down.
#pragma once

#include "libcore/mapping/mapping.hpp"

#include <QTest>
#include <utility>

namespace tessera::specs {

/// real A(extents), lower bounds 1.
inline ArraySpec array(Extents extents) {
    ArraySpec result;
    result.lower.assign(extents.size(), 1);
    result.extents = std::move(extents);
    return result;
}

/// PROCESSORS P(extents), lower bounds 1.
inline Processors processors(Extents extents) {
    Processors result;
    result.lower.assign(extents.size(), 1);
    result.extents = std::move(extents);
    return result;
}

/// DISTRIBUTE A(formats) ONTO P(grid).
inline MappingSpec direct(Extents extents, std::vector<DistFormat> formats, Extents grid) {
    return {array(std::move(extents)), {}, {}, std::move(formats), processors(std::move(grid)), {}};
}

/// ALIGN A WITH T(align); DISTRIBUTE T(formats) ONTO P(grid); T's lower bounds are 1.
inline MappingSpec aligned(Extents extents, Extents target, std::vector<AlignAxis> align, std::vector<DistFormat> formats,
                           Extents grid) {
    Template const t{"T", Extents(target.size(), 1), target};
    return {array(std::move(extents)), t, std::move(align), std::move(formats), processors(std::move(grid)), {}};
}

/// stride * index of array dimension `dim` (from 0) + offset.
inline AlignAxis affine(int dim, Index stride = 1, Index offset = 0) {
    return {AlignAxis::Kind::Affine, dim, stride, offset};
}
inline AlignAxis fixed(Index position) {
    return {AlignAxis::Kind::Fixed, 0, 1, position};
}
inline AlignAxis replicated() {
    return {AlignAxis::Kind::Replicated, 0, 1, 0};
}

/// Coelho's running example: align A(i,j) with T(2*i,j); distribute T(block,cyclic(5)) onto P(4,2).
inline MappingSpec coelho() {
    return aligned({30, 30}, {68, 30}, {affine(0, 2), affine(1)}, {DistFormat::block(), DistFormat::cyclic(5)}, {4, 2});
}

/// A legal specification's mapping; says what is wrong where it is not.
inline Mapping make(MappingSpec spec) {
    auto mapping = Mapping::make(std::move(spec));
    if (!mapping) qFatal("%s", mapping.error().message.c_str());
    return *std::move(mapping);
}

} // namespace tessera::specs
