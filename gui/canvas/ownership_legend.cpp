// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands below a picture of ownership: how even it is, what a pixel is, and which rank has which colour.
#include "gui/canvas/ownership_legend.hpp"

#include "libcore/scene/ownership_balance.hpp"
#include "libcore/scene/palette.hpp"

#include <QFontMetricsF>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr double letters = 12;
constexpr double swatchWidth = 16;
constexpr double swatchHeight = 12;
constexpr double swatchGap = 12; // between entries
constexpr double barWidth = 160; // of the colours of places

QColor plain(Color color) {
    return {color.red, color.green, color.blue};
}

/// Ranks in the order of the grid, each with what it holds; where all hold as much, which a line above says, by their numbers
/// alone.
class LegendLine {
  public:
    LegendLine(QPainter& painter, QPointF at, double width)
        : painter_(painter), metrics_(painter.font()), x_(at.x()), y_(at.y()), end_(at.x() + width) {}

    void addRanks(Mapping const& mapping) {
        Index const ranks = mapping.grid().size();
        OwnershipBalance const balance = balance_of(mapping);
        bool const alike = balance.least == balance.most;
        for (Index position = 0; position < ranks; ++position) {
            Rank const rank = mapping.grid().rank(position);
            Index const own = mapping.holds(position) ? mapping.owned_count(position) : 0;
            bool const last = position + 1 == ranks;
            QString const name = QString::number(rank);
            if (!addEntry(rank_color(rank), alike ? name : QStringLiteral("%1: %2").arg(name).arg(own), last))
                return addText(QStringLiteral("..."));
        }
    }

    /// From the first processor to the last; where two dimensions of the grid are drawn, its four corners.
    void addPlaces(OwnershipRaster const& raster) {
        Mapping const& mapping = raster.mapping();
        auto const last = [&](int dim) { return mapping.dim(dim).coords() - 1; };
        Index const right = last(raster.view().column_dim);
        Index const bottom = raster.view().row_dim ? last(*raster.view().row_dim) : 0;
        if (right == 0 || bottom == 0) return addBar(raster.holders(0, 0)[0], raster.holders(bottom, right)[0]);
        for (auto const& [row, column] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)}) {
            Rank const rank = raster.holders(row * bottom, column * right)[0];
            addEntry(place_color(row, column), QStringLiteral("rank %1").arg(rank), true);
        }
    }

  private:
    void addText(QString const& text) {
        painter_.drawText(QRectF(x_, y_ - letters, metrics_.horizontalAdvance(text) + 2, 2 * letters), Qt::AlignVCenter, text);
        x_ += metrics_.horizontalAdvance(text) + 6;
    }

    void addBar(Rank first, Rank last) {
        addText(QStringLiteral("rank %1").arg(first));
        for (int i = 0; i < static_cast<int>(barWidth); ++i)
            painter_.fillRect(QRectF(x_ + i, y_ - swatchHeight / 2, 1, swatchHeight), plain(place_color(i / (barWidth - 1))));
        x_ += barWidth + 6;
        addText(QStringLiteral("rank %1").arg(last));
    }

    /// False where it does not fit, with what may have to follow.
    bool addEntry(Color color, QString const& text, bool last) {
        double const width = swatchWidth + 4 + metrics_.horizontalAdvance(text);
        if (x_ + width + (last ? 0 : swatchGap + metrics_.horizontalAdvance(QStringLiteral("..."))) > end_) return false;
        painter_.fillRect(QRectF(x_, y_ - swatchHeight / 2, swatchWidth, swatchHeight), plain(color));
        x_ += swatchWidth + 4;
        addText(text);
        x_ += swatchGap - 6;
        return true;
    }

    QPainter& painter_;
    QFontMetricsF metrics_;
    double x_;
    double y_; // of the middle
    double end_;
};

} // namespace

QStringList legendLines(OwnershipRaster const& raster) {
    QStringList lines;
    if (std::string const caption = raster_caption(raster); !caption.empty()) lines << QString::fromStdString(caption);
    lines << QString::fromStdString(balance_text(balance_of(raster.mapping())));
    Index const copies = raster.mapping().replicas();
    if (copies > 1) lines << QStringLiteral("every element has %1 copies").arg(copies);
    if (copies > raster.lanes()) lines.back() += QStringLiteral(", %1 of them drawn").arg(raster.lanes());
    return lines;
}

void paintOwnershipLegend(QPainter& painter, OwnershipRaster const& raster, QRectF const& room, QPalette const& palette) {
    painter.save();
    painter.setFont(pictureFont(letters));
    painter.setPen(palette.color(QPalette::PlaceholderText));
    double const line = room.height() / 3;
    QStringList lines = legendLines(raster);
    if (lines.size() > 2) lines = {lines[0], lines.mid(1).join(QStringLiteral("; "))};
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QString const text = painter.fontMetrics().elidedText(lines[i], Qt::ElideRight, static_cast<int>(room.width()));
        painter.drawText(QRectF(room.left(), room.top() + line * static_cast<double>(i), room.width(), line), Qt::AlignVCenter,
                         text);
    }
    LegendLine entries(painter, {room.left(), room.top() + 2.5 * line}, room.width());
    if (raster.colors() == OwnerColors::Ranks)
        entries.addRanks(raster.mapping());
    else
        entries.addPlaces(raster);
    painter.restore();
}

} // namespace tessera::gui
