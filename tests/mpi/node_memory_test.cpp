// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ranks destroy shared memory in any order, or after MPI has ended, and no other rank loses its access.
#include "libcore/runtime/memory/node_memory.hpp"
#include "libcore/runtime/mpi/environment.hpp"
#include "libcore/runtime/mpi/reductions.hpp"
#include "tests/suite/suite.hpp"

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

using namespace tessera;

namespace {

/// Blocks of different lengths, filled with the owner's rank; rank 1 has none.
NodeMemory filled(Communicator const& node) {
    Index const bytes = node.rank() == 1 ? 0 : 5000 * (node.rank() + 1);
    NodeMemory memory(node, bytes);
    std::memset(memory.data(), node.rank() + 1, as_size(bytes));
    memory.sync();
    node.barrier();
    memory.sync();
    return memory;
}

bool holds_all(NodeMemory const& memory, Communicator const& node) {
    for (Rank rank = 0; rank < node.size(); ++rank) {
        Index const bytes = rank == 1 ? 0 : 5000 * (rank + 1);
        for (Index i = 0; i < bytes; ++i)
            if (memory.of(rank)[i] != static_cast<std::byte>(rank + 1)) return false;
    }
    return true;
}

bool refuses(Communicator const& node, char const* folder) {
    ::setenv("TESSERA_SHARED_MEMORY", folder, 1);
    bool refused = false;
    try {
        NodeMemory const memory(node, 100);
    } catch (std::system_error const&) {
        refused = true;
    }
    ::unsetenv("TESSERA_SHARED_MEMORY");
    return refused;
}

} // namespace

TEST_PROGRAM(int argc, char** argv) {
    std::array<std::optional<NodeMemory>, 2> left; // destroyed after MPI has ended
    Environment const environment(argc, argv);
    Communicator const& world = Communicator::world();
    bool right = true;

    // The last rank destroys its own block first; the others read it.
    std::optional<NodeMemory> read = filled(world);
    if (world.rank() == world.size() - 1) read.reset();
    world.barrier();
    if (read) right = right && holds_all(*read, world);

    // Half of the ranks destroy two memories in the other order.
    std::optional<NodeMemory> first = filled(world);
    std::optional<NodeMemory> second = filled(world);
    if (world.rank() % 2 == 0) first.reset();
    second.reset();
    first.reset();

    // Two memories are left when MPI ends: one of all ranks, one of half of them. Ranks keep them in different orders.
    Communicator const half = world.split(world.rank() % 2);
    for (std::size_t i = 0; i < left.size(); ++i) left[world.rank() % 2 == 0 ? i : 1 - i] = filled(i == 0 ? half : world);

    right = refuses(world, "/proc") && refuses(world, "/no/such/folder") && right;
    // No file has a name any more.
    std::filesystem::path const folder = std::filesystem::current_path() / ("node_memory_" + std::to_string(world.size()));
    std::filesystem::create_directories(folder);
    right = !refuses(world, folder.c_str()) && right;
    world.barrier();
    right = std::filesystem::is_empty(folder) && right;
    return on_all(world, right) ? 0 : 1;
}
