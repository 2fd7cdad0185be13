// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is seen before a job is opened: examples to start from.
#include "gui/windows/start_page.hpp"

#include "gui/canvas/job_picture.hpp"
#include "gui/session/derivation.hpp"
#include "gui/session/examples.hpp"
#include "gui/session/job_file.hpp"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace tessera::gui {
namespace {

constexpr QSize pictureSize(168, 76);

/// An example that is not understood has no picture.
QImage pictureOf(QString const& path, Theme theme, Watch const& watch) {
    auto const text = readJobFile(path);
    if (!text) return {};
    auto const derived = derive(text->toStdString(), path.toStdString(), QFileInfo(path).absolutePath().toStdString(), 0, watch);
    return derived ? jobPicture((*derived)->plan->plans()[0], pictureSize, theme) : QImage();
}

} // namespace

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
        item->setSizeHint({0, pictureSize.height() + 6}); // before its picture is there
    }
    list_->setIconSize(pictureSize);
    if (list_->count() == 0) {
        new QListWidgetItem(tr("The examples are not installed. Open a job file, or begin a new job."), list_);
        list_->setEnabled(false);
    }
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

/// One after the other, as they are done; the list can be used meanwhile.
void StartPage::drawPictures() {
    QStringList paths;
    for (int row = 0; row < list_->count(); ++row) paths.append(list_->item(row)->data(Qt::UserRole).toString());
    auto const work = [this, paths, theme = Theme::of(list_->palette())](Background::Task const& task) -> Result<int> {
        for (int row = 0; row < paths.size() && !task.watch().stopped(); ++row)
            task.post([this, row, picture = pictureOf(paths[row], theme, task.watch())] {
                QIcon icon(QPixmap::fromImage(picture));
                icon.addPixmap(QPixmap::fromImage(picture), QIcon::Selected); // not tinted
                list_->item(row)->setIcon(icon);
            });
        return static_cast<int>(paths.size());
    };
    drawing_.start(work, [](Result<int> const&) {});
}

void StartPage::showEvent(QShowEvent* event) {
    drawPictures();
    QWidget::showEvent(event);
}

void StartPage::hideEvent(QHideEvent* event) {
    drawing_.cancel();
    QWidget::hideEvent(event);
}

void StartPage::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && isVisible()) drawPictures();
    QWidget::changeEvent(event);
}

} // namespace tessera::gui
