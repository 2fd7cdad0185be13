// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the memory of this process that the system really keeps for it.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/runtime/mpi/comm.hpp"

namespace tessera {

/// How much it grows: everything counts, libraries too. Zeros where the system does not tell (/proc).
class ResidentMemory {
  public:
    ResidentMemory(); ///< from now on

    /// The most it was at any time since then, less what it was then.
    [[nodiscard]] Index growth() const;
    /// The sum over all ranks. Collective.
    [[nodiscard]] Index growth(Comm const& comm) const;

  private:
    Index start_;
};

} // namespace tessera
