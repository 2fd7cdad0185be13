// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the damage that all ranks found.
#pragma once

#include "libcore/io/stored_shape.hpp"
#include "libcore/runtime/file_copy/damage.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tessera {

struct DamageList {
    std::vector<Damage> found = {};
    Index more = 0; ///< boxes like these that are not told one by one

    [[nodiscard]] bool empty() const { return found.empty(); }
    void add(DamageList other);
};

/// What every rank found in an array of this name, on every rank; of each no more than `most`. `shape`: the target's. Collective.
[[nodiscard]] DamageList damage_of_all(Comm const& comm, std::vector<Damage> const& mine, std::string const& array,
                                       StoredShape const& shape, std::size_t most);
/// What rank `root` has, on every rank. Collective.
[[nodiscard]] DamageList broadcast_damage(Comm const& comm, Rank root, DamageList const& list);

/// "A[0:512][0:100]: why" for each, "A(1:512,1:100)" where the first dimension is the fastest, each behind damage_lead; then how
/// many there are besides.
[[nodiscard]] std::string damage_text(DamageList const& list);

} // namespace tessera
