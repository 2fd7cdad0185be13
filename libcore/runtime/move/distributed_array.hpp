// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one array, stored by the ranks of a job as its mapping says.
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

/// This rank's part of an array, in memory that the other ranks of its node see: between two such arrays a Redistributor whose
/// transport is Auto or Shared copies straight from the one into the other, in a single pass over the data. Where a node has no
/// room for that (/dev/shm), every rank holds its part alone, and messages travel. Move-only; its destructor is collective over the
/// ranks of the node.
class DistributedArray {
  public:
    /// Collective over `comm`; ranks of the mapping are ranks of it. All bytes are 0. `permutation`: as LocalLayout takes it, the
    /// same on every rank; empty: the array's own storage order.
    /// Errors: the mapping names ranks that the communicator does not have. Throws where the system has no room.
    [[nodiscard]] static Result<DistributedArray> make(Mapping mapping, MPI_Comm comm, std::vector<int> permutation = {});
    /// Stored as each rank asks, by `storage` of its own; not looked at where it holds nothing. Errors besides, the same on all
    /// ranks: LocalLayout::strided() of any of them.
    [[nodiscard]] static Result<DistributedArray> make(Mapping mapping, MPI_Comm comm, LocalStorage const& storage);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    /// Of this rank's part; nothing where it holds none.
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }

    /// The allocation, shadow included.
    [[nodiscard]] std::byte* data() { return memory_.data(); }
    [[nodiscard]] std::byte const* data() const { return memory_.data(); }
    /// The same as elements. Throws BrokenPrecondition where T is not the type of the array's elements (value_mismatch).
    template <class T>
    [[nodiscard]] std::span<T> local() {
        require(!value_mismatch(mapping_.array().type, ValueType::of<std::remove_cv_t<T>>()),
                "DistributedArray::local: the elements of the array are of another type");
        return {reinterpret_cast<T*>(memory_.data()), as_size(memory_.size()) / sizeof(T)};
    }

    /// Where the ranks of the node find each other's parts.
    [[nodiscard]] NodeMemory const& memory() const { return memory_; }

  private:
    [[nodiscard]] static DistributedArray allocated(Comm const& all, Mapping mapping, std::optional<LocalLayout> layout);
    DistributedArray(Mapping mapping, std::optional<LocalLayout> layout, NodeMemory memory)
        : mapping_(std::move(mapping)), layout_(std::move(layout)), memory_(std::move(memory)) {}

    Mapping mapping_;
    std::optional<LocalLayout> layout_;
    NodeMemory memory_;
};

} // namespace tessera
