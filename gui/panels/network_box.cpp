// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the choice of a network, with thumbnails.
#include "gui/panels/network_box.hpp"

#include "libcore/network/topology.hpp"

#include <QAbstractItemView>
#include <QEvent>
#include <QLineEdit>
#include <QPainter>
#include <QSignalBlocker>
#include <array>
#include <bit>
#include <cmath>

namespace tessera::gui {
namespace {

constexpr QSize thumbnailSize(64, 48);
constexpr double thumbnailMargin = 5;
constexpr double nodeRadius = 2.2;
constexpr double openEnd = 5;      // length of the stub of a link that wraps around
constexpr int leastShownText = 18; // in letters

/// A kind of network, with an example that is small enough for a clear picture.
struct NetworkKind {
    char const* name;
    char const* drawn;
    char const* about;
};
constexpr std::array networkKinds{
    NetworkKind{"crossbar", "crossbar(6)",
                QT_TRANSLATE_NOOP("NetworkBox", "one switch; messages share only the ports of the ranks")},
    NetworkKind{"bus", "bus(6)", QT_TRANSLATE_NOOP("NetworkBox", "one line that all messages share")},
    NetworkKind{"mesh", "mesh(3,4)", QT_TRANSLATE_NOOP("NetworkBox", "a grid; each node has links to its neighbours")},
    NetworkKind{"torus", "torus(3,4)", QT_TRANSLATE_NOOP("NetworkBox", "a grid whose opposite edges are linked")},
    NetworkKind{"hypercube", "hypercube(3)", QT_TRANSLATE_NOOP("NetworkBox", "nodes whose numbers differ in one bit have a link")},
    NetworkKind{"fattree", "fattree(2,3)", QT_TRANSLATE_NOOP("NetworkBox", "a tree of switches with more links towards the root")},
};

/// Returns the sides of the most even grid with exactly this number of nodes.
std::pair<int, int> gridOf(int ranks) {
    int rows = static_cast<int>(std::sqrt(ranks));
    while (rows > 1 && ranks % rows != 0) --rows;
    return {std::max(rows, 1), ranks / std::max(rows, 1)};
}

QString typed(QLatin1String kind, int ranks) {
    auto const [rows, columns] = gridOf(ranks);
    if (kind == QLatin1String("mesh") || kind == QLatin1String("torus"))
        return QStringLiteral("%1(%2,%3)").arg(kind).arg(rows).arg(columns);
    auto const bits = static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1)));
    if (kind == QLatin1String("hypercube")) return QStringLiteral("hypercube(%1)").arg(bits);
    if (kind == QLatin1String("fattree")) return QStringLiteral("fattree(4,%1)").arg(std::max((bits + 1) / 2, 1));
    return QStringLiteral("%1(%2)").arg(kind).arg(ranks);
}

/// The positions of a topology in a picture.
class ThumbnailLayout {
  public:
    ThumbnailLayout(Topology const& topology, QSize size) : topology_(topology) {
        for (int vertex = 0; vertex < topology.vertices(); ++vertex)
            box_ |= QRectF(at(vertex) - QPointF(0.01, 0.01), QSizeF(0.02, 0.02));
        QSizeF const room(size.width() - 2 * thumbnailMargin, size.height() - 2 * thumbnailMargin);
        scale_ = std::min(room.width() / box_.width(), room.height() / box_.height());
        middle_ = QPointF(size.width() / 2.0, size.height() / 2.0);
    }
    [[nodiscard]] QPointF operator()(int vertex) const { return middle_ + (at(vertex) - box_.center()) * scale_; }

  private:
    [[nodiscard]] QPointF at(int vertex) const { return {topology_.place(vertex).x, topology_.place(vertex).y}; }

    Topology const& topology_;
    QRectF box_;
    double scale_ = 1;
    QPointF middle_;
};

} // namespace

QStringList networksFor(int ranks) {
    QStringList networks;
    for (NetworkKind const& kind : networkKinds) {
        QString const name = typed(QLatin1String(kind.name), std::max(ranks, 1));
        auto const made = make_topology(name.toStdString());
        networks << (made && (*made)->nodes() >= ranks ? name : QString()); // in the order of the kinds
    }
    return networks;
}

QPixmap networkThumbnail(Topology const& topology, QSize size, double scale, QPalette const& palette) {
    QPixmap pixmap(size * scale);
    pixmap.setDevicePixelRatio(scale);
    pixmap.fill(palette.color(QPalette::Base));
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    ThumbnailLayout const place(topology, size);
    QColor line = palette.color(QPalette::Text);
    line.setAlphaF(0.55F);
    painter.setPen(QPen(line, 1));
    auto const links = topology.links();
    std::vector<char> linked(as_size(topology.vertices()), 0);
    for (std::size_t i = 0; i < links.size(); ++i) {
        linked[as_size(links[i].from)] = linked[as_size(links[i].to)] = 1;
        QPointF const from = place(links[i].from);
        QPointF const to = place(links[i].to);
        QPointF const stub = openEnd * (from - to) / std::max(QLineF(from, to).length(), 1.0);
        if (topology.wraps(static_cast<int>(i)))
            painter.drawLine(from, from + stub); // the link comes back at the opposite edge
        else
            painter.drawLine(from, to);
    }
    for (int vertex = 0; vertex < topology.vertices(); ++vertex) {
        bool const isNode = vertex < topology.nodes();
        // Nodes without links of their own are connected to the shared line.
        if (isNode && !linked[as_size(vertex)] && !links.empty())
            painter.drawLine(place(vertex), QPointF(place(vertex).x(), place(links.front().from).y()));
        if (isNode || linked[as_size(vertex)] == 0) continue;
        painter.fillRect(QRectF(place(vertex) - QPointF(2, 2), QSizeF(4, 4)), palette.color(QPalette::PlaceholderText));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(palette.color(QPalette::Highlight));
    for (int node = 0; node < topology.nodes(); ++node) painter.drawEllipse(place(node), nodeRadius, nodeRadius);
    return pixmap;
}

NetworkBox::NetworkBox(QWidget* parent) : QComboBox(parent) {
    setEditable(true);
    setInsertPolicy(NoInsert);
    setCompleter(nullptr);
    view()->setIconSize(thumbnailSize); // icons are only in the list, so that the line is not higher than others
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(leastShownText);
}

void NetworkBox::offer(int ranks) {
    if (ranks == ranks_) return;
    ranks_ = ranks;
    fill();
}

void NetworkBox::fill() {
    QString const text = currentText();
    QSignalBlocker const quiet(this);
    clear();
    QStringList const networks = networksFor(ranks_);
    for (std::size_t i = 0; i < networkKinds.size(); ++i) {
        QString const& name = networks[static_cast<qsizetype>(i)];
        auto const drawn = make_topology(networkKinds[i].drawn);
        if (name.isEmpty() || !drawn) continue;
        addItem(QIcon(networkThumbnail(**drawn, thumbnailSize, devicePixelRatioF(), palette())), name);
        setItemData(count() - 1, tr(networkKinds[i].about), Qt::ToolTipRole);
    }
    setCurrentIndex(-1);
    setEditText(text);
}

void NetworkBox::changeEvent(QEvent* event) {
    QComboBox::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && ranks_ > 0) fill();
}

} // namespace tessera::gui
