// SPDX-License-Identifier: BSD-3-Clause
// Tessera: conversion of DISTRIBUTE directives to formats on (a section of) a processor arrangement.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/detail/symbols.hpp"

namespace tessera::notation {

struct Distribution {
    std::vector<DistFormat> formats; ///< indirect: 0-based coordinates
    Processors processors;
    std::vector<OntoSubscript> onto;
    std::optional<Index> leading = {}; ///< only for an array that is distributed itself, not for those aligned with it

    // Source positions for errors.
    Place list; ///< all formats
    std::vector<Place> formats_places;
    Place processors_name; ///< in this directive, or `list` if it names none
    std::vector<Place> processors_dims;
    std::vector<Place> onto_places;
    Place leading_place = {};
};

/// Resolves the arrangement and its section. Without ONTO it creates an arrangement: gen_block dimensions have as many coordinates
/// as blocks; the others share `ranks` in a balanced grid. The new arrangement is named by its shape, P_2x4, so that it can be
/// written down. Errors: an unknown arrangement, not one subscript per dimension of it, ranks unknown or not divisible, an indirect
/// value outside the arrangement.
[[nodiscard]] std::optional<Distribution> resolve_distribution(DistributeNode const& node, Symbols const& symbols,
                                                               std::optional<Index> ranks, Diagnostics& diagnostics);

/// The same for an arrangement that is already known; null: the directive names none.
[[nodiscard]] std::optional<Distribution> resolve_distribution(DistributeNode const& node, ProcessorsSymbol const* processors,
                                                               std::optional<Index> ranks, Diagnostics& diagnostics);

} // namespace tessera::notation
