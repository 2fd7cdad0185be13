// SPDX-License-Identifier: BSD-3-Clause
// Tessera: this rank's part of distcomm's array, and the ranks that work on it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <functional>
#include <optional>
#include <string>

namespace tessera::cli {

class CommArray {
  public:
    /// All bytes are 0. Collective over the job; the mapping's ranks must be in the job. Throws AgreedFailure if memory is not
    /// sufficient.
    CommArray(Communicator const& world, Mapping const& mapping);

    [[nodiscard]] Mapping const& mapping() const { return *mapping_; }
    /// Returns the rank's position in the processor grid; nothing if it is not in the grid.
    [[nodiscard]] std::optional<Index> position() const { return position_; }
    /// Returns the layout of the owned elements; nothing if the rank owns none.
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    [[nodiscard]] std::byte* data() { return data_.data(); }
    [[nodiscard]] std::byte const* data() const { return data_.data(); }

    /// Returns another array with the same elements. Collective over the job.
    [[nodiscard]] CommArray copy() const;
    /// Returns which of this rank's elements take part; nothing if all do.
    [[nodiscard]] std::optional<Context> context_of(std::optional<Mask> const& where) const;

    /// Returns the ranks of the processor grid in ascending order. On a rank outside the grid, returns the ranks outside.
    [[nodiscard]] Communicator const& members() const { return members_; }

    /// Returns the lowest rank of the grid, which is number 0 among the members.
    [[nodiscard]] Rank first_member() const { return first_member_; }

    /// Returns the time of the slowest rank for work on the ranks of the grid. Collective over the job.
    [[nodiscard]] double timed(std::function<void()> const& work) const;
    /// The same for work on all ranks of the job.
    [[nodiscard]] double timed_by_all(std::function<void()> const& work) const;
    /// Returns, on every rank, the error of the lowest rank of the grid that finds one. Collective over the job; `check` may be
    /// collective over the members.
    [[nodiscard]] std::optional<std::string> what_is_wrong(std::function<Result<void>()> const& check) const;

  private:
    Communicator const* world_;
    Mapping const* mapping_;
    std::optional<Index> position_;
    std::optional<LocalLayout> layout_;
    Buffer data_;
    Rank first_member_ = 0;
    Communicator members_;
};

/// Returns whether `bytes` bytes are equal on every rank. Collective.
[[nodiscard]] bool same_on_all(Communicator const& comm, std::byte const* data, Index bytes);

} // namespace tessera::cli
