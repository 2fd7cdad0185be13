// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array stored across the ranks as its mapping says.
#pragma once

#include "libcore/base/require.hpp"
#include "libcore/base/result.hpp"
#include "libcore/io/value_type.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/memory/node_memory.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace tessera {

/// This rank's part of an array, in memory that the other ranks on its node can access. Between two such arrays a
/// Redistributor with transport Auto or Shared copies directly from one to the other, in a single pass. If a node has no room
/// for shared memory (/dev/shm), each rank's part is private and messages travel. Move-only; the destructor is not collective.
class DistributedArray {
  public:
    /// Collective over `comm`; ranks of the mapping are ranks of `comm`. All bytes are 0. `permutation`: as for LocalLayout,
    /// the same on every rank; empty means the array's own storage order. Error: the mapping names ranks that the communicator
    /// does not have. Throws if the system has no room.
    [[nodiscard]] static Result<DistributedArray> make(Mapping mapping, MPI_Comm comm, std::vector<int> permutation = {});
    /// Makes an array with this rank's own `storage`, which is ignored if the rank holds nothing. Further errors, the same on
    /// all ranks: those of LocalLayout::strided() on any rank.
    [[nodiscard]] static Result<DistributedArray> make(Mapping mapping, MPI_Comm comm, LocalStorage const& storage);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    /// Returns the layout of this rank's part. Empty if it holds nothing.
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }

    /// Returns the start of the allocation, shadow included.
    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    /// Returns the allocation as elements. Throws BrokenPrecondition if T is not the type of the array's elements
    /// (value_mismatch).
    template <class T>
    [[nodiscard]] std::span<T> local() {
        require(!value_mismatch(mapping_.array().type, ValueType::of<std::remove_cv_t<T>>()),
                "DistributedArray::local: the elements of the array are of another type");
        return {reinterpret_cast<T*>(memory_.data()), as_size(memory_.size()) / sizeof(T)};
    }

    /// Returns the memory object, through which ranks on the node find each other's parts.
    [[nodiscard]] NodeMemory const& memory() const { return memory_; }

  private:
    [[nodiscard]] static DistributedArray allocated(Communicator const& all, Mapping mapping, std::optional<LocalLayout> layout);
    DistributedArray(Mapping mapping, std::optional<LocalLayout> layout, NodeMemory memory)
        : mapping_(std::move(mapping)), layout_(std::move(layout)), memory_(std::move(memory)) {}

    Mapping mapping_;
    std::optional<LocalLayout> layout_;
    NodeMemory memory_;
};

} // namespace tessera
