// SPDX-License-Identifier: BSD-3-Clause
// Tessera: colours of elements with several owners.
#include "libcore/scene/ownership/owner_colors.hpp"

#include "libcore/scene/palette.hpp"

#include <cmath>

namespace tessera {
namespace {

/// With a higher share of mixed pixels, the colours of many ranks would look like noise.
constexpr double much_mixed = 0.25;

// Muted colours of the corners of the processor grid, which are no colours of ranks: bluish above, brownish below; light at the
// left, dark at the right.
constexpr Color first_corner{136, 166, 196};
constexpr Color below_corner{196, 166, 136};
constexpr Color right_corner{26, 44, 72};
constexpr Color last_corner{72, 44, 22};

/// A weighted sum of colours.
class ColorSum {
  public:
    void add(Color color, double weight) {
        red_ += weight * color.red;
        green_ += weight * color.green;
        blue_ += weight * color.blue;
        weight_ += weight;
    }
    [[nodiscard]] Color mean() const {
        auto const channel = [this](double sum) { return static_cast<std::uint8_t>(std::lround(sum / weight_)); };
        return {channel(red_), channel(green_), channel(blue_)};
    }

  private:
    double red_ = 0;
    double green_ = 0;
    double blue_ = 0;
    double weight_ = 0;
};

} // namespace

OwnerColors suiting_colors(Index ranks, double mixed) {
    return ranks > static_cast<Index>(palette_size) && mixed > much_mixed ? OwnerColors::Places : OwnerColors::Ranks;
}

Color mean_rank_color(Mapping const& mapping, DrawnDims const& dims, PixelShares const& row, PixelShares const& column, int lane) {
    Extents coords = dims.coords;
    ColorSum sum;
    for (CoordShare const& down : row)
        for (CoordShare const& across : column) {
            if (dims.row) coords[as_size(*dims.row)] = down.coord;
            coords[as_size(dims.column)] = across.coord;
            sum.add(rank_color(mapping.grid().rank(mapping.position_of(coords, lane))), down.parts * across.parts);
        }
    return sum.mean();
}

double mean_place(PixelShares const& shares, Index coords) {
    double sum = 0;
    double parts = 0;
    for (CoordShare const& share : shares) {
        sum += static_cast<double>(share.coord) * share.parts;
        parts += share.parts;
    }
    return coords > 1 ? sum / parts / static_cast<double>(coords - 1) : 0;
}

Color place_color(double place) {
    return blend(first_corner, last_corner, place);
}

Color place_color(double row_place, double column_place) {
    return blend(blend(first_corner, below_corner, row_place), blend(right_corner, last_corner, row_place), column_place);
}

} // namespace tessera
