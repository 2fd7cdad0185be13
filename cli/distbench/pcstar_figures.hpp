// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tables 4.1 to 4.5 of the pC* thesis (Bigot 1996): times of reductions, relative to LOGLOCEX.
#pragma once

#include "libcore/base/index.hpp"

#include <array>
#include <span>
#include <string_view>

namespace tessera::cli {

/// Ratios measured on twelve SPARCstation 20 behind a 10 Mbit/s EtherSwitch.
struct PublishedRatios {
    /// in bytes
    static constexpr std::array<Index, 10> lengths{4, 8, 16, 32, 64, 128, 256, 512, 1024, 1400};
    static constexpr std::array<int, 7> ranks{2, 3, 4, 6, 8, 10, 12};
    static constexpr std::string_view below = "loglocex"; ///< algorithm in the denominator

    std::string_view name; ///< "pcstar-4.1"
    std::string_view title;
    std::string_view above;                       ///< algorithm in the numerator
    double overall;                               ///< the paper's geometric mean
    std::array<std::array<double, 7>, 10> ratios; ///< one per length and number of ranks
};

[[nodiscard]] std::span<PublishedRatios const> published_ratios();

} // namespace tessera::cli
