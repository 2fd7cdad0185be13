// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the start page: lessons, planning of a job, and examples.
#include "gui/windows/start_page.hpp"

#include "gui/canvas/job_picture.hpp"
#include "gui/models/text.hpp"
#include "gui/session/derivation.hpp"
#include "gui/session/examples.hpp"
#include "gui/session/job_file.hpp"
#include "libcore/lesson/lesson_library.hpp"
#include "libcore/pipeline/data_folders.hpp"

#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

namespace tessera::gui {
namespace {

constexpr QSize pictureSize(168, 76);
constexpr auto oneClickOpens = "QListWidget { activate-on-singleclick: 1 }"; // one click opens a lesson or example, because there
                                                                             // is nothing to select

/// Returns an empty picture for an invalid example.
QImage pictureOf(QString const& path, Theme theme, Watch const& watch) {
    auto const text = readJobFile(path);
    if (!text) return {};
    auto const derived = derive(text->toStdString(), path.toStdString(), QFileInfo(path).absolutePath().toStdString(), 0, watch);
    return derived ? jobPicture((*derived)->plan->plans()[0], pictureSize, theme) : QImage();
}

QString doneKey(QString const& lesson) {
    return QStringLiteral("lessons/") + lesson;
}

/// Returns the error of each lesson file that cannot be read.
QStringList badLessons() {
    QStringList errors;
    for (std::string const& folder : data_folders())
        for (QFileInfo const& file : QDir(asText(folder) + QStringLiteral("/lessons")).entryInfoList({QStringLiteral("*.json")}))
            if (auto const lesson = find_lesson(file.completeBaseName().toStdString()); !lesson)
                errors << QStringLiteral("%1: %2").arg(file.filePath(), asText(lesson.error().message));
    return errors;
}

/// Returns a heading with its content below.
QWidget* trackOf(QString const& heading, QWidget* content) {
    auto* const label = new QLabel(heading);
    label->setWordWrap(true);
    auto* const track = new QWidget;
    auto* const rows = new QVBoxLayout(track);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->addWidget(label);
    rows->addWidget(content, 1);
    return track;
}

} // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent), lessons_(new QListWidget(this)), list_(new QListWidget(this)) {
    auto* const title = new QLabel(tr("<h2>See how arrays are distributed</h2>See which rank owns which element, and what moves "
                                      "when the mapping changes: in which order, and over which links."));
    title->setWordWrap(true);
    auto* const right = new QVBoxLayout;
    right->addWidget(createPlanning());
    right->addWidget(createExamples(), 1);
    auto* const tracks = new QHBoxLayout;
    tracks->setSpacing(32);
    tracks->addWidget(createLearning(), 2);
    tracks->addLayout(right, 3);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(48, 32, 48, 32);
    layout->setSpacing(14);
    layout->addWidget(title);
    layout->addLayout(tracks, 1);
}

QWidget* StartPage::createLearning() {
    lessons_->setWordWrap(true);
    lessons_->setStyleSheet(QString::fromLatin1(oneClickOpens));
    lessons_->setSpacing(2);
    lessons_->setAccessibleName(tr("Lessons"));
    connect(lessons_, &QListWidget::itemActivated, this, [this](QListWidgetItem const* item) {
        if (QString const name = item->data(Qt::UserRole).toString(); !name.isEmpty()) emit lessonChosen(name);
    });
    fillLessons();
    return trackOf(tr("<b>Learn</b> - short lessons, each with a few questions and one thing to try"), lessons_);
}

QWidget* StartPage::createPlanning() {
    auto* const open = new QPushButton(tr("&Open a job file..."));
    auto* const empty = new QPushButton(tr("&New job"));
    connect(open, &QPushButton::clicked, this, &StartPage::openWanted);
    connect(empty, &QPushButton::clicked, this, &StartPage::newWanted);
    auto* const buttons = new QWidget;
    auto* const row = new QHBoxLayout(buttons);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(open);
    row->addWidget(empty);
    row->addStretch();
    return trackOf(tr("<b>Plan a job</b> - write HPF directives, or fill in a form"), buttons);
}

QWidget* StartPage::createExamples() {
    list_->setWordWrap(true);
    list_->setStyleSheet(QString::fromLatin1(oneClickOpens));
    list_->setSpacing(3);
    list_->setAlternatingRowColors(true);
    list_->setAccessibleName(tr("Examples"));
    std::vector<Example> const all = examples();
    for (QString const& topic : exampleTopics()) fillTopic(topic, all);
    list_->setIconSize(pictureSize);
    if (list_->count() == 0) {
        new QListWidgetItem(tr("The examples are not installed. Open a job file, or create a new job."), list_);
        list_->setEnabled(false);
    }
    list_->setCurrentRow(list_->count() > 1 ? 1 : 0); // the first entry after the heading
    connect(list_, &QListWidget::itemActivated, this, [this](QListWidgetItem const* item) {
        if (QString const path = item->data(Qt::UserRole).toString(); !path.isEmpty()) emit exampleChosen(path);
    });
    return trackOf(tr("<b>Examples by topic</b> - jobs from the papers, to view and to change"), list_);
}

/// Adds a topic as a heading that cannot be selected, and its examples below.
void StartPage::fillTopic(QString const& topic, std::vector<Example> const& all) {
    if (std::ranges::find(all, topic, &Example::topic) == all.end()) return;
    auto* const heading = new QListWidgetItem(topic, list_);
    QFont font = list_->font();
    font.setBold(true);
    heading->setFont(font);
    heading->setFlags(Qt::NoItemFlags);
    heading->setForeground(list_->palette().color(QPalette::PlaceholderText));
    for (Example const& example : all) {
        if (example.topic != topic) continue;
        auto* const item = new QListWidgetItem(example.name + u'\n' + example.summary, list_);
        item->setData(Qt::UserRole, example.path);
        item->setSizeHint({0, pictureSize.height() + 6}); // the height of its thumbnail, which comes later
    }
}

/// Completed lessons have a tick.
void StartPage::fillLessons() {
    auto const found = installed_lessons();
    lessons_->clear();
    if (!found || found->empty()) {
        lessons_->addItem(found ? tr("No lessons are installed.") : asText(found.error().message));
        return lessons_->setEnabled(false);
    }
    for (Lesson const& lesson : *found) {
        QString const name = asText(lesson.name);
        QString const mark = QSettings().value(doneKey(name)).toBool() ? tr("\u2713 ") : QString();
        auto* const item = new QListWidgetItem(
            tr("%1%2. %3\n%4").arg(mark).arg(lesson.number).arg(asText(lesson.title), asText(lesson.about)), lessons_);
        item->setData(Qt::UserRole, name);
        if (lessons_->currentRow() < 0 && mark.isEmpty()) lessons_->setCurrentItem(item);
    }
    for (QString const& error : badLessons())
        (new QListWidgetItem(tr("Not a lesson: %1").arg(error), lessons_))->setFlags(Qt::NoItemFlags);
}

void StartPage::markDone(QString const& lesson) {
    QSettings().setValue(doneKey(lesson), true);
    fillLessons();
}

/// Draws the thumbnails one by one in the background; the list can be used meanwhile.
void StartPage::drawPictures() {
    QStringList paths;
    for (int row = 0; row < list_->count(); ++row) paths.append(list_->item(row)->data(Qt::UserRole).toString());
    auto const work = [this, paths, theme = Theme::of(list_->palette())](Background::Task const& task) -> Result<int> {
        for (int row = 0; row < paths.size() && !task.watch().stopped(); ++row) {
            if (paths[row].isEmpty()) continue; // a heading
            task.post([this, row, picture = pictureOf(paths[row], theme, task.watch())] {
                QIcon icon(QPixmap::fromImage(picture));
                icon.addPixmap(QPixmap::fromImage(picture), QIcon::Selected); // prevents the tint of selected icons
                list_->item(row)->setIcon(icon);
            });
        }
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
