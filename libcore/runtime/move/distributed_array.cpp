// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array stored across the ranks as its mapping says.
#include "libcore/runtime/move/distributed_array.hpp"

#include "libcore/base/try.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/node.hpp"

#include <utility>

namespace tessera {

Result<DistributedArray> DistributedArray::make(Mapping mapping, MPI_Comm comm, std::vector<int> permutation) {
    Communicator const all = Communicator::duplicate(comm);
    TRY(check_ranks(mapping, all.size()));
    std::optional<LocalLayout> layout;
    auto const position = mapping.grid().position(all.rank());
    if (position && mapping.holds(*position))
        layout = permutation.empty() ? LocalLayout(mapping, *position) : LocalLayout(mapping, *position, std::move(permutation));
    return allocated(all, std::move(mapping), std::move(layout));
}

Result<DistributedArray> DistributedArray::make(Mapping mapping, MPI_Comm comm, LocalStorage const& storage) {
    Communicator const all = Communicator::duplicate(comm);
    TRY(check_ranks(mapping, all.size()));
    std::optional<LocalLayout> layout;
    TRY(together(all, [&]() -> Result<void> {
        auto const position = mapping.grid().position(all.rank());
        if (!position || !mapping.holds(*position)) return {};
        layout = TRY(LocalLayout::strided(mapping, *position, storage));
        return {};
    }));
    return allocated(all, std::move(mapping), std::move(layout));
}

DistributedArray DistributedArray::allocated(Communicator const& all, Mapping mapping, std::optional<LocalLayout> layout) {
    Index const bytes = layout ? layout->allocation_size() * mapping.array().type.bytes : 0;
    NodeMemory memory = fits_shared_memory(all, bytes) ? NodeMemory(Node(all).comm(), bytes) : NodeMemory::apart(bytes);
    return {std::move(mapping), std::move(layout), std::move(memory)};
}

} // namespace tessera
