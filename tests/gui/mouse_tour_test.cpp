// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a new user does with the window, by mouse alone: open, edit, see why, choose an algorithm, export, and run.
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/memory_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/gui/save_dialog.hpp"
#include "tests/gui/screens.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>

namespace tessera::gui {

class MouseTourTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void anExampleIsOpened();
    void aBoundaryIsDragged();
    void anElementLeadsToItsMessage();
    void theMessageLeadsToItsStep();
    void anAlgorithmIsChosen();
    void aLinkIsLookedInto();
    void somethingIsExplained();
    void itIsExported();
    void itIsRun();
    void everythingIsSeen();

  private:
    /// Where a person clicks: it must be within the window, and nothing may lie over it.
    void click(QWidget* widget, QPoint at, bool twice = false);
    void click(QWidget* widget) { click(widget, widget->rect().center()); }
    /// The tab of a dock.
    void bring(QString const& title);
    void wait();
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void MouseTourTest::click(QWidget* widget, QPoint at, bool twice) {
    QVERIFY(widget->isVisible());
    QPoint const place = widget->mapTo(window_.get(), at);
    QVERIFY2(window_->rect().contains(place), qPrintable(QStringLiteral("out of the window: %1").arg(widget->objectName())));
    QWidget const* const there = window_->childAt(place);
    QVERIFY2(there == widget || widget->isAncestorOf(there),
             qPrintable(QStringLiteral("covered by %1").arg(there->metaObject()->className())));
    QTest::mouseClick(widget, Qt::LeftButton, {}, at);
    if (twice) QTest::mouseDClick(widget, Qt::LeftButton, {}, at);
    QCoreApplication::processEvents();
}

void MouseTourTest::bring(QString const& title) {
    for (QTabBar* const bar : window_->findChildren<QTabBar*>())
        for (int i = 0; bar->isVisible() && i < bar->count(); ++i) {
            if (bar->tabText(i) != title) continue;
            // Tabs that have no room are reached by the arrows beside them.
            if (!bar->rect().contains(bar->tabRect(i))) bar->setCurrentIndex(i);
            if (bar->currentIndex() != i) click(bar, bar->tabRect(i).center());
            return wait();
        }
    QFAIL(qPrintable("no tab " + title));
}

void MouseTourTest::wait() {
    window_->session().finish();
    QTRY_VERIFY(!window_->isDrawing());
    QCoreApplication::processEvents();
}

void MouseTourTest::initTestCase() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    setScene(*window_);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void MouseTourTest::anExampleIsOpened() {
    QListWidget* const list = window_->startPage()->list();
    auto const items = list->findItems("fft2d", Qt::MatchStartsWith);
    QCOMPARE(items.size(), 1);
    list->scrollToItem(items[0]);
    click(list->viewport(), list->visualItemRect(items[0]).center());
    wait();
    QVERIFY2(window_->windowTitle().startsWith("fft2d.hpf"), qPrintable(window_->windowTitle()));
}

void MouseTourTest::aBoundaryIsDragged() {
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    QString const before = window_->session().text();
    QPoint const from =
        source->pointOf({7, 30}).toPoint() + QPoint(0, static_cast<int>(source->mappingView()->rows.pixelsPerElement() / 2));
    QTest::mouseMove(source, from);
    QTest::mousePress(source, Qt::LeftButton, {}, from);
    QTest::mouseMove(source, from + QPoint(0, 6));
    QTest::mouseMove(source, source->pointOf({12, 30}).toPoint());
    QTest::mouseRelease(source, Qt::LeftButton, {}, source->pointOf({12, 30}).toPoint());
    wait();
    // Dropped in the middle of an element: its lower or its upper boundary.
    QString const text = window_->session().text();
    QVERIFY2(text.contains("gen_block(12,4,8") || text.contains("gen_block(13,3,8"), qPrintable(text));
    window_->session().document()->undo();
    wait();
    QCOMPARE(window_->session().text(), before);
}

void MouseTourTest::anElementLeadsToItsMessage() {
    OwnershipCanvas* const source = window_->panel<OwnershipPanel>()->source();
    click(source, source->pointOf({2, 40}).toPoint());
    QVERIFY(window_->session().selection().message == (Selection::Pair{0, 5}));
    QVERIFY(!window_->crumbs()->words().isEmpty());
}

void MouseTourTest::theMessageLeadsToItsStep() {
    int const message = static_cast<int>(window_->crumbs()->words().indexOf(QStringLiteral("0 \u2192 5")));
    QVERIFY(message > 0);
    click(window_->crumbs()->crumb(message));
    QCOMPARE(window_->docks().currentView(), &MessagesPanel::kind);
    click(window_->crumbs()->crumb(message + 1));
    QCOMPARE(window_->docks().currentView(), &SchedulePanel::kind);
    wait();
}

void MouseTourTest::anAlgorithmIsChosen() {
    QTabBar* const tabs = window_->panel<SchedulePanel>()->findChild<QTabBar*>();
    click(tabs, tabs->tabRect(2).center());
    wait();
    TableView* const table = window_->panel<SchedulePanel>()->comparisonTable();
    auto const& records = window_->panel<SchedulePanel>()->comparison()->records();
    auto const pex = std::ranges::find(records, std::string("pex"), &ComparedSchedule::algorithm);
    QVERIFY(pex != records.end());
    QModelIndex const row = window_->panel<SchedulePanel>()->comparison()->indexOf(static_cast<int>(pex - records.begin()));
    table->scrollTo(row);
    click(table->viewport(), table->visualRect(row).center(), true);
    wait();
    QCOMPARE(window_->session().choice().algorithm, std::string("pex"));
    click(tabs, tabs->tabRect(0).center());
}

void MouseTourTest::aLinkIsLookedInto() {
    bring("Network");
    SceneCanvas* const canvas = window_->panel<NetworkPanel>()->canvas();
    auto const& lines = canvas->scene().lines;
    auto const line = std::ranges::find_if(lines, [](SceneLine const& each) { return std::holds_alternative<LinkTag>(each.tag); });
    QVERIFY(line != lines.end());
    click(canvas, canvas->toWidget({line->x1 + 0.8 * (line->x2 - line->x1), line->y1 + 0.8 * (line->y2 - line->y1)}).toPoint());
    wait();
    QVERIFY(window_->session().selection().link);
    QVERIFY2(window_->panel<NetworkPanel>()->traffic().startsWith("Messages through "),
             qPrintable(window_->panel<NetworkPanel>()->traffic()));
}

void MouseTourTest::somethingIsExplained() {
    bring("Explain");
    QTRY_VERIFY(window_->panel<InsightPanel>()->canvas()->scene().title.starts_with("the memory of rank 0"));
    emit window_->panel<InsightPanel>()->kinds()->activated(static_cast<int>(Insight::Rhythms));
    wait();
    QTRY_VERIFY(window_->panel<InsightPanel>()->canvas()->scene().title.starts_with("two rhythms") ||
                !window_->panel<InsightPanel>()->canvas()->emptyText().isEmpty());
}

/// From the menu: the picture that was looked at last.
void MouseTourTest::itIsExported() {
    bring("Schedule");
    QString const path = folder_.filePath("schedule.svg");
    QDir::setCurrent(folder_.path());
    SaveDialogAnswer const answer("schedule.svg", [](QFileDialog& dialog, QLineEdit&) {
        for (QPushButton* const button : dialog.findChildren<QPushButton*>())
            if (button->text().contains("Save")) return QTest::mouseClick(button, Qt::LeftButton);
    });
    QMenuBar* const bar = window_->menuBar();
    QAction* const file = bar->actions().first();
    click(bar, bar->actionGeometry(file).center());
    auto const actions = file->menu()->actions();
    auto const action =
        std::ranges::find_if(actions, [](QAction* each) { return each->shortcut() == QKeySequence("Ctrl+Shift+E"); });
    QVERIFY(action != actions.end());
    QTRY_VERIFY(file->menu()->isVisible());
    QTest::mouseClick(file->menu(), Qt::LeftButton, {}, file->menu()->actionGeometry(*action).center());
    QFile written(path);
    QVERIFY(written.open(QIODevice::ReadOnly));
    QVERIFY(QString::fromUtf8(written.readAll()).contains("pex on"));
}

void MouseTourTest::itIsRun() {
    bring("Run");
    click(window_->panel<RunPanel>()->button());
    QVERIFY2(window_->panel<RunPanel>()->isRunning(), qPrintable(window_->panel<RunPanel>()->output()));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel<RunPanel>()->isRunning(), 60000);
    QVERIFY2(window_->panel<RunPanel>()->output().contains("verified"), qPrintable(window_->panel<RunPanel>()->output()));
}

/// No part of the window is larger than the window, and none has lost its room.
void MouseTourTest::everythingIsSeen() {
    for (char const* title : {"Messages", "Schedule", "Network", "Cost", "File", "Communication", "Explain", "Run"}) {
        bring(title);
        QVERIFY2(window_->width() <= qEnvironmentVariable("TESSERA_WINDOW_SIZE", "1400x900").section('x', 0, 0).toInt(), title);
        for (SceneCanvas* const canvas : window_->findChildren<SceneCanvas*>())
            if (canvas->isVisible() && !canvas->visibleRegion().isEmpty()) {
                int const least =
                    canvas == window_->panel<MemoryPanel>()->canvas() ? 75 : 150; // which is laid out for the room there is
                QVERIFY2(canvas->width() > 200 && canvas->height() > least, title);
                for (SceneText const& text : canvas->scene().texts)
                    QVERIFY2(text.size * canvas->scale() >= 6.5, qPrintable(QStringLiteral("%1: '%2' is %3 pixels high")
                                                                                .arg(title, QString::fromStdString(text.text))
                                                                                .arg(text.size * canvas->scale())));
            }
    }
    window_->session().document()->setModified(false);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::MouseTourTest)
#include "mouse_tour_test.moc"
