// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job as a form: extents, processors and formats, beside the text they stand in.
#include "gui/panels/job_form.hpp"

#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QTextCursor>
#include <algorithm>

namespace tessera::gui {
namespace {

QString labelOf(FormGroup const& group) {
    switch (group.what) {
    case FormGroup::What::Array:
        return JobForm::tr("array %1").arg(group.name);
    case FormGroup::What::Processors:
        return JobForm::tr("processors %1").arg(group.name);
    case FormGroup::What::Template:
        return JobForm::tr("template %1").arg(group.name);
    case FormGroup::What::Distribute:
        return JobForm::tr("%1 is").arg(group.name);
    case FormGroup::What::Redistribute:
        return JobForm::tr("%1 becomes").arg(group.name);
    }
    return {};
}

/// Are these the same boxes, with other texts perhaps?
bool sameShape(std::vector<FormGroup> const& a, std::vector<FormGroup> const& b) {
    return std::ranges::equal(a, b, [](FormGroup const& one, FormGroup const& other) {
        return one.what == other.what && one.name == other.name && one.fields.size() == other.fields.size();
    });
}

} // namespace

JobForm::JobForm(Session& session, QWidget* parent) : QScrollArea(parent), session_(session) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    connect(session.document(), &QTextDocument::contentsChanged, this, &JobForm::showText);
    showText();
}

QComboBox* JobForm::box(int group, int dim) const {
    auto const row = static_cast<std::size_t>(group);
    auto const column = static_cast<std::size_t>(dim);
    return row < boxes_.size() && column < boxes_[row].size() ? boxes_[row][column] : nullptr;
}

void JobForm::showText() {
    auto groups = formGroups(session_.text());
    bool const same = widget() != nullptr && sameShape(groups, groups_);
    groups_ = std::move(groups);
    if (!same) return rebuild();
    for (std::size_t g = 0; g < groups_.size(); ++g)
        for (FormField const& field : groups_[g].fields) {
            QComboBox* const edited = boxes_[g][static_cast<std::size_t>(field.dim)];
            QSignalBlocker const quiet(edited);
            if (edited->currentText() != field.text) edited->setCurrentText(field.text);
        }
}

void JobForm::rebuild() {
    auto* const content = new QWidget;
    auto* const rows = new QFormLayout(content);
    rows->setContentsMargins(6, 6, 6, 6);
    boxes_.assign(groups_.size(), {});
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        auto* const row = new QWidget;
        auto* const line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        for (FormField const& field : groups_[g].fields) addField(row, field, g);
        rows->addRow(labelOf(groups_[g]), row);
    }
    if (groups_.empty()) {
        auto* const nothing = new QLabel(tr("Arrays, processors and formats of the text can be changed here."));
        nothing->setWordWrap(true);
        rows->addRow(nothing);
    }
    setWidget(content);
}

void JobForm::addField(QWidget* row, FormField const& field, std::size_t group) {
    auto* const box = new QComboBox;
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    bool const isFormat = field.kind == FormField::Kind::Format;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(isFormat ? 8 : 4);
    if (isFormat)
        box->addItems({QStringLiteral("block"), QStringLiteral("cyclic"), QStringLiteral("cyclic(2)"), QStringLiteral("cyclic(4)"),
                       QStringLiteral("cyclic(8)"), QStringLiteral("*")});
    box->setCurrentText(field.text);
    box->setAccessibleName(tr("%1, dimension %2").arg(labelOf(groups_[group])).arg(field.dim + 1));
    connect(box, &QComboBox::activated, this, [this, box, group, dim = field.dim] { edit(group, dim, box->currentText()); });
    connect(box->lineEdit(), &QLineEdit::editingFinished, this,
            [this, box, group, dim = field.dim] { edit(group, dim, box->currentText()); });
    row->layout()->addWidget(box);
    boxes_[group].push_back(box);
}

void JobForm::edit(std::size_t group, int dim, QString const& text) {
    FormField const field = groups_[group].fields[static_cast<std::size_t>(dim)];
    QString const wanted = text.trimmed();
    if (wanted == field.text || wanted.isEmpty()) return;
    QTextCursor cursor(session_.document());
    cursor.setPosition(field.position);
    cursor.setPosition(field.position + static_cast<int>(field.text.size()), QTextCursor::KeepAnchor);
    cursor.insertText(wanted);
}

} // namespace tessera::gui
