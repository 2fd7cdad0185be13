// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the legend of an ownership picture: balance, meaning of a pixel, and colours of the ranks.
#include "gui/canvas/ownership_legend.hpp"

#include "gui/models/numbers.hpp"
#include "libcore/scene/ownership/ownership_balance.hpp"
#include "libcore/scene/palette.hpp"

#include <QFontMetricsF>
#include <algorithm>
#include <utility>

namespace tessera::gui {
namespace {

constexpr double letters = 12;
constexpr double swatchWidth = 16;
constexpr double swatchHeight = 12;
constexpr double swatchGap = 12; // between entries
constexpr double barWidth = 160; // width of the colour bar of positions

QColor plain(Color color) {
    return {color.red, color.green, color.blue};
}

/// The ranks in grid order with their counts. If all counts are equal, a line above gives the count and the entries have numbers
/// only.
class LegendEntries {
  public:
    LegendEntries(QPainter& painter, QRectF const& room)
        : painter_(painter), metrics_(painter.font()), room_(room), x_(room.left()), y_(room.top() + legendLine / 2) {}

    void addRanks(Mapping const& mapping) {
        Index const ranks = mapping.grid().size();
        OwnershipBalance const balance = balance_of(mapping);
        bool const alike = balance.least == balance.most;
        for (Index position = 0; position < ranks; ++position) {
            Rank const rank = mapping.grid().rank(position);
            Index const own = mapping.holds(position) ? mapping.owned_count(position) : 0;
            bool const last = position + 1 == ranks;
            if (!addEntry(rank_color(rank), legendEntry(rank, own, alike), last)) return addText(QStringLiteral("..."));
        }
    }

    /// Adds the colours from the first processor to the last; if two dimensions of the grid are drawn, of its four corners.
    void addPlaces(OwnershipRaster const& raster) {
        Mapping const& mapping = raster.mapping();
        auto const last = [&](int dim) { return mapping.dim(dim).coords() - 1; };
        Index const right = last(raster.view().column_dim);
        Index const bottom = raster.view().row_dim ? last(*raster.view().row_dim) : 0;
        if (right == 0 || bottom == 0) return addBar(raster.holders(0, 0)[0], raster.holders(bottom, right)[0]);
        for (auto const& [row, column] : {std::pair(0, 0), std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)}) {
            Rank const rank = raster.holders(row * bottom, column * right)[0];
            addEntry(place_color(row, column), QStringLiteral("place of rank %1").arg(rank), true);
        }
    }

  private:
    void addText(QString const& text) {
        painter_.drawText(QRectF(x_, y_ - letters, metrics_.horizontalAdvance(text) + 2, 2 * letters), Qt::AlignVCenter, text);
        x_ += metrics_.horizontalAdvance(text) + 6;
    }

    void addBar(Rank first, Rank last) {
        addText(QStringLiteral("place of rank %1").arg(first));
        for (int i = 0; i < static_cast<int>(barWidth); ++i)
            painter_.fillRect(QRectF(x_ + i, y_ - swatchHeight / 2, 1, swatchHeight), plain(place_color(i / (barWidth - 1))));
        x_ += barWidth + 6;
        addText(QStringLiteral("of rank %1").arg(last));
    }

    /// Returns false if the entry does not fit together with what may have to follow on the last line.
    bool addEntry(Color color, QString const& text, bool last) {
        double const width = swatchWidth + 4 + metrics_.horizontalAdvance(text);
        bool const lastLine = y_ + 1.5 * legendLine > room_.bottom();
        double const rest = last || !lastLine ? 0 : swatchGap + metrics_.horizontalAdvance(QStringLiteral("..."));
        if (x_ + width + rest > room_.right()) {
            if (lastLine) return false;
            x_ = room_.left();
            y_ += legendLine;
        }
        painter_.fillRect(QRectF(x_, y_ - swatchHeight / 2, swatchWidth, swatchHeight), plain(color));
        x_ += swatchWidth + 4;
        addText(text);
        x_ += swatchGap - 6;
        return true;
    }

    QPainter& painter_;
    QFontMetricsF metrics_;
    QRectF room_;
    double x_;
    double y_; // middle of the line
};

/// Breaks sentences between words.
QStringList wrappedLines(QStringList const& sentences, double width) {
    QFontMetricsF const metrics(pictureFont(letters));
    QStringList lines;
    for (QString const& sentence : sentences) {
        QString line;
        for (QString const& word : sentence.split(u' ')) {
            QString const longer = line.isEmpty() ? word : line + u' ' + word;
            if (!line.isEmpty() && metrics.horizontalAdvance(longer) > width)
                lines << std::exchange(line, word);
            else
                line = longer;
        }
        lines << line;
    }
    return lines;
}

/// Returns the sentences that do not depend on the visible part of the array.
QStringList balanceLines(Mapping const& mapping) {
    QStringList lines{QString::fromStdString(balance_text(balance_of(mapping)))};
    if (mapping.replicas() > 1) lines << QStringLiteral("every element has %1 copies").arg(mapping.replicas());
    return lines;
}

} // namespace

QString legendEntry(Rank rank, Index elements, bool alike) {
    QString const name = QString::number(rank);
    return alike ? name : QStringLiteral("%1: %2").arg(name, groupedText(elements));
}

double legendHeight(Mapping const& mapping, double width) {
    // Uses the longest possible text for imbalance. The picture must not move while the user drags a boundary.
    OwnershipBalance worst = balance_of(mapping);
    worst.least = worst.most = mapping.volume();
    ++worst.most;
    qsizetype const copies = mapping.replicas() > 1 ? 1 : 0;
    constexpr qsizetype others = 2; // the line for the meaning of a pixel, and a line of ranks
    qsizetype const lines = wrappedLines({QString::fromStdString(balance_text(worst))}, width).size() + copies + others;
    return legendLine * static_cast<double>(lines);
}

QStringList legendLines(OwnershipRaster const& raster) {
    QStringList lines = balanceLines(raster.mapping());
    if (raster.mapping().replicas() > raster.lanes()) lines.back() += QStringLiteral(", %1 of them drawn").arg(raster.lanes());
    if (std::string const caption = raster_caption(raster); !caption.empty()) lines.prepend(QString::fromStdString(caption));
    return lines;
}

void paintOwnershipLegend(QPainter& painter, OwnershipRaster const& raster, QRectF const& room, QPalette const& palette) {
    painter.save();
    painter.setFont(pictureFont(letters));
    painter.setPen(palette.color(QPalette::PlaceholderText));
    QRectF rest = room;
    for (QString const& text : wrappedLines(legendLines(raster), room.width())) {
        painter.drawText(QRectF(rest.left(), rest.top(), rest.width(), legendLine), Qt::AlignVCenter, text);
        rest.setTop(rest.top() + legendLine);
    }
    LegendEntries entries(painter, rest);
    if (raster.colors() == OwnerColors::Ranks)
        entries.addRanks(raster.mapping());
    else
        entries.addPlaces(raster);
    painter.restore();
}

} // namespace tessera::gui
