// SPDX-License-Identifier: BSD-3-Clause
// Tessera: collectives on a distributed array.
#include "libcore/comm/collectives/array_collective.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

std::vector<Rank> collective_members(ProcessorGrid const& grid) {
    std::vector<Rank> members;
    for (Index position = 0; position < grid.size(); ++position) members.push_back(grid.rank(position));
    std::ranges::sort(members);
    return members;
}

Result<CollectiveTask> broadcast_task(Mapping const& mapping, std::optional<Index> root) {
    auto const members = collective_members(mapping.grid());
    auto const member = std::ranges::find(members, root.value_or(mapping.grid().rank(0)));
    if (member == members.end()) return fail(fmt::format("rank {} holds no part of {}", *root, mapping.array().name));
    return CollectiveTask{.kind = CollectiveKind::Broadcast,
                          .ranks = static_cast<int>(members.size()),
                          .root = static_cast<int>(member - members.begin()),
                          .elements = mapping.owned_count(*mapping.grid().position(*member)),
                          .element_bytes = mapping.array().type.bytes};
}

CollectiveTask reduction_task(Mapping const& mapping) {
    return {.kind = CollectiveKind::Reduce,
            .ranks = static_cast<int>(mapping.grid().size()),
            .element_bytes = mapping.array().type.bytes};
}

} // namespace tessera
