// SPDX-License-Identifier: BSD-3-Clause
// Tessera: resolves IO_DISTRIBUTE.
#include "libcore/spec/detail/io_distribution.hpp"

#include "libcore/spec/detail/validation.hpp"

namespace tessera::notation {

std::optional<IoDistribution> resolve_io_distribution(DistributeNode const& node, Symbols const& symbols,
                                                      Diagnostics& diagnostics) {
    ProcessorsSymbol const* const processors = symbols.processors(node.distributee);
    if (processors == nullptr) return std::nullopt;
    if (!node.onto) {
        diagnostics.fail(node.list, "expected 'onto' and an I/O processor arrangement after the formats");
        return std::nullopt;
    }
    ProcessorsSymbol const* const io = symbols.processors(node.onto->processors, true);
    if (io == nullptr) return std::nullopt;
    if (!node.onto->subscripts.empty()) {
        diagnostics.fail(node.onto->subscripts.front().place, "I/O processors are used as a whole; no section is expected here");
        return std::nullopt;
    }
    auto distribution = resolve_distribution(node, io, std::nullopt, diagnostics);
    // Mapping::make checks the distribution, with the arrangement in the role of an array.
    ArraySymbol arrangement{node.distributee, {}, processors->dims, {}, std::nullopt};
    arrangement.spec.name = processors->spec.name;
    arrangement.spec.lower = processors->spec.lower;
    arrangement.spec.extents = processors->spec.extents;
    if (!distribution || !valid_state({arrangement, nullptr, nullptr, nullptr, *distribution}, std::nullopt, diagnostics))
        return std::nullopt;
    return IoDistribution{io->spec, processors->spec, std::move(distribution->formats)};
}

} // namespace tessera::notation
