// SPDX-License-Identifier: BSD-3-Clause
// Tessera: DISTRIBUTE directives become formats on (a section of) a processor arrangement.
#pragma once

#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/detail/symbols.hpp"

namespace tessera::notation {

struct Distribution {
    std::vector<DistFormat> formats; ///< indirect: 0-based coordinates
    Processors processors;
    std::vector<OntoSubscript> onto;
    std::optional<Index> leading = {}; ///< of the array that is distributed itself, not of those aligned with it

    // The words that say so.
    Place list; ///< all formats
    std::vector<Place> formats_places;
    Place processors_name; ///< in this directive, or `list` where it names none
    std::vector<Place> processors_dims;
    std::vector<Place> onto_places;
    Place leading_place = {};
};

/// Resolves the arrangement and its section. Without ONTO an arrangement is made up: gen_block dimensions have as many coordinates
/// as blocks, the others share `ranks` in a balanced grid; it is called after its shape, P_2x4, so that it can be written down.
/// Errors: an unknown arrangement, not one subscript per dimension of it, ranks unknown or not divisible, an indirect value outside
/// the arrangement.
[[nodiscard]] std::optional<Distribution> resolve_distribution(DistributeNode const& node, Symbols const& symbols,
                                                               std::optional<Index> ranks, Diagnostics& diagnostics);

/// The same with the arrangement already known; null: none was named.
[[nodiscard]] std::optional<Distribution> resolve_distribution(DistributeNode const& node, ProcessorsSymbol const* processors,
                                                               std::optional<Index> ranks, Diagnostics& diagnostics);

} // namespace tessera::notation
