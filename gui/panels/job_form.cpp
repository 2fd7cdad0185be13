// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job as a form: types, extents, processors, alignments and formats, beside the text.
#include "gui/panels/job_form.hpp"

#include "gui/models/text.hpp"
#include "gui/panels/wrap_layout.hpp"
#include "gui/session/text_edit.hpp"
#include "libcore/mapping/dist_format.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <algorithm>
#include <utility>

namespace tessera::gui {
namespace {

using What = FormGroup::What;

QString labelOf(FormGroup const& group) {
    QString const name = asText(group.name);
    QString const partner = asText(group.partner);
    switch (group.what) {
    case What::Type:
        return JobForm::tr("type of %1").arg(name);
    case What::Array:
        return JobForm::tr("array %1").arg(name);
    case What::Processors:
        return JobForm::tr("processors %1").arg(name);
    case What::Ranks:
        return JobForm::tr("ranks of %1").arg(name);
    case What::Order:
        return JobForm::tr("order of %1").arg(name);
    case What::Template:
        return JobForm::tr("template %1").arg(name);
    case What::Align:
        return JobForm::tr("align %1").arg(name);
    case What::Realign:
        return JobForm::tr("realign %1").arg(name);
    case What::AlignWith:
    case What::RealignWith:
        return JobForm::tr("with %1").arg(partner);
    case What::Distribute:
        return JobForm::tr("%1 is").arg(name);
    case What::Onto:
        return JobForm::tr("onto %1").arg(partner);
    case What::Redistribute:
        return JobForm::tr("%1 becomes").arg(name);
    }
    return {};
}

QStringList commonFormats() {
    QStringList all;
    for (FormatInfo const& info : dist_formats())
        for (std::string_view const common : info.common) all << asText(common);
    return all;
}

QStringList choicesOf(FormField::Kind kind) {
    auto const words = [](char const* line) { return QString::fromLatin1(line).split(u'|'); };
    switch (kind) {
    case FormField::Kind::Type:
        return words("real|real*8|complex|complex*16|integer|integer*8|logical");
    case FormField::Kind::Format:
        return commonFormats();
    case FormField::Kind::Source:
        return words("i|j|k|l|*|:");
    case FormField::Kind::Order:
        return words("row|col");
    case FormField::Kind::Extent:
    case FormField::Kind::Subscript:
    case FormField::Kind::Ranks:
        break;
    }
    return {};
}

int widthOf(FormField::Kind kind) {
    switch (kind) {
    case FormField::Kind::Extent:
    case FormField::Kind::Source:
        return 4;
    case FormField::Kind::Ranks:
        return 14;
    default:
        return 8;
    }
}

/// Returns the names of indices in the alignment's source list, for its subscripts.
QStringList dummiesFor(std::vector<FormGroup> const& groups, std::size_t group) {
    QStringList dummies;
    if (group == 0) return dummies;
    FormGroup const& sources = groups[group - 1];
    if (sources.what != What::Align && sources.what != What::Realign) return dummies;
    for (FormField const& field : sources.fields)
        if (QString const text = asText(field.text); !text.isEmpty() && text[0].isLetter()) dummies << text;
    return dummies;
}

bool isTakenApart(std::vector<FormGroup> const& groups, std::size_t group, FormField const& field) {
    return field.kind == FormField::Kind::Subscript && SubscriptEdit::shows(asText(field.text), dummiesFor(groups, group));
}

/// Returns "copies, shadows".
QString leftIn(std::string const& text) {
    QStringList words;
    for (std::string const& word : left_to_text(text)) words << asText(word);
    return words.join(QStringLiteral(", "));
}

QLabel* note(QString const& text) {
    auto* const label = new QLabel(text);
    label->setWordWrap(true);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

} // namespace

JobForm::JobForm(Session& session, QWidget* parent) : QScrollArea(parent), session_(session) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    connect(&session, &Session::textSettled, this, &JobForm::showText);
    showText();
}

QWidget* JobForm::Entry::widget() const {
    if (box) return box;
    if (line) return line;
    return subscript;
}

void JobForm::Entry::show(FormField const& field) const {
    QSignalBlocker const quiet(widget());
    QString const text = asText(field.text);
    widget()->setPalette({}); // removes the colour of refused input
    if (box && box->currentText() != text) box->setCurrentText(text);
    if (line && line->text() != text) line->setText(text);
    if (subscript && subscript->text() != text) subscript->setText(text);
    if (subscript) return;
    // Shows the beginning of a long list; the cursor reaches the rest.
    QLineEdit* const shown = box ? box->lineEdit() : line;
    if (shown) shown->setModified(false);
    if (shown && !shown->hasFocus()) shown->setCursorPosition(0);
    widget()->setToolTip(text);
}

JobForm::Entry JobForm::entry(int group, int dim) const {
    auto const row = as_size(group);
    auto const column = as_size(dim);
    return row < entries_.size() && column < entries_[row].size() ? entries_[row][column] : Entry{};
}

bool JobForm::fits(std::vector<FormGroup> const& groups) const {
    if (!widget() || groups.size() != groups_.size()) return false;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        FormGroup const& now = groups[g];
        FormGroup const& before = groups_[g];
        if (now.what != before.what || labelOf(now) != labelOf(before) || now.fields.size() != before.fields.size()) return false;
        if (dummiesFor(groups, g) != dummiesFor(groups_, g)) return false;
        for (FormField const& field : now.fields)
            if (isTakenApart(groups, g, field) != (entries_[g][as_size(field.dim)].subscript != nullptr)) return false;
    }
    return true;
}

void JobForm::showText() {
    if (std::exchange(refuses_, false)) emit refused({});
    std::string const text = session_.text().toStdString();
    auto groups = form_groups(text);
    bool const same = fits(groups) && leftIn(text) == left_;
    groups_ = std::move(groups);
    if (!same) return rebuild();
    for (std::size_t g = 0; g < groups_.size(); ++g)
        for (FormField const& field : groups_[g].fields) entries_[g][as_size(field.dim)].show(field);
}

void JobForm::rebuild() {
    ++built_;
    auto* const content = new QWidget;
    auto* const rows = new QFormLayout(content);
    rows->setContentsMargins(6, 6, 6, 6);
    rows->setVerticalSpacing(3);
    rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
    entries_.assign(groups_.size(), {});
    for (std::size_t g = 0; g < groups_.size(); ++g) {
        auto* const row = new QWidget;
        // Subscripts with three controls each are stacked vertically.
        bool const tall = std::ranges::any_of(groups_[g].fields, [&](FormField const& f) { return isTakenApart(groups_, g, f); });
        QLayout* const line = tall ? static_cast<QLayout*>(new QVBoxLayout(row)) : new WrapLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        for (FormField const& field : groups_[g].fields) {
            Entry const made = makeEntry(g, field);
            entries_[g].push_back(made);
            line->addWidget(made.widget());
        }
        rows->addRow(labelOf(groups_[g]), row);
    }
    addNotes(rows);
    // Deletes the old widget later, because its field may be in use.
    if (QWidget* const old = takeWidget()) old->deleteLater();
    setWidget(content);
    QWidget* last = this; // the tab order is the reading order
    for (QWidget* const field : content->findChildren<QWidget*>()) {
        if (!(field->focusPolicy() & Qt::TabFocus) || field->focusProxy() || field->window() != window()) continue;
        setTabOrder(last, field);
        last = field;
    }
}

void JobForm::addNotes(QFormLayout* rows) {
    if (groups_.empty())
        rows->addRow(note(tr("The form shows the arrays, processors and formats of the text. None is there yet.")));
    left_ = leftIn(session_.text().toStdString());
    leftNote_ = nullptr;
    if (left_.isEmpty()) return;
    leftNote_ = note(tr("Edit these in the text: %1.").arg(left_));
    rows->addRow(leftNote_);
}

/// Replaced widgets may still lose the focus and report an edit. Such calls have an outdated build number and are ignored.
std::function<void(QString const&)> JobForm::taker(std::size_t group, int dim) {
    return [this, group, dim, built = built_](QString const& text) {
        session_.settle(); // the fields' positions refer to the current text
        if (built == built_) edit(group, dim, text);
    };
}

JobForm::Entry JobForm::makeEntry(std::size_t group, FormField const& field) {
    QString const name = tr("%1, %2").arg(labelOf(groups_[group])).arg(field.dim + 1);
    auto const take = taker(group, field.dim);
    Entry made;
    if (isTakenApart(groups_, group, field)) {
        made.subscript = new SubscriptEdit(dummiesFor(groups_, group), name);
        connect(made.subscript, &SubscriptEdit::edited, this, [take](QString const& text) { take(text); });
    } else if (!choicesOf(field.kind).isEmpty()) {
        made.box = makeBox(group, field);
    } else {
        made.line = new QLineEdit;
        made.line->setMinimumWidth(made.line->fontMetrics().averageCharWidth() * (widthOf(field.kind) + 2));
        made.line->setMaximumWidth(2 * made.line->minimumWidth());
        made.line->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        if (field.kind == FormField::Kind::Ranks) made.line->setPlaceholderText(tr("0, 1, 2, ..."));
        followUndo(made.line);
        connect(made.line, &QLineEdit::editingFinished, this, [line = made.line, take] { take(line->text()); });
    }
    made.show(field);
    made.widget()->setAccessibleName(name);
    return made;
}

/// Undo and redo always apply to the job's text. Input that is not committed yet is discarded first.
void JobForm::followUndo(QWidget* field) {
    field->installEventFilter(this);
}

bool JobForm::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
        return QScrollArea::eventFilter(watched, event);
    auto const* const key = static_cast<QKeyEvent*>(event);
    bool const undo = key->matches(QKeySequence::Undo);
    if (!undo && !key->matches(QKeySequence::Redo)) return QScrollArea::eventFilter(watched, event);
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // the event arrives again as a key press
        return true;
    }
    auto const* const box = qobject_cast<QComboBox const*>(watched);
    if (undo && (box ? box->lineEdit() : static_cast<QLineEdit const*>(watched))->isModified())
        showText();
    else if (undo)
        session_.document()->undo();
    else
        session_.document()->redo();
    return true;
}

QComboBox* JobForm::makeBox(std::size_t group, FormField const& field) {
    auto* const box = new QComboBox;
    box->setEditable(field.kind != FormField::Kind::Order);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(widthOf(field.kind));
    box->addItems(choicesOf(field.kind));
    auto const take = [box, taken = taker(group, field.dim)] { taken(box->currentText()); };
    connect(box, &QComboBox::activated, this, take);
    if (!box->isEditable()) return box;
    box->setCompleter(nullptr); // completion would turn "cyclic(" into "cyclic(2)"
    followUndo(box->lineEdit());
    followUndo(box); // the box passes keys to its line past all event filters
    connect(box->lineEdit(), &QLineEdit::editingFinished, this, take);
    return box;
}

/// Marks the input as an error and leaves it in the field; the job is unchanged.
void JobForm::refuse(Entry const& entry, FormField const& field, QString const& text) {
    QPalette wrong;
    wrong.setColor(QPalette::Base, QColor(170, 75, 0)); // the colour of errors in the text
    wrong.setColor(QPalette::Text, Qt::white);
    entry.widget()->setPalette(wrong);
    refuses_ = true;
    emit refused(tr("\u201c%1\u201d is not complete, so the job still contains \u201c%2\u201d. Continue typing, or press Ctrl+Z to "
                    "restore it.")
                     .arg(text, asText(field.text)));
}

void JobForm::edit(std::size_t group, int dim, QString const& text) {
    FormField const field = groups_[group].fields[as_size(dim)];
    std::string const wanted = text.trimmed().toStdString();
    if (wanted == field.text || (wanted.empty() && field.kind != FormField::Kind::Ranks)) return;
    if (!keeps_fields(session_.text().toStdString(), field, wanted)) return refuse(entries_[group][as_size(dim)], field, text);
    applyEdits(*session_.document(), {edit_of(field, wanted)});
}

} // namespace tessera::gui
