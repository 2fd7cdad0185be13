// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shards as boxes.
#include "libcore/scene/ownership/shard_boxes.hpp"

#include "libcore/scene/palette.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <numeric>

namespace tessera {
namespace {

constexpr std::size_t most_bands = 32;   // limit for rows and for columns
constexpr std::size_t most_named = 8;    // ranks named in one box
constexpr int widest_picture = 64;       // in columns
constexpr int tallest_picture = 16;      // in lines, unless there are more boxes
constexpr double lines_per_column = 0.5; // a character is twice as high as wide

/// Consecutive indices of a dimension that have the same owner.
struct Band {
    Index first = 0; ///< 0-based, in the array
    Index count = 0;
};

/// Returns nothing if there are too many bands.
std::optional<std::vector<Band>> bands_of(DimMapping const& dim, CopyMap::Range const& range) {
    DimMapping const drawn = dim.preimage(range.start, range.step, range.count);
    std::vector<Band> bands;
    std::optional<Index> owner;
    for (Index x = 0; x < range.count;) {
        auto const segment = drawn.segment_at(x);
        if (owner == segment.owner)
            bands.back().count += segment.run.end - x;
        else
            bands.push_back({range.start + x * range.step, segment.run.end - x});
        owner = segment.owner;
        x = segment.run.end;
        if (bands.size() > most_bands) return std::nullopt;
    }
    return bands;
}

std::string ranks_text(std::vector<Rank> ranks) {
    std::ranges::sort(ranks);
    bool const more = ranks.size() > most_named;
    if (more) ranks.resize(most_named);
    return fmt::format("{}{}", fmt::join(ranks, ","), more ? ",..." : "");
}

/// Divides `total` among the bands by their counts, with at least `least` for each.
std::vector<int> shared_out(std::vector<Band> const& bands, int total, std::vector<int> const& least) {
    Index all = 0;
    for (Band const& band : bands) all += band.count;
    std::vector<int> sizes;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        double const share = static_cast<double>(bands[i].count) / static_cast<double>(std::max<Index>(all, 1));
        sizes.push_back(std::max(least[i], static_cast<int>(std::lround(share * total))));
    }
    return sizes;
}

/// Returns a line such as "├────┼────┤" from its three corners.
std::string rule(std::vector<int> const& widths, std::string_view left, std::string_view middle, std::string_view right) {
    std::string text(left);
    for (std::size_t i = 0; i < widths.size(); ++i) {
        for (int column = 0; column < widths[i]; ++column) text += "─";
        text += i + 1 < widths.size() ? middle : right;
    }
    return text;
}

/// The boxes, before their sizes are known.
class BoxPainter {
  public:
    BoxPainter(Mapping const& mapping, OwnershipView const& view, std::vector<Band> rows, std::vector<Band> columns)
        : one_line_(!view.row_dim), rows_(std::move(rows)), columns_(std::move(columns)) {
        for (Band const& row : rows_) {
            auto& line = holders_.emplace_back();
            for (Band const& column : columns_) {
                Extents index = view.fixed;
                if (view.row_dim) index[as_size(*view.row_dim)] = row.first;
                index[as_size(view.column_dim)] = column.first;
                auto& ranks = line.emplace_back();
                for (Owner const& owner : mapping.owners(index))
                    if (!view.only || owner.rank == *view.only) ranks.push_back(owner.rank);
            }
        }
    }

    /// Returns nothing if the boxes are wider than `width`.
    [[nodiscard]] std::optional<TextPicture> paint(int width, ColorDepth depth) {
        std::vector<int> least;
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            std::size_t widest = 1;
            for (auto const& line : holders_) widest = std::max(widest, ranks_text(line[column]).size());
            least.push_back(static_cast<int>(widest) + 2);
        }
        int const borders = static_cast<int>(columns_.size()) + 1;
        widths_ = shared_out(columns_, std::min(width, widest_picture) - borders, least);
        if (total(widths_) + borders > width) widths_ = least;
        if (total(widths_) + borders > width) return std::nullopt;
        heights_ = one_line_ ? std::vector{1} : shared_out(rows_, picture_height(), std::vector<int>(rows_.size(), 1));
        return boxes(depth);
    }

  private:
    static int total(std::vector<int> const& sizes) { return std::accumulate(sizes.begin(), sizes.end(), 0); }

    /// Returns the height in proportion to the array's shape.
    [[nodiscard]] int picture_height() const {
        Index rows = 0;
        Index columns = 0;
        for (Band const& band : rows_) rows += band.count;
        for (Band const& band : columns_) columns += band.count;
        double const lines =
            lines_per_column * total(widths_) * static_cast<double>(rows) / static_cast<double>(std::max<Index>(columns, 1));
        return static_cast<int>(std::clamp(lines, 1.0, static_cast<double>(tallest_picture)));
    }

    [[nodiscard]] TextPicture boxes(ColorDepth depth) const {
        TextPicture picture;
        int const width = total(widths_) + static_cast<int>(widths_.size()) + 1;
        picture.lines.push_back({rule(widths_, "┌", "┬", "┐"), width});
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (row > 0) picture.lines.push_back({rule(widths_, "├", "┼", "┤"), width});
            for (int line = 0; line < heights_[row]; ++line)
                picture.lines.push_back({line_text(row, line == (heights_[row] - 1) / 2, depth), width});
        }
        picture.lines.push_back({rule(widths_, "└", "┴", "┘"), width});
        return picture;
    }

    [[nodiscard]] std::string line_text(std::size_t row, bool named, ColorDepth depth) const {
        std::string text = "│";
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            auto const& ranks = holders_[row][column];
            std::string const words = fmt::format("{:^{}}", named ? ranks_text(ranks) : "", widths_[column]);
            text += ranks.empty() ? words : painted(words, rank_color(std::ranges::min(ranks)), depth);
            text += "│";
        }
        return text;
    }

    bool one_line_; // true: an array of one dimension
    std::vector<Band> rows_;
    std::vector<Band> columns_;
    std::vector<std::vector<std::vector<Rank>>> holders_; // holders for each band of rows and of columns
    std::vector<int> widths_;
    std::vector<int> heights_;
};

} // namespace

Result<TextPicture> shard_boxes(Mapping const& mapping, OwnershipView const& view, int width, ColorDepth depth) {
    auto rows = view.row_dim ? bands_of(mapping.dim(*view.row_dim), view.rows) : std::vector{Band{0, 1}};
    auto columns = bands_of(mapping.dim(view.column_dim), view.columns);
    if (rows && columns && (rows->empty() || columns->empty())) return fail("there is no element to draw");
    if (rows && columns)
        if (auto picture = BoxPainter(mapping, view, *std::move(rows), *std::move(columns)).paint(width, depth))
            return *std::move(picture);
    return fail("the shards lie in more pieces than have room here; draw them element by element, without --view shards, or a part "
                "of them, with --section");
}

} // namespace tessera
