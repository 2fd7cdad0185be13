// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table header with space for a button at its right end.
#include "gui/panels/table_header.hpp"

#include <QPainter>
#include <QStyleOption>

namespace tessera::gui {

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent), button_(new QToolButton(this)) {
    setSectionsClickable(true);
    setHighlightSections(true);
    button_->setAutoRaise(true);
    button_->setFocusPolicy(Qt::TabFocus);
}

QRect TableHeader::besideButton(QRect rect) const {
    if (rect.right() >= button_->x() && rect.left() < button_->geometry().right()) rect.setRight(button_->x() - 1);
    return rect;
}

QRect TableHeader::roomOf(int column) const {
    return besideButton(QRect(sectionViewportPosition(column), 0, sectionSize(column), height()));
}

void TableHeader::paintSection(QPainter* painter, QRect const& rect, int column) const {
    QRect const room = besideButton(rect);
    if (room.isValid()) QHeaderView::paintSection(painter, room, column);
    if (room == rect) return;
    QStyleOption empty;
    empty.initFrom(this);
    empty.rect = QRect(QPoint(std::max(room.right() + 1, rect.left()), rect.top()), rect.bottomRight());
    style()->drawControl(QStyle::CE_HeaderEmptyArea, &empty, painter, this);
}

QSize TableHeader::sectionSizeFromContents(int column) const {
    QSize size = QHeaderView::sectionSizeFromContents(column);
    if (visualIndex(column) == count() - 1) size.rwidth() += button_->sizeHint().width();
    return size;
}

void TableHeader::resizeEvent(QResizeEvent* event) {
    QHeaderView::resizeEvent(event);
    QSize const size(button_->sizeHint().width(), height());
    button_->setGeometry(QRect(QPoint(width() - size.width(), 0), size));
}

} // namespace tessera::gui
