// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one dimension of an array on a row of pixels, and whose the elements under each pixel are.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/run.hpp"

#include <compare>
#include <vector>

namespace tessera {

/// The part of a dimension that is seen: [start, start + length), in elements (fractions allowed), within [0, extent).
struct PixelAxis {
    Index extent = 1;
    double start = 0;
    double length = 1;
    int pixels = 1;

    [[nodiscard]] double elements_per_pixel() const { return length / pixels; }
    /// What pixel p shows: the element under its middle where elements are a pixel or larger, else all that begin in it. Together
    /// the pixels show every element, and none is shown by two pixels that do not lie within it. Precondition: extent >= 1.
    [[nodiscard]] Run indices(int pixel) const;
};

/// How much of the elements under a pixel one coordinate of the processors owns, in parts of most_parts.
struct CoordShare {
    Index coord = 0;
    int parts = 0;
    friend auto operator<=>(CoordShare const&, CoordShare const&) = default;
};
inline constexpr int most_parts = 32; ///< finer differences of colour are not seen

/// Whose the elements under a pixel are: by coordinate, ascending. Parts are rounded, so their sum is about most_parts.
using PixelShares = std::vector<CoordShare>;

/// The pixels of an axis; many of them show the same.
struct SharedAxis {
    std::vector<PixelShares> different; ///< each once
    std::vector<int> of_pixel;          ///< which of them

    [[nodiscard]] PixelShares const& at(int pixel) const {
        return different[static_cast<std::size_t>(of_pixel[static_cast<std::size_t>(pixel)])];
    }
    /// How many of its pixels show elements of several owners, 0 .. 1.
    [[nodiscard]] double mixed() const;
};

/// Consecutive pixels whose elements are all one coordinate's.
struct PixelStretch {
    int begin = 0;
    int end = 0;
    Index coord = 0;
};
[[nodiscard]] std::vector<PixelStretch> pure_stretches(SharedAxis const& axis);

/// The owners of consecutive elements, as share_pixels() counts them. Precondition: there are some.
[[nodiscard]] PixelShares owner_shares(DimMapping const& mapping, Run indices);

/// Exact up to the rounding of the parts where at most 64 owners alternate under a pixel, or the dimension has at most 64
/// coordinates; else from 64 elements spread over the pixel. Cost: the pixels, times that. Precondition: extent >= 1.
[[nodiscard]] SharedAxis share_pixels(DimMapping const& mapping, PixelAxis const& axis);

} // namespace tessera
