// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the theorems of Thakur's chapter 3: with how many others each processor communicates.
#pragma once

#include "libcore/redist/methods/cyclic_change.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace tessera {

/// A theorem that applies to a change. By 3.2 and 3.3, each coordinate sends to and receives from `least` to `most` others.
/// Theorem 3.1 says this of the sends of each coordinate that holds a full block.
struct PartnerTheorem {
    std::string_view name; ///< "Theorem 3.2"
    std::string condition; ///< "k = 3 < P = 4"
    Index least = 0;
    Index most = 0;

    /// Returns "k = 3 < P = 4: each coordinate communicates with 2 or 3 others (Theorem 3.2)".
    [[nodiscard]] std::string text() const;
};

/// Returns the theorem for a change of owners, or nothing. Theorems 3.2 and 3.3 apply from N = P max(x, y) on, which the paper
/// does not say.
[[nodiscard]] std::optional<PartnerTheorem> partner_theorem(CyclicChange const& change);

} // namespace tessera
