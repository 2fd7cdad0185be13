// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the resident memory of this process.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera {

/// Growth of the resident memory of this process, libraries included, in bytes. 0 if the system does not tell (/proc).
class ResidentMemory {
  public:
    ResidentMemory(); ///< starts counting now

    /// Returns the peak since the start, less the value at the start.
    [[nodiscard]] Index growth() const;
    /// Returns the sum over all ranks. Collective.
    [[nodiscard]] Index growth(Communicator const& comm) const;

  private:
    Index start_;
};

} // namespace tessera
