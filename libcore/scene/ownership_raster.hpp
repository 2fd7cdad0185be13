// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who owns what, pixel by pixel: true to one pixel per element, and blended where elements are smaller.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/owner_colors.hpp"
#include "libcore/scene/pixel_axis.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// The part of an array that is looked at.
struct RasterView {
    std::optional<int> row_dim; ///< downwards; absent: one dimension only, the same on all lines of pixels
    int column_dim = 0;         ///< to the right
    Extents fixed;              ///< one 0-based index per array dimension, used for those that are not drawn
    PixelAxis rows;
    PixelAxis columns;
    int stripe = 6; ///< pixels of one copy, where several ranks hold a matrix
};

/// What suits a mapping in this view: places where too many pixels would be a mixture of many ranks' colours.
[[nodiscard]] OwnerColors suiting_colors(Mapping const& mapping, RasterView const& view);

/// Elements with several copies show all of their owners: a vector in lanes one above the other, a matrix in oblique stripes.
/// Cost: the pixels, never the array.
class OwnershipRaster {
  public:
    /// `colors`: nothing for suiting_colors(). Precondition: the view lies within the array, which has elements.
    OwnershipRaster(Mapping mapping, RasterView view, std::optional<OwnerColors> colors = std::nullopt);

    [[nodiscard]] OwnerColors colors() const { return colors_; }
    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] RasterView const& view() const { return view_; }
    [[nodiscard]] int lanes() const; ///< how many copies of each element are told apart
    /// Which copy a pixel shows.
    [[nodiscard]] int lane_at(int x, int y) const;
    [[nodiscard]] Color color(int x, int y) const;
    /// One line of pixels, each 0xffRRGGBB. Precondition: as many as the view has columns.
    void line(int y, std::span<std::uint32_t> pixels) const;
    /// Is a line the same as the one above it?
    [[nodiscard]] bool repeats(int y) const;

    /// Where pixels belong to one owner, so that there is room for its number.
    [[nodiscard]] std::vector<PixelStretch> row_stretches() const { return pure_stretches(rows_); }
    [[nodiscard]] std::vector<PixelStretch> column_stretches() const { return pure_stretches(columns_); }
    /// The ranks that hold the elements at these coordinates of the two axes: lanes() of them.
    [[nodiscard]] std::vector<Rank> holders(Index row_coord, Index column_coord) const;

  private:
    /// Pixels of one axis that look alike, and how many kinds of them there are.
    struct Kinds {
        int count = 1;
        std::vector<int> of_pixel;
    };

    [[nodiscard]] static Kinds kinds_of_places(SharedAxis const& axis, Index coords);
    void mix_ranks();
    void mix_places();

    Mapping mapping_;
    RasterView view_;
    Extents fixed_coords_; // one per array dimension
    SharedAxis rows_;
    SharedAxis columns_;
    OwnerColors colors_ = OwnerColors::Ranks;
    int lanes_ = 1; // in the table of colours
    Kinds row_kinds_;
    Kinds column_kinds_;
    std::shared_ptr<std::vector<std::uint32_t> const> mixed_; // pixels by kind of row, kind of column and lane
};

/// "1 pixel = 2 x 154 elements: the mean colour of their owners", or nothing where every element has a pixel.
[[nodiscard]] std::string raster_caption(OwnershipRaster const& raster);

} // namespace tessera
