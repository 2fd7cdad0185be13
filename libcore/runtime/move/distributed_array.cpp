// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one array, stored by the ranks of a job as its mapping says.
#include "libcore/runtime/move/distributed_array.hpp"

#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

namespace {

/// The largest rank of the grid, plus one.
Index ranks_of(ProcessorGrid const& grid) {
    Rank last = 0;
    for (Index position = 0; position < grid.size(); ++position) last = std::max(last, grid.rank(position));
    return Index{last} + 1;
}

} // namespace

Result<DistributedArray> DistributedArray::make(Mapping mapping, MPI_Comm comm, std::vector<int> permutation) {
    Comm const all = Comm::duplicate(comm);
    if (Index const ranks = ranks_of(mapping.grid()); ranks > all.size()) return too_few_ranks(ranks, all.size());
    std::optional<LocalLayout> layout;
    auto const position = mapping.grid().position(all.rank());
    if (position && mapping.holds(*position))
        layout = permutation.empty() ? LocalLayout(mapping, *position) : LocalLayout(mapping, *position, std::move(permutation));
    Index const bytes = layout ? layout->allocation_size() * mapping.array().type.bytes : 0;
    NodeMemory memory(Node(all).comm(), bytes);
    return DistributedArray(std::move(mapping), std::move(layout), std::move(memory));
}

} // namespace tessera
