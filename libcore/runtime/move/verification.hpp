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

} // namespace tessera
