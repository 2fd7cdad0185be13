// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of an array on a row of pixels, with the owners of the elements under each pixel.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/run.hpp"

#include <compare>
#include <vector>

namespace tessera {

/// The visible part of a dimension: [start, start + length), in elements (fractions allowed), within [0, extent).
struct PixelAxis {
    Index extent = 1;
    double start = 0;
    double length = 1;
    int pixels = 1;

    [[nodiscard]] double elements_per_pixel() const { return length / pixels; }
    /// Returns the indices that a pixel shows. If elements are a pixel or larger, it is the element under its middle, else all
    /// elements that begin in it. Together the pixels show every element. Two pixels show the same element only if both lie within
    /// it. Precondition: extent >= 1.
    [[nodiscard]] Run indices(int pixel) const;
};

/// The share of the elements under a pixel that one processor coordinate owns, in units of 1/most_parts.
struct CoordShare {
    Index coord = 0;
    int parts = 0;
    friend auto operator<=>(CoordShare const&, CoordShare const&) = default;
};
inline constexpr int most_parts = 32; ///< finer differences of colour are invisible

/// The owners of the elements under a pixel, by ascending coordinate. Parts are rounded, so their sum is about most_parts.
using PixelShares = std::vector<CoordShare>;

/// The pixels of an axis. Equal entries are stored once.
struct SharedAxis {
    std::vector<PixelShares> different; ///< each different entry once
    std::vector<int> of_pixel;          ///< index into `different`

    [[nodiscard]] PixelShares const& at(int pixel) const {
        return different[static_cast<std::size_t>(of_pixel[static_cast<std::size_t>(pixel)])];
    }
    /// Returns the share of pixels that show elements of several owners, 0 .. 1.
    [[nodiscard]] double mixed() const;
};

/// Consecutive pixels whose elements all belong to one coordinate.
struct PixelRun {
    int begin = 0;
    int end = 0;
    Index coord = 0;
};
[[nodiscard]] std::vector<PixelRun> pure_runs(SharedAxis const& axis);

/// Returns the owners of consecutive elements, counted as in share_pixels(). Precondition: `indices` is not empty.
[[nodiscard]] PixelShares owner_shares(DimMapping const& mapping, Run indices);

/// Exact up to the rounding of the parts if at most 64 owners alternate under a pixel, or the dimension has at most 64 coordinates.
/// Otherwise 64 elements of the pixel are sampled. Cost: the pixels, times that. Precondition: extent >= 1.
[[nodiscard]] SharedAxis share_pixels(DimMapping const& mapping, PixelAxis const& axis);

} // namespace tessera
