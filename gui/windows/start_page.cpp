// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is seen before a job is opened: examples to start from.
#include "gui/windows/start_page.hpp"

#include "gui/session/examples.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tessera::gui {

StartPage::StartPage(QWidget* parent) : QWidget(parent), list_(new QListWidget(this)) {
    auto* const title = new QLabel(tr("<h2>Array distributions, seen</h2>"
                                      "Open a job file, or start from an example: who owns which element, what moves when the "
                                      "mapping changes, in which order, and over which links."));
    title->setWordWrap(true);
    auto* const open = new QPushButton(tr("&Open a job file..."));
    auto* const empty = new QPushButton(tr("&New job"));
    list_->setWordWrap(true);
    list_->setSpacing(3);
    list_->setAlternatingRowColors(true);
    list_->setAccessibleName(tr("Examples"));
    for (Example const& example : examples()) {
        auto* const item = new QListWidgetItem(example.name + u'\n' + example.summary, list_);
        item->setData(Qt::UserRole, example.path);
    }
    if (list_->count() == 0) new QListWidgetItem(tr("The examples are not installed."), list_);
    list_->setCurrentRow(0);

    auto* const buttons = new QHBoxLayout;
    buttons->addWidget(open);
    buttons->addWidget(empty);
    buttons->addStretch();
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(48, 32, 48, 32);
    layout->setSpacing(14);
    layout->addWidget(title);
    layout->addLayout(buttons);
    layout->addWidget(list_, 1);
    setTabOrder(open, empty);
    setTabOrder(empty, list_);
    connect(list_, &QListWidget::itemActivated, this, [this](QListWidgetItem const* item) {
        if (QString const path = item->data(Qt::UserRole).toString(); !path.isEmpty()) emit exampleChosen(path);
    });
    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    connect(empty, &QPushButton::clicked, this, &StartPage::newWanted);
}

} // namespace tessera::gui
