// SPDX-License-Identifier: BSD-3-Clause
// Tessera: ownership pixel by pixel, exact down to one pixel per element; smaller elements are blended.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/scene/ownership/owner_colors.hpp"
#include "libcore/scene/pixel_axis.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// The visible part of an array.
struct RasterView {
    std::optional<int> row_dim; ///< downwards; absent: one dimension only, the same on all lines of pixels
    int column_dim = 0;         ///< horizontal
    Extents fixed;              ///< one 0-based index per array dimension, used for the dimensions that are not drawn
    PixelAxis rows;
    PixelAxis columns;
    int stripe = 6; ///< width of a stripe in pixels, for a matrix with copies
};

/// Returns the suitable colouring of a mapping in this view: Places if too many pixels would mix the colours of many ranks.
[[nodiscard]] OwnerColors suiting_colors(Mapping const& mapping, RasterView const& view);

/// Elements with several copies show all their owners: a vector in horizontal lanes, a matrix in oblique stripes. Cost: the pixels.
/// It does not depend on the array's size.
class OwnershipRaster {
  public:
    /// `colors`: absent for suiting_colors(). Precondition: the view lies within the array, which has elements.
    OwnershipRaster(Mapping mapping, RasterView view, std::optional<OwnerColors> colors = std::nullopt);

    [[nodiscard]] OwnerColors colors() const { return colors_; }
    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] RasterView const& view() const { return view_; }
    [[nodiscard]] int lanes() const; ///< number of copies of each element that are drawn separately
    /// Returns the copy that a pixel shows.
    [[nodiscard]] int lane_at(int x, int y) const;
    [[nodiscard]] Color color(int x, int y) const;
    /// Fills one line of pixels, each 0xffRRGGBB. Precondition: `pixels` has as many entries as the view has columns.
    void line(int y, std::span<std::uint32_t> pixels) const;
    /// Returns whether a line equals the one above it.
    [[nodiscard]] bool repeats(int y) const;

    /// Return runs of pixels that belong to one owner, where a label with its number fits.
    [[nodiscard]] std::vector<PixelRun> row_runs() const { return pure_runs(rows_); }
    [[nodiscard]] std::vector<PixelRun> column_runs() const { return pure_runs(columns_); }
    /// Returns the ranks that hold the elements at these coordinates of the two axes; there are lanes() of them.
    [[nodiscard]] std::vector<Rank> holders(Index row_coord, Index column_coord) const;

  private:
    /// The pixels of one axis, grouped into kinds of the same appearance.
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
    int lanes_ = 1; // number of lanes in the table of colours
    Kinds row_kinds_;
    Kinds column_kinds_;
    std::shared_ptr<std::vector<std::uint32_t> const> mixed_; // pixels by kind of row, kind of column and lane
};

/// Returns "1 pixel = 2 x 154 elements: the mean colour of their owners", or an empty text if every element has a pixel.
[[nodiscard]] std::string raster_caption(OwnershipRaster const& raster);

} // namespace tessera
