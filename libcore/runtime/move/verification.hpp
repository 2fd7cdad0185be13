// SPDX-License-Identifier: BSD-3-Clause
// Tessera: did a redistribution deliver every element to its place?
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/runtime/move/copy/element_update.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace tessera {

/// An element that is not what it should be; everything as the user counts and reads.
struct Mismatch {
    std::string element; ///< "B(3,4)"
    Rank rank = 0;       ///< that holds it
    std::string expected;
    std::string found;
};

/// Compares each element a plan delivered with the source's GeneratedData. Collective; every rank gets the answer: the first
/// mismatch in the order of the iteration space, or nothing. `layout`, `local`: this rank's target, if it holds one. `update`: what
/// was made of the elements on their way, of targets that held generated data of their own before; null: they were copied.
[[nodiscard]] std::optional<Mismatch> find_mismatch(Comm const& comm, RedistPlan const& plan,
                                                    std::optional<LocalLayout> const& layout, std::byte const* local,
                                                    ElementUpdate const* update = nullptr);

/// The checksum (elements/element_checksum.hpp) of the elements with their places in the iteration space: the same before and
/// after a correct move, whatever the mappings. Collective; every rank gets the sum.
/// Before: of one copy of the source. After: of all copies of the target, so replicas() times as much.
/// `update`: what is made of the elements on their way; before, its result counts. Precondition: its beta is 0.
[[nodiscard]] std::uint64_t source_checksum(Comm const& comm, RedistPlan const& plan, std::optional<LocalLayout> const& layout,
                                            std::byte const* local, ElementUpdate const* update = nullptr);
[[nodiscard]] std::uint64_t target_checksum(Comm const& comm, RedistPlan const& plan, std::optional<LocalLayout> const& layout,
                                            std::byte const* local, ElementUpdate const* update = nullptr);

/// Compares each element that the plan delivered with `expected`, which lies in memory as `local` does. `type`: of the target's
/// elements as they are held. Collective; the answer as of find_mismatch.
[[nodiscard]] std::optional<Mismatch> find_difference(Comm const& comm, RedistPlan const& plan,
                                                      std::optional<LocalLayout> const& layout, ElementType const& type,
                                                      std::byte const* local, std::byte const* expected);

/// Compares each element of the array that none of the plans delivers with what was there `before`, which lies in memory as `local`
/// does; null: zeros. Precondition: `target`, whose elements are of the type they are held in, is the plans' target. Collective;
/// the answer as of find_mismatch, in the order of the array's indices.
[[nodiscard]] std::optional<Mismatch> find_change(Comm const& comm, std::span<RedistPlan const> plans, Mapping const& target,
                                                  std::optional<LocalLayout> const& layout, std::byte const* local,
                                                  std::byte const* before);

} // namespace tessera
