// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of ALIGN directives to affine maps from an array to a template, also through other arrays.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/detail/symbols.hpp"

namespace tessera::notation {

/// How an array is aligned with a template: one axis per template dimension, and the source positions for errors.
struct Alignment {
    std::vector<AlignAxis> axes;
    std::vector<Place> places; ///< one per axis
    Place whole;               ///< position of the directive's subject
};

/// Resolves dummies, colons and triplets. `alignee` is the index space of the array (or template) that is aligned. Errors: a wrong
/// number of dimensions, a dummy used twice, colons that do not pair up or do not conform, positions outside the target.
[[nodiscard]] std::optional<Alignment> resolve_alignment(AlignNode const& node, Template const& alignee, Template const& target,
                                                         Diagnostics& diagnostics);

/// Composes two alignments: A with B (`middle`) and B with T give A with T. Error: A is replicated over only a part of a dimension
/// of T.
[[nodiscard]] std::optional<Alignment> composed(Alignment const& inner, Template const& middle, Alignment const& outer,
                                                Template const& target, Diagnostics& diagnostics);

} // namespace tessera::notation
