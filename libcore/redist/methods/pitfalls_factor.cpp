// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one factor of a plan in closed form, by the intersection of PITFALLS.
#include "libcore/redist/methods/pitfalls_factor.hpp"

#include "libcore/redist/methods/cyclic_change.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace tessera {

std::optional<PitfallsPair> pitfalls_of(DimTransfer const& factor) {
    auto const before = cyclic_block_size(factor.source());
    auto const after = cyclic_block_size(factor.target());
    if (!before || !after) return std::nullopt;
    return PitfallsPair{pitfalls_of_cyclic(factor.extent(), *before, factor.source().coords()),
                        pitfalls_of_cyclic(factor.extent(), *after, factor.target().coords())};
}

std::vector<PitfallsTransfer> pitfalls_factor(PitfallsPair const& pair) {
    std::map<std::pair<Index, Index>, std::vector<Falls>> sets;
    for (TaggedPitfalls const& source : pair.source)
        for (TaggedPitfalls const& target : pair.target)
            for (PitfallsTransfer const& each : intersect(source.family, target.family)) {
                auto& all = sets[{source.first_processor + each.source, target.first_processor + each.target}];
                std::ranges::copy(each.sets, std::back_inserter(all));
            }
    std::vector<PitfallsTransfer> transfers;
    for (auto& [coords, falls] : sets) transfers.push_back({coords.first, coords.second, std::move(falls)});
    return transfers;
}

} // namespace tessera
