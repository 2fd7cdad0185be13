// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how evenly an array is distributed.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"

#include <string>

namespace tessera {

/// Numbers of elements per rank, copies included.
struct OwnershipBalance {
    Index ranks = 0; ///< number of processors of the mapping
    Index least = 0;
    Index most = 0;
    double mean = 0;

    /// Returns the maximum over the mean: 1 if all ranks have the same; 1 for an array without elements.
    [[nodiscard]] double imbalance() const { return mean > 0 ? static_cast<double>(most) / mean : 1; }
};

/// Cost: the coordinates of the dimensions. It does not depend on the number of ranks.
[[nodiscard]] OwnershipBalance balance_of(Mapping const& mapping);

/// Returns "8 ranks hold 512 elements each" or "4 ranks hold 5 to 7 elements each, the fullest 1.08 times the mean".
[[nodiscard]] std::string balance_text(OwnershipBalance const& balance);

} // namespace tessera
