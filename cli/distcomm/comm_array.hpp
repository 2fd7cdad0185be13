// SPDX-License-Identifier: BSD-3-Clause
// Tessera: this rank's part of the array that distcomm works on, and the ranks that work on it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <functional>
#include <optional>
#include <string>

namespace tessera::cli {

class CommArray {
  public:
    /// All bytes are 0. Collective over the job; ranks of the mapping are ranks of it. Throws AgreedFailure without memory.
    CommArray(Comm const& world, Mapping const& mapping);

    [[nodiscard]] Mapping const& mapping() const { return *mapping_; }
    /// The rank's place in the processor grid; nothing where it takes no part.
    [[nodiscard]] std::optional<Index> position() const { return position_; }
    /// Of what it owns; nothing where it owns nothing.
    [[nodiscard]] std::optional<LocalLayout> const& layout() const { return layout_; }
    [[nodiscard]] std::byte* data() { return data_.data(); }
    [[nodiscard]] std::byte const* data() const { return data_.data(); }

    /// Another array with the same elements. Collective over the job.
    [[nodiscard]] CommArray copy() const;
    /// Which of this rank's elements take part; nothing where all do.
    [[nodiscard]] std::optional<Context> context_of(std::optional<Mask> const& where) const;

    /// The ranks of the processor grid in ascending order; on other ranks, those others.
    [[nodiscard]] Comm const& members() const { return members_; }

    /// The lowest rank of the grid: number 0 among the members.
    [[nodiscard]] Rank first_member() const { return first_member_; }

    /// How long it took the slowest rank; the ranks of the grid work. Collective over the job.
    [[nodiscard]] double timed(std::function<void()> const& work) const;
    /// The same for work that all ranks of the job take part in.
    [[nodiscard]] double timed_by_all(std::function<void()> const& work) const;
    /// What the ranks of the grid find wrong: the text of the lowest one that finds something, on every rank. Collective over the
    /// job; `check` may be collective over the members.
    [[nodiscard]] std::optional<std::string> what_is_wrong(std::function<Result<void>()> const& check) const;

  private:
    Comm const* world_;
    Mapping const* mapping_;
    std::optional<Index> position_;
    std::optional<LocalLayout> layout_;
    Buffer data_;
    Rank first_member_ = 0;
    Comm members_;
};

/// Is the same in `bytes` bytes of every rank? Collective.
[[nodiscard]] bool same_on_all(Comm const& comm, std::byte const* data, Index bytes);

} // namespace tessera::cli
