// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an editor for one subscript of an alignment: the index, the stride, and the offset.
#include "gui/panels/subscript_edit.hpp"

#include "gui/models/text.hpp"
#include "libcore/edit/linear_subscript.hpp"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <limits>

namespace tessera::gui {
namespace {

using Kind = LinearSubscript::Kind;

bool isInt(Index value) {
    return std::abs(value) <= std::numeric_limits<int>::max();
}

} // namespace

SubscriptEdit::SubscriptEdit(QStringList dummies, QString const& name, QWidget* parent)
    : QWidget(parent), dummies_(std::move(dummies)), kind_(new QComboBox), stride_(new QSpinBox), offset_(new QSpinBox) {
    kind_->addItems(dummies_);
    kind_->addItem(tr("at"));
    kind_->addItem(tr("copies"));
    kind_->setItemData(kind_->count() - 2, tr("One position of the template"), Qt::ToolTipRole);
    kind_->setItemData(kind_->count() - 1, tr("A copy at each position of the template (*)"), Qt::ToolTipRole);
    kind_->setAccessibleName(tr("%1: index").arg(name));
    stride_->setAccessibleName(tr("%1: stride").arg(name));
    offset_->setAccessibleName(tr("%1: offset").arg(name));
    stride_->setToolTip(tr("stride"));
    offset_->setToolTip(tr("offset"));
    stride_->setPrefix(QStringLiteral("\u00d7 "));
    for (QSpinBox* number : {stride_, offset_}) {
        number->setRange(-std::numeric_limits<int>::max(), std::numeric_limits<int>::max());
        number->setKeyboardTracking(false);
        number->setMaximumWidth(72);
    }
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (QWidget* part : std::initializer_list<QWidget*>{kind_, stride_, offset_}) row->addWidget(part);
    row->addStretch();
    connect(kind_, &QComboBox::activated, this, &SubscriptEdit::announce);
    connect(stride_, &QSpinBox::valueChanged, this, &SubscriptEdit::announce);
    connect(offset_, &QSpinBox::valueChanged, this, &SubscriptEdit::announce);
    showParts();
}

bool SubscriptEdit::shows(QString const& text, QStringList const& dummies) {
    auto const read = read_subscript(text.toStdString());
    return read && isInt(read->stride) && isInt(read->offset) &&
           (read->kind != Kind::Linear || dummies.contains(asText(read->dummy))) &&
           (read->kind != Kind::Linear || read->stride != 0);
}

void SubscriptEdit::setText(QString const& shown) {
    LinearSubscript const read = *read_subscript(shown.toStdString());
    QSignalBlocker const quietKind(kind_);
    QSignalBlocker const quietStride(stride_);
    QSignalBlocker const quietOffset(offset_);
    kind_->setCurrentIndex(read.kind == Kind::Linear ? static_cast<int>(dummies_.indexOf(asText(read.dummy)))
                                                     : static_cast<int>(dummies_.size()) + (read.kind == Kind::Fixed ? 0 : 1));
    stride_->setValue(read.kind == Kind::Linear ? static_cast<int>(read.stride) : 1);
    lastStride_ = stride_->value();
    if (read.kind != Kind::Replicated) offset_->setValue(static_cast<int>(read.offset));
    showParts();
}

QString SubscriptEdit::text() const {
    int const chosen = kind_->currentIndex();
    if (chosen > dummies_.size()) return asText(write_subscript({Kind::Replicated, {}, 1, 0}));
    if (chosen == dummies_.size()) return asText(write_subscript({Kind::Fixed, {}, 1, offset_->value()}));
    return asText(write_subscript({Kind::Linear, dummies_[chosen].toStdString(), stride_->value(), offset_->value()}));
}

void SubscriptEdit::announce() {
    // A stride of 0 is not valid, so the arrow down from 1 goes to -1.
    int const stride = stride_->value();
    if (stride == 0) {
        QSignalBlocker const quiet(stride_);
        stride_->setValue(lastStride_ > 0 ? -1 : 1);
    }
    lastStride_ = stride_->value();
    showParts();
    emit edited(text());
}

void SubscriptEdit::showParts() {
    bool const linear = kind_->currentIndex() < dummies_.size();
    stride_->setVisible(linear);
    offset_->setVisible(kind_->currentIndex() <= dummies_.size());
    offset_->setPrefix(linear && offset_->value() >= 0 ? QStringLiteral("+ ") : QString());
}

} // namespace tessera::gui
