// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a table with sorting, copying and saving.
#include "gui/panels/table_view.hpp"

#include "gui/models/csv.hpp"
#include "gui/session/job_file.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMessageBox>
#include <QSignalBlocker>
#include <algorithm>

namespace tessera::gui {

TableView::TableView(QString name, QWidget* parent) : QTableView(parent), name_(std::move(name)), header_(new TableHeader(this)) {
    setHorizontalHeader(header_);
    setAccessibleName(name_);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    horizontalHeader()->setSortIndicatorClearable(true);
    horizontalHeader()->setStretchLastSection(true);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    setAlternatingRowColors(true);
    setTabKeyNavigation(false);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* const copy = new QAction(tr("Copy rows"), this);
    auto* const save = new QAction(tr("Save all as CSV..."), this);
    connect(copy, &QAction::triggered, this, &TableView::copySelection);
    connect(save, &QAction::triggered, this, &TableView::saveAsCsv);
    addActions({copy, save});
    csvButton()->setText(tr("CSV"));
    csvButton()->setAccessibleName(tr("Save the table of %1 as CSV").arg(name_));
    csvButton()->setToolTip(tr("Save all rows as comma-separated values"));
    connect(csvButton(), &QToolButton::clicked, this, &TableView::saveAsCsv);
}

void TableView::setTable(TableModel* model) {
    setModel(model);
    // After a reset to unsorted records, the sort indicator must go.
    connect(model, &QAbstractItemModel::modelReset, this, [this, model] {
        if (!model->isSorted()) header_->setSortIndicator(-1, Qt::AscendingOrder);
    });
    for (int column = 0; column + 1 < model->columnCount(); ++column) {
        QString const heading = model->headerData(column, Qt::Horizontal).toString();
        setColumnWidth(column, std::max(fontMetrics().horizontalAdvance(heading) + 34, 64));
    }
}

void TableView::copySelection() const {
    QList<int> rows;
    for (QModelIndex const& index : selectionModel()->selectedRows()) rows.append(index.row());
    std::ranges::sort(rows);
    QApplication::clipboard()->setText(toTabs(*model(), rows));
}

void TableView::saveAsCsv() {
    QString const path = QFileDialog::getSaveFileName(this, tr("Save table"), name_ + QStringLiteral(".csv"), tr("Tables (*.csv)"));
    if (path.isEmpty()) return;
    while (model()->canFetchMore({})) model()->fetchMore({});
    auto const written = writeFile(path, toCsv(*model()).toUtf8());
    if (!written) QMessageBox::warning(this, tr("Save table"), QString::fromStdString(written.error().message));
}

/// Prevents Qt from making the first row the current one.
void TableView::focusInEvent(QFocusEvent* event) {
    bool const chosen = currentIndex().isValid();
    QSignalBlocker const quiet(selectionModel());
    QTableView::focusInEvent(event);
    if (!chosen && model()) selectionModel()->clearCurrentIndex();
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copySelection();
    QTableView::keyPressEvent(event);
}

} // namespace tessera::gui
