// SPDX-License-Identifier: BSD-3-Clause
// Tessera: verifies that a redistribution delivered every element correctly.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/copy/element_update.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// An element with a wrong value, in the user's notation.
struct Mismatch {
    std::string element; ///< "B(3,4)"
    Rank rank = 0;       ///< rank that holds the element
    std::string expected;
    std::string found;
};

/// Compares each element that a plan delivered with the source's GeneratedData. Returns the first mismatch in the order of the
/// iteration space, or nothing. Collective; every rank gets the answer. `layout`, `local`: this rank's target, if it holds
/// one. `update`: the update of the elements on their way; the targets held generated data of their own before. Null: elements
/// were copied.
[[nodiscard]] std::optional<Mismatch> find_mismatch(Communicator const& comm, RedistPlan const& plan,
                                                    std::optional<LocalLayout> const& layout, std::byte const* local,
                                                    ElementUpdate const* update = nullptr);

/// Return the checksum (elements/element_checksum.hpp) of the elements by their positions in the iteration space. It is the
/// same before and after a correct move, for all mappings. Collective; every rank gets the sum.
/// source_checksum: the sum over one copy of the source. target_checksum: the sum over all copies of the target, replicas()
/// times as much.
/// `update`: the update of the elements on their way; source_checksum counts its result. Precondition: its beta is 0.
[[nodiscard]] std::uint64_t source_checksum(Communicator const& comm, RedistPlan const& plan,
                                            std::optional<LocalLayout> const& layout, std::byte const* local,
                                            ElementUpdate const* update = nullptr);
[[nodiscard]] std::uint64_t target_checksum(Communicator const& comm, RedistPlan const& plan,
                                            std::optional<LocalLayout> const& layout, std::byte const* local,
                                            ElementUpdate const* update = nullptr);

/// Compares each element that the plan delivered with `expected`, which has the same layout as `local`. `type`: the type of
/// the target's elements in memory. Collective; returns as find_mismatch.
[[nodiscard]] std::optional<Mismatch> find_difference(Communicator const& comm, RedistPlan const& plan,
                                                      std::optional<LocalLayout> const& layout, ElementType const& type,
                                                      std::byte const* local, std::byte const* expected);

/// Compares each array element that no plan delivers with its value in `before`, which has the same layout as `local`. Null
/// means zeros. Precondition: `target` is the target of all plans, with the element type used in memory. Collective; returns
/// as find_mismatch, but the first in the order of the array's indices.
[[nodiscard]] std::optional<Mismatch> find_change(Communicator const& comm, std::span<RedistPlan const> plans,
                                                  Mapping const& target, std::optional<LocalLayout> const& layout,
                                                  std::byte const* local, std::byte const* before);

} // namespace tessera
