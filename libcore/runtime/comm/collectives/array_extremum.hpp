// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds the largest or smallest element of a distributed array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/context/context.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/comm/collectives/extreme_candidate.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <mpi.h>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {

/// Among equal elements, returns the one with the lowest number in the array's storage order. Ignores NaNs.
class ArrayExtremum {
  public:
    /// Collective over `comm`. Errors: the mapping names ranks that the communicator does not have; elements without an order.
    [[nodiscard]] static Result<ArrayExtremum> make(Mapping mapping, Extreme extreme, MPI_Comm comm);

    struct Found {
        Index number = 0;               ///< number in storage order, from 0
        std::vector<std::byte> element; ///< bytes as stored
    };
    /// `source`: this rank's part in the standard layout. `where`: the active elements; null means all. Returns the same on
    /// all ranks; empty if all active elements are NaNs or none is active. Collective over `comm`.
    [[nodiscard]] std::optional<Found> execute(std::byte const* source, Context const* where = nullptr) const;

  private:
    ArrayExtremum(Mapping mapping, CandidateMaker maker, Communicator comm);

    Mapping mapping_;
    CandidateMaker maker_;
    Communicator comm_;
    std::optional<LocalLayout> layout_; // empty if this rank holds nothing
};

} // namespace tessera
