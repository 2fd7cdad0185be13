// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the painter of the visible part of an array, pixel by pixel.
#include "gui/canvas/ownership_painter.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/scene/palette.hpp"

#include <QFontMetricsF>
#include <QImage>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <span>

namespace tessera::gui {
namespace {

constexpr double leastGridCell = 7;  // pixels per element from which grid lines are drawn
constexpr double leastLabelled = 8;  // pixels per block from which a number is drawn
constexpr double leastHatched = 12;  // pixels
constexpr double stripeWidth = 6;    // for one copy of a matrix
constexpr int mostGhosts = 48;       // lines per direction
constexpr double halfNumber = 6;     // pixels
constexpr int hatchInk = 70;         // opacity, 0 .. 255
constexpr int fading = 205;          // opacity, 0 .. 255, over elements that are not highlighted
constexpr double faintestShare = 25; // opacity, 0 .. 255; keeps one element of a million visible

/// The first ranks have plain colours, the next ones the same colours with a hatch pattern, and so on. After the last pattern only
/// their numbers distinguish them.
constexpr std::array hatches{Qt::NoBrush,    Qt::BDiagPattern,     Qt::HorPattern,   Qt::FDiagPattern,
                             Qt::VerPattern, Qt::DiagCrossPattern, Qt::CrossPattern, Qt::Dense6Pattern};

PixelAxis pixelAxis(AxisWindow const& window, double scale) {
    auto const pixels = std::max(static_cast<int>(std::lround(window.pixels * scale)), 1);
    return {.extent = window.extent, .start = window.start, .length = window.length, .pixels = pixels};
}

/// Returns, for each pixel of an axis, the share of its elements that lie in a set.
std::vector<double> sharesOf(PixelAxis const& axis, PeriodicSet const* set) {
    std::vector<double> shares;
    for (int pixel = 0; pixel < axis.pixels; ++pixel) {
        Run const indices = axis.indices(pixel);
        shares.push_back(set ? static_cast<double>(set->count_in(indices)) / static_cast<double>(indices.size()) : 1);
    }
    return shares;
}

/// Returns "0, 4, 8", or "0, 4, ... (40)".
QString namesOf(std::vector<Rank> const& ranks, Index copies) {
    QStringList names;
    for (Rank const rank : ranks) names << QString::number(rank);
    if (copies <= std::ssize(ranks)) return names.join(QStringLiteral(", "));
    return QStringLiteral("%1, %2, ... (%3)").arg(names[0], names[1]).arg(copies);
}

class Painter {
  public:
    Painter(QPainter& painter, MappingView const& mappingView, OwnershipRaster const& raster, Theme theme)
        : painter_(painter), mappingView_(mappingView), raster_(raster), theme_(theme),
          scale_(painter.device()->devicePixelRatioF()), digits_(QString::number(mappingView.mapping.grid().max_rank()).size()) {}

    void run() {
        paintPixels();
        if (!mappingView_.highlights.empty()) paintHighlights();
        paintLines(mappingView_.columns, Qt::Vertical);
        if (mappingView_.rowDim) paintLines(mappingView_.rows, Qt::Horizontal);
        if (mappingView_.ghost) paintGhost();
        if (raster_.colors() == OwnerColors::Ranks) paintNumbers(); // last, so that no line crosses the numbers
        if (mappingView_.element) frame(*mappingView_.element);
    }

  private:
    [[nodiscard]] QImage blankImage(QImage::Format format) const {
        QImage image(raster_.view().columns.pixels, raster_.view().rows.pixels, format);
        image.setDevicePixelRatio(scale_);
        return image;
    }

    void paintPixels() {
        QImage image = blankImage(QImage::Format_RGB32);
        auto const width = as_size(image.width());
        std::uint32_t const* above = nullptr;
        for (int y = 0; y < image.height(); ++y) {
            auto* const line = reinterpret_cast<std::uint32_t*>(image.scanLine(y));
            if (raster_.repeats(y))
                std::copy_n(above, width, line);
            else
                raster_.line(y, {line, width});
            above = line;
        }
        painter_.drawImage(QPointF(0, 0), image);
    }

    [[nodiscard]] QRectF rectOf(PixelRun const& row, PixelRun const& column) const {
        return {QPointF(column.begin, row.begin) / scale_, QPointF(column.end, row.end) / scale_};
    }

    /// A run of pixels, and the length that decides about its number. Equal blocks differ by a pixel after rounding; the decision
    /// takes the smaller one for all of them.
    struct NumberedRun {
        PixelRun run;
        double length = 0;
    };

    /// Returns the runs of pixels that are long enough for a number.
    [[nodiscard]] std::vector<NumberedRun> numbered(std::vector<PixelRun> const& runs) const {
        std::set<int> lengths;
        for (PixelRun const& run : runs) lengths.insert(run.end - run.begin);
        std::vector<NumberedRun> roomy;
        for (PixelRun const& run : runs) {
            int const length = run.end - run.begin;
            double const even = (lengths.contains(length - 1) ? length - 1 : length) / scale_;
            if (even >= leastLabelled) roomy.push_back({run, even});
        }
        return roomy;
    }

    void paintNumbers() {
        auto const columns = numbered(raster_.column_runs());
        for (NumberedRun const& row : numbered(raster_.row_runs()))
            for (NumberedRun const& column : columns) paintNames(row.run, column.run, {column.length, row.length});
    }

    /// Returns whether a block keeps its number. Faded blocks do not, because the number would be as legible as that of a
    /// highlighted block. Partly faded blocks do not either.
    [[nodiscard]] bool isLit(PixelRun const& row, PixelRun const& column, std::size_t copy) const {
        auto const inTheMiddle = [this](std::vector<double> const& shares, PixelRun const& stretch) {
            double least = 1;
            for (double const aside : {-halfNumber, 0.0, halfNumber}) {
                auto const pixel = (stretch.begin + stretch.end) / 2 + static_cast<int>(std::lround(aside * scale_));
                least = std::min(least, shares[as_size(std::clamp(pixel, stretch.begin, stretch.end - 1))]);
            }
            return least;
        };
        auto const reaches = [&](Lit const& lit) {
            return (!lit.copy || as_size(*lit.copy) == copy) && inTheMiddle(lit.down, row) * inTheMiddle(lit.across, column) > 0;
        };
        return mappingView_.highlights.empty() || std::ranges::any_of(lit_, reaches);
    }

    /// Paints the number of a single owner in the middle of its block; for several owners in their lanes, or side by side over
    /// their stripes. `room`: the size that decides whether the text fits.
    void paintNames(PixelRun const& row, PixelRun const& column, QSizeF room) {
        std::vector<Rank> const ranks = raster_.holders(row.coord, column.coord);
        QRectF const block = rectOf(row, column);
        std::vector<char> lit;
        for (std::size_t copy = 0; copy < ranks.size(); ++copy) lit.push_back(isLit(row, column, copy) ? 1 : 0);
        if (std::ranges::count(lit, 1) == 0) return;
        painter_.setPen(Qt::NoPen);
        if (ranks.size() == 1) {
            hatch(ranks[0], block);
            return label(QString::number(ranks[0]), rank_color(ranks[0]), block, room);
        }
        if (mappingView_.rowDim) return labelOnPaper(namesOf(ranks, mappingView_.mapping.replicas()), block, room);
        double const lane = block.height() / static_cast<double>(ranks.size());
        room.setHeight(room.height() / static_cast<double>(ranks.size()));
        for (std::size_t i = 0; i < ranks.size(); ++i) {
            if (lit[i] == 0) continue;
            QRectF const part(block.left(), block.top() + lane * static_cast<double>(i), block.width(), lane);
            hatch(ranks[i], part);
            label(QString::number(ranks[i]), rank_color(ranks[i]), part, room);
        }
    }

    /// Distinguishes ranks that have the same colour.
    void hatch(Rank rank, QRectF const& rect) {
        auto const round = std::min(as_size(rank) / palette_size, hatches.size() - 1);
        if (round == 0 || std::min(rect.width(), rect.height()) < leastHatched) return;
        Color const color = text_color_on(rank_color(rank));
        painter_.fillRect(rect, QBrush(QColor(color.red, color.green, color.blue, hatchInk), hatches[round]));
    }

    /// Returns the font size that fits into a block; 0 if none does. A number gets the room of the longest one in the picture, so
    /// that either all equal blocks have their number or none.
    [[nodiscard]] double letterSize(QString const& text, QSizeF room) const {
        auto const letters = static_cast<double>(std::max(text.size(), digits_));
        double const size = std::min({13.0, room.height() - 3, (room.width() - 2) / (0.64 * letters)});
        return size < 8 ? 0 : size;
    }

    /// Returns the rectangle around a text in the middle of a block, in the current font.
    [[nodiscard]] QRectF roomOf(QString const& text, double size, QRectF const& block) const {
        QRectF room(QPointF(), QSizeF(QFontMetricsF(painter_.font()).horizontalAdvance(text) + 6, size + 4));
        room.moveCenter(block.center());
        return room;
    }

    void label(QString const& text, Color ground, QRectF const& rect, QSizeF room) {
        double const size = letterSize(text, room);
        if (size == 0) return;
        Color const color = text_color_on(ground);
        painter_.setFont(pictureFont(size));
        if (mappingView_.ghost) painter_.fillRect(roomOf(text, size, rect), QColor(ground.red, ground.green, ground.blue));
        painter_.setPen(QColor(color.red, color.green, color.blue));
        painter_.drawText(rect, Qt::AlignCenter, text);
    }

    /// Paints a label on a paper-coloured background, readable on stripes of any colour.
    void labelOnPaper(QString const& text, QRectF const& rect, QSizeF room) {
        double const size = letterSize(text, room);
        if (size == 0) return;
        painter_.setFont(pictureFont(size));
        QRectF const chip = roomOf(text, size, rect);
        painter_.fillRect(chip, theme_.color(white));
        painter_.setPen(theme_.color(ink));
        painter_.drawText(chip, Qt::AlignCenter, text);
    }

    /// Paints grid lines between single elements; larger cells have none.
    void paintLines(AxisWindow const& window, Qt::Orientation orientation) {
        if (window.pixelsPerElement() < leastGridCell) return;
        painter_.setPen(QPen(QColor(127, 127, 127, 70), 1));
        Run const seen = window.visible();
        for (Index index = seen.begin + 1; index < seen.end; ++index) {
            double const at = std::round(window.pixelOf(static_cast<double>(index)));
            if (orientation == Qt::Vertical)
                painter_.drawLine(QPointF(at, 0), QPointF(at, mappingView_.rows.pixels));
            else
                painter_.drawLine(QPointF(0, at), QPointF(mappingView_.columns.pixels, at));
        }
    }

    [[nodiscard]] bool reachesSlice(BoxSet const& box) const {
        for (int d = 0; d < mappingView_.mapping.dims(); ++d)
            if (d != mappingView_.columnDim && d != mappingView_.rowDim &&
                !box.dims()[as_size(d)].contains(mappingView_.fixed[as_size(d)]))
                return false;
        return true;
    }

    void paintHighlights() {
        Color const paper = theme_.paper();
        painter_.fillRect(QRectF(0, 0, mappingView_.columns.pixels, mappingView_.rows.pixels),
                          QColor(paper.red, paper.green, paper.blue, fading));
        for (Highlight const& highlight : mappingView_.highlights) {
            bool const ofThisArray = std::ssize(highlight.box.dims()) == mappingView_.mapping.dims();
            if (ofThisArray && !highlight.box.empty() && reachesSlice(highlight.box)) paintHighlight(highlight);
        }
    }

    /// Returns the highlighted copy, if copies are drawn separately. If there are more copies than lanes, highlights all lanes for
    /// a copy without a lane.
    [[nodiscard]] std::optional<Index> drawnCopy(Highlight const& highlight) const {
        return raster_.lanes() > 1 && highlight.copy < raster_.lanes() ? highlight.copy : std::nullopt;
    }

    /// The highlight of a pixel is as strong as the share of its elements in the set.
    void paintHighlight(Highlight const& highlight) {
        auto const setOf = [&](int dim) { return &highlight.box.dims()[as_size(dim)]; };
        lit_.push_back({sharesOf(raster_.view().rows, mappingView_.rowDim ? setOf(*mappingView_.rowDim) : nullptr),
                        sharesOf(raster_.view().columns, setOf(mappingView_.columnDim)), drawnCopy(highlight)});
        auto const& [down, across, copy] = lit_.back();
        QImage image = blankImage(QImage::Format_ARGB32);
        QRgb const color = qRgb(highlight.color.red, highlight.color.green, highlight.color.blue) & RGB_MASK;
        for (int y = 0; y < image.height(); ++y) {
            auto* const line = reinterpret_cast<QRgb*>(image.scanLine(y));
            for (int x = 0; x < image.width(); ++x) {
                bool const itsLane = !copy || raster_.lane_at(x, y) == *copy;
                double const share = itsLane ? down[as_size(y)] * across[as_size(x)] : 0;
                auto const alpha = share > 0 ? static_cast<QRgb>(faintestShare + (255 - faintestShare) * share) : 0U;
                line[x] = alpha << 24U | color;
            }
        }
        painter_.drawImage(QPointF(0, 0), image);
    }

    /// Paints the boundaries before the last edit, unless they are too dense to distinguish.
    void paintGhost() {
        OwnershipRaster const ghost(*mappingView_.ghost, raster_.view());
        auto const begins = [](std::vector<PixelRun> const& stretches) {
            std::vector<int> pixels;
            for (PixelRun const& each : stretches) pixels.push_back(each.begin);
            return pixels;
        };
        auto const gone = [&](std::vector<int> then, std::vector<int> const& now) {
            std::erase_if(then, [&](int pixel) { return pixel == 0 || std::ranges::count(now, pixel) > 0; });
            return std::ssize(then) > mostGhosts ? std::vector<int>{} : then;
        };
        for (int const x : gone(begins(ghost.column_runs()), begins(raster_.column_runs())))
            paintGhostLine({x / scale_, 0, x / scale_, mappingView_.rows.pixels});
        if (!mappingView_.rowDim) return;
        for (int const y : gone(begins(ghost.row_runs()), begins(raster_.row_runs())))
            paintGhostLine({0, y / scale_, mappingView_.columns.pixels, y / scale_});
    }

    /// Paints a line that is visible on every colour.
    void paintGhostLine(QLineF const& line) {
        painter_.setPen(QPen(Qt::white, 3));
        painter_.drawLine(line);
        painter_.setPen(QPen(Qt::black, 1.5, Qt::DashLine));
        painter_.drawLine(line);
    }

    void frame(Extents const& element) {
        for (int d = 0; d < mappingView_.mapping.dims(); ++d)
            if (d != mappingView_.columnDim && d != mappingView_.rowDim && element[as_size(d)] != mappingView_.fixed[as_size(d)])
                return;
        auto const stretchOf = [](AxisWindow const& window, Index index) {
            double const begin = window.pixelOf(static_cast<double>(index));
            double const middle = begin + window.pixelsPerElement() / 2;
            double const half = std::max(window.pixelsPerElement() / 2, 5.0);
            return std::pair(middle - half, middle + half);
        };
        auto const [left, right] = stretchOf(mappingView_.columns, element[as_size(mappingView_.columnDim)]);
        auto const [top, bottom] = mappingView_.rowDim ? stretchOf(mappingView_.rows, element[as_size(*mappingView_.rowDim)])
                                                       : std::pair(1.0, mappingView_.rows.pixels - 1);
        QRectF const rect(QPointF(left, top), QPointF(right, bottom));
        painter_.setBrush(Qt::NoBrush);
        painter_.setPen(QPen(Qt::white, 5));
        painter_.drawRect(rect);
        painter_.setPen(QPen(Qt::black, 2));
        painter_.drawRect(rect);
    }

    /// The highlighted share of each row and column of pixels.
    struct Lit {
        std::vector<double> down;
        std::vector<double> across;
        std::optional<Index> copy; // the only highlighted copy; nothing: all copies
    };

    QPainter& painter_;
    MappingView const& mappingView_;
    OwnershipRaster const& raster_;
    Theme theme_;
    double scale_;     // device pixels per pixel of the windows
    qsizetype digits_; // of the longest number of a rank
    std::vector<Lit> lit_;
};

} // namespace

OwnershipRaster rasterOf(MappingView const& mappingView, double scale) {
    RasterView view{mappingView.rowDim,
                    mappingView.columnDim,
                    mappingView.fixed,
                    pixelAxis(mappingView.rows, scale),
                    pixelAxis(mappingView.columns, scale),
                    std::max(static_cast<int>(std::lround(stripeWidth * scale)), 1)};
    bool const placesBeside = mappingView.compared && suiting_colors(*mappingView.compared, view) == OwnerColors::Places;
    return {mappingView.mapping, std::move(view), placesBeside ? std::optional(OwnerColors::Places) : std::nullopt};
}

void paintOwnership(QPainter& painter, MappingView const& mappingView, OwnershipRaster const& raster, QRectF const& area,
                    Theme theme) {
    painter.save();
    painter.setClipRect(area);
    painter.translate(area.topLeft());
    painter.setRenderHint(QPainter::Antialiasing, false);
    Painter(painter, mappingView, raster, theme).run();
    painter.restore();
}

std::vector<Index> tickIndices(AxisWindow const& window, Index lower, double room) {
    auto const step = [&] {
        for (Index power = 1; power < max_extent / 50; power *= 10)
            for (Index const factor : {1, 2, 5})
                if (static_cast<double>(power * factor) * window.pixelsPerElement() >= room) return power * factor;
        return max_extent;
    }();
    std::vector<Index> ticks;
    Run const seen = window.visible();
    for (Index user = ceil_div(seen.begin + lower, step) * step; user < seen.end + lower; user += step)
        ticks.push_back(user - lower);
    return ticks;
}

} // namespace tessera::gui
