// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a searchable list of all commands.
#include "gui/windows/command_palette.hpp"

#include "libcore/base/index.hpp"

#include <QAction>
#include <QKeyEvent>
#include <QMenu>
#include <QMenuBar>
#include <QVBoxLayout>
#include <algorithm>

namespace tessera::gui {
namespace {

constexpr QSize paletteSize(520, 380);

QString plainWords(QString text) {
    return text.remove(u'&').remove(QStringLiteral("..."));
}

void addMenu(std::vector<PaletteEntry>& entries, QMenu const& menu, QString const& path) {
    for (QAction* const action : menu.actions()) {
        QString const words = path + QStringLiteral(": ") + plainWords(action->text());
        if (action->menu())
            addMenu(entries, *action->menu(), words);
        else if (!action->isSeparator() && action->isEnabled())
            entries.push_back({words, action->shortcut().toString(QKeySequence::NativeText), [action] { action->trigger(); }});
    }
}

} // namespace

CommandPalette::CommandPalette(std::vector<PaletteEntry> entries, QWidget* parent)
    : QDialog(parent), entries_(std::move(entries)), field_(new QLineEdit), list_(new QListWidget) {
    setWindowTitle(tr("Commands"));
    setObjectName(QStringLiteral("palette"));
    resize(paletteSize);
    field_->setPlaceholderText(tr("Type a command, for example dark, pex, export"));
    field_->setAccessibleName(tr("Command"));
    list_->setAccessibleName(tr("Commands"));
    list_->setFocusPolicy(Qt::NoFocus); // the field keeps the focus
    field_->installEventFilter(this);
    auto* const column = new QVBoxLayout(this);
    column->addWidget(field_);
    column->addWidget(list_);
    connect(field_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(field_, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    filter({});
}

void CommandPalette::filter(QString const& text) {
    QStringList const words = text.split(u' ', Qt::SkipEmptyParts);
    list_->clear();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        PaletteEntry const& entry = entries_[i];
        auto const has = [&entry](QString const& word) { return entry.words.contains(word, Qt::CaseInsensitive); };
        if (!std::ranges::all_of(words, has)) continue;
        auto* const item = new QListWidgetItem(entry.key.isEmpty() ? entry.words : entry.words + u'\t' + entry.key, list_);
        item->setData(Qt::UserRole, static_cast<int>(i));
    }
    list_->setCurrentRow(0);
    if (list_->count() > 0) return;
    auto* const none = new QListWidgetItem(tr("No command contains these words."), list_);
    none->setFlags(Qt::NoItemFlags);
}

void CommandPalette::runCurrent() {
    QListWidgetItem const* const item = list_->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
    // Closes this dialog first, because the command may open another one.
    auto const run = entries_[as_size(item->data(Qt::UserRole).toInt())].run;
    accept();
    run();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
    int const key = static_cast<QKeyEvent*>(event)->key();
    int const by = key == Qt::Key_Down ? 1 : key == Qt::Key_Up ? -1 : 0;
    if (by == 0) return QDialog::eventFilter(watched, event);
    list_->setCurrentRow(std::clamp(list_->currentRow() + by, 0, std::max(list_->count() - 1, 0)));
    return true;
}

std::vector<PaletteEntry> menuEntries(QWidget const& window) {
    std::vector<PaletteEntry> entries;
    auto const* const bar = window.findChild<QMenuBar*>();
    if (!bar) return entries;
    for (QAction* const action : bar->actions())
        if (action->menu()) addMenu(entries, *action->menu(), plainWords(action->text()));
    return entries;
}

} // namespace tessera::gui
