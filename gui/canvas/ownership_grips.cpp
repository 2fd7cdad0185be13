// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts of an ownership picture that can be dragged.
#include "gui/canvas/ownership_grips.hpp"

#include <QFontMetricsF>
#include <QLineF>
#include <algorithm>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr double reachPixels = 4;
constexpr double leastBlockPixels = 8;
constexpr double reachOfBlock = 0.25; // share of a block's size; most of a small block must remain for panning and clicking
constexpr double chipHeight = 18;
constexpr double chipGap = 4;

bool isDraggable(MappingSpec const& spec, int dim) {
    auto const format = format_dim(spec, dim);
    if (!format) return false;
    DistFormat const& words = spec.formats[as_size(*format)];
    return words.info().pattern != FormatPattern::Listed || words.list()->file.empty();
}

struct Candidate {
    Boundary boundary;
    double distance = 0; // in pixels
};

std::optional<Candidate> candidateAt(Mapping const& mapping, int dim, AxisWindow const& window, double pixel) {
    if (!isDraggable(mapping.spec(), dim)) return std::nullopt;
    DimMapping const& owners = mapping.dim(dim);
    double const perElement = window.pixelsPerElement();
    auto const index = boundary_near(owners, window.indexAt(pixel), reachPixels / perElement);
    if (!index) return std::nullopt;
    Index const larger = std::max(owners.segment_at(*index - 1).run.size(), owners.segment_at(*index).run.size());
    double const size = static_cast<double>(larger) * perElement;
    double const distance = std::abs(window.pixelOf(static_cast<double>(*index)) - pixel);
    if (size < leastBlockPixels || distance > reachOfBlock * size) return std::nullopt;
    return Candidate{{dim, *index}, distance};
}

/// Returns the array dimension whose blocks lie along a dimension of the arrangement. Single subscripts of a section use no
/// dimension.
std::optional<int> arrayDimAlong(Mapping const& mapping, int arrangementDim) {
    auto const& onto = mapping.spec().onto;
    int gridDim = 0;
    for (int k = 0; k < arrangementDim; ++k)
        if (onto.empty() || !onto[as_size(k)].scalar) ++gridDim;
    if (!onto.empty() && onto[as_size(arrangementDim)].scalar) return std::nullopt;
    for (int d = 0; d < mapping.dims(); ++d)
        if (mapping.processor_dim(d) == gridDim) return d;
    return std::nullopt;
}

} // namespace

std::vector<Boundary> boundariesAt(MappingView const& mappingView, QPointF point) {
    std::vector<Candidate> found;
    if (auto const column = candidateAt(mappingView.mapping, mappingView.columnDim, mappingView.columns, point.x()))
        found.push_back(*column);
    if (mappingView.rowDim)
        if (auto const row = candidateAt(mappingView.mapping, *mappingView.rowDim, mappingView.rows, point.y()))
            found.push_back(*row);
    std::ranges::sort(found, {}, &Candidate::distance);
    std::vector<Boundary> boundaries;
    for (Candidate const& each : found) boundaries.push_back(each.boundary);
    return boundaries;
}

QLineF boundaryLine(MappingView const& mappingView, Boundary const& boundary) {
    auto const place = static_cast<double>(boundary.index);
    if (boundary.dim == mappingView.columnDim) {
        double const x = std::round(mappingView.columns.pixelOf(place));
        return {x, 0, x, mappingView.rows.pixels};
    }
    double const y = std::round(mappingView.rows.pixelOf(place));
    return {0, y, mappingView.columns.pixels, y};
}

Index dropPlace(MappingView const& mappingView, Boundary const& boundary, QPointF point) {
    bool const across = boundary.dim == mappingView.columnDim;
    double const place = across ? mappingView.columns.indexAt(point.x()) : mappingView.rows.indexAt(point.y());
    Run const range = drop_range(mappingView.mapping, boundary);
    return std::clamp(static_cast<Index>(std::llround(place)), range.begin, range.end - 1);
}

GridChips gridChips(MappingView const& mappingView, double right, double top) {
    Processors const& processors = mappingView.mapping.spec().processors;
    GridChips all{QString::fromStdString(processors.name), {}, {}};
    QFontMetricsF const metrics(pictureFont(12));
    double x = right;
    for (int k = static_cast<int>(processors.extents.size()) - 1; k >= 0; --k) {
        GridChip chip{k, processors.extents[as_size(k)], {}, {}};
        auto const dim = arrayDimAlong(mappingView.mapping, k);
        QString const arrow = !dim                           ? QString()
                              : dim == mappingView.columnDim ? QStringLiteral("\u2194 ")
                              : dim == mappingView.rowDim    ? QStringLiteral("\u2195 ")
                                                             : QString();
        chip.text = arrow + QString::number(chip.count);
        double const width = std::ceil(metrics.horizontalAdvance(chip.text)) + 12;
        chip.box = QRectF(x - width, top, width, chipHeight);
        x -= width + chipGap;
        all.chips.insert(all.chips.begin(), std::move(chip));
    }
    all.nameAt = QPointF(x - metrics.horizontalAdvance(all.name) - 2, top + chipHeight - 4.5);
    return all;
}

Index draggedCount(Index count, double pixels) {
    constexpr double perStep = 14;
    constexpr double quickening = 8; // number of steps from which on each counts at least twice
    double const steps = pixels / perStep;
    double const change = steps * (1 + (steps / quickening) * (steps / quickening));
    return std::max<Index>(count + static_cast<Index>(std::llround(change)), 1);
}

} // namespace tessera::gui
