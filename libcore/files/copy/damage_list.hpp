// SPDX-License-Identifier: BSD-3-Clause
// Tessera: damage collected from all ranks.
#pragma once

#include "libcore/files/copy/damage.hpp"
#include "libcore/io/stored_shape.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tessera {

struct DamageList {
    std::vector<Damage> found = {};
    Index more = 0; ///< number of further boxes that are not listed

    [[nodiscard]] bool empty() const { return found.empty(); }
    void add(DamageList other);
};

/// Collects the damage that every rank found in the array of this name, on every rank. Each rank lists at most `most` boxes.
/// `shape`: the target's. Collective.
[[nodiscard]] DamageList damage_of_all(Communicator const& comm, std::vector<Damage> const& mine, std::string const& array,
                                       StoredShape const& shape, std::size_t most);
/// Broadcasts rank `root`'s list to every rank. Collective.
[[nodiscard]] DamageList broadcast_damage(Communicator const& comm, Rank root, DamageList const& list);

/// Returns a line "A[0:512][0:100]: why" for each box, or "A(1:512,1:100): why" if the first dimension is the fastest. Each line
/// follows damage_lead. A last line gives the number of further boxes.
[[nodiscard]] std::string damage_text(DamageList const& list);

} // namespace tessera
