// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a layout of controls in rows, with as many rows as needed.
#include "gui/panels/wrap_layout.hpp"

#include <QWidget>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr int betweenControls = 6; // pixels
constexpr int betweenLines = 2;

bool grows(QLayoutItem const& item) {
    return item.expandingDirections().testFlag(Qt::Horizontal);
}

} // namespace

WrapLayout::WrapLayout(QWidget* parent) : QLayout(parent) {
    setSpacing(betweenControls);
}

WrapLayout::~WrapLayout() = default;

void WrapLayout::addItem(QLayoutItem* item) {
    items_.emplace_back(item);
}

int WrapLayout::count() const {
    return static_cast<int>(items_.size());
}

QLayoutItem* WrapLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)].get() : nullptr;
}

QLayoutItem* WrapLayout::takeAt(int index) {
    if (!itemAt(index)) return nullptr;
    QLayoutItem* const taken = items_[static_cast<std::size_t>(index)].release();
    items_.erase(items_.begin() + index);
    return taken;
}

QSize WrapLayout::sizeHint() const {
    int width = 0;
    for (auto const& item : items_)
        if (!item->isEmpty()) width += item->sizeHint().width() + (width > 0 ? spacing() : 0);
    QMargins const around = contentsMargins();
    width += around.left() + around.right();
    return {width, heightForWidth(width)};
}

QSize WrapLayout::minimumSize() const {
    QSize least;
    for (auto const& item : items_)
        if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
    return least.grownBy(contentsMargins());
}

std::vector<WrapLayout::Line> WrapLayout::linesOf(int width) const {
    std::vector<Line> lines;
    for (auto const& item : items_) {
        if (item->isEmpty()) continue;
        QSize const wanted = item->sizeHint();
        bool const fits = !lines.empty() && lines.back().width + spacing() + wanted.width() <= width;
        if (!fits) lines.emplace_back();
        Line& line = lines.back();
        line.width += wanted.width() + (line.items.empty() ? 0 : spacing());
        line.height = std::max(line.height, wanted.height());
        line.items.push_back(item.get());
    }
    return lines;
}

int WrapLayout::heightForWidth(int width) const {
    QMargins const around = contentsMargins();
    int height = around.top() + around.bottom() - betweenLines;
    for (Line const& line : linesOf(width - around.left() - around.right())) height += line.height + betweenLines;
    return std::max(height, 0);
}

void WrapLayout::place(Line const& line, QRect const& room) const {
    auto growing = static_cast<int>(std::ranges::count_if(line.items, [](QLayoutItem const* item) { return grows(*item); }));
    int left = std::max(room.width() - line.width, 0);
    int x = room.left();
    for (QLayoutItem* const item : line.items) {
        int const more = grows(*item) ? left / std::max(growing, 1) : 0;
        if (grows(*item)) left -= more, --growing;
        QSize const size(std::min(item->sizeHint().width(), room.width()) + more, item->sizeHint().height());
        item->setGeometry(QRect(QPoint(x, room.top() + (line.height - size.height()) / 2), size));
        x += size.width() + spacing();
    }
}

void WrapLayout::setGeometry(QRect const& place) {
    QLayout::setGeometry(place);
    QRect const room = place.marginsRemoved(contentsMargins());
    int y = room.top();
    for (Line const& line : linesOf(room.width())) {
        this->place(line, QRect(room.left(), y, room.width(), line.height));
        y += line.height + betweenLines;
    }
}

} // namespace tessera::gui
