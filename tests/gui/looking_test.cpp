// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands in front of whom: panels that a job needs, rows that nobody chose, words that must be read whole.
#include "gui/panels/cost_panel.hpp"
#include "gui/panels/insight_panel.hpp"
#include "gui/panels/memory_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/ownership_panel.hpp"
#include "gui/panels/panel_registry.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/windows/compact_style.hpp"
#include "gui/windows/main_window.hpp"
#include "libcore/mapping/dist_format.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QSettings>
#include <QStyleFactory>
#include <QTabBar>

namespace tessera::gui {

class LookingTest : public QObject {
    Q_OBJECT
  private slots:
    void init();
    void nothingIsShownOfMessagesThatNobodySends();
    void lookingAtATableChoosesNoRow();
    void headingsKeepClearOfTheButton();
    void reasonsAreReadWhole();
    void theClockBeginsWhereSomethingMoves();
    void aStripSaysWhatIsLookedAt();
    void tabsHaveRoomForTheirNames();

  private:
    void open(char const* job);
    void wait();
    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
};

void LookingTest::init() {
    QSettings().clear();
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    window_->resize(1024, 768);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void LookingTest::open(char const* job) {
    window_->session().document()->setModified(false);
    window_->openFile(qEnvironmentVariable("TESSERA_DATA") + "/jobs/" + job);
    wait();
}

void LookingTest::wait() {
    window_->session().finish();
    QTRY_VERIFY(!window_->isDrawing());
    QCoreApplication::processEvents();
}

/// A job that maps its arrays once: its balance is shown, and no panel of messages; one edit brings them back.
void LookingTest::nothingIsShownOfMessagesThatNobodySends() {
    open("triangle.hpf");
    for (View const view : {&MessagesPanel::kind, &SchedulePanel::kind, &NetworkPanel::kind, &CostPanel::kind})
        QVERIFY(!window_->findChild<QDockWidget*>(viewName(view))->isVisible());
    QVERIFY(!window_->panel<InsightPanel>()->visibleRegion().isEmpty());
    QVERIFY2(window_->panel<InsightPanel>()->canvas()->scene().title == "balance of real A(30,30)",
             window_->panel<InsightPanel>()->canvas()->scene().title.c_str());
    QVERIFY(window_->findChild<QDockWidget*>("comm")->isVisible());
    window_->panel<OwnershipPanel>()->source()->setFocus();
    QTest::keyClick(window_->panel<OwnershipPanel>()->source(), Qt::Key_Down, Qt::ShiftModifier);
    QVERIFY(!window_->panel<MemoryPanel>()->details().startsWith("Before"));
    window_->session().replaceText(
        window_->session().text().replace("      end", "chpf$ redistribute T(cyclic,block) onto P\n      end"));
    wait();
    QVERIFY2(!window_->session().error(), window_->session().error() ? window_->session().error()->message.c_str() : "");
    QVERIFY(!window_->panel<MessagesPanel>()->visibleRegion().isEmpty());
    QVERIFY(!window_->panel<MessagesPanel>()->canvas()->scene().rects.empty());
}

void LookingTest::lookingAtATableChoosesNoRow() {
    open("fft2d.hpf");
    QTest::keyClick(window_.get(), Qt::Key_3, Qt::ControlModifier);
    wait();
    QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(window_->panel<MessagesPanel>()->table()));
    QVERIFY(!window_->session().selection().message);
    QTest::keyClick(window_->panel<MessagesPanel>()->table(), Qt::Key_Down);
    QVERIFY(window_->session().selection().message == (Selection::Pair{0, 1}));
    QTest::keyClick(window_->panel<MessagesPanel>()->table(), Qt::Key_Down);
    QVERIFY(window_->session().selection().message == (Selection::Pair{0, 2}));
}

void LookingTest::headingsKeepClearOfTheButton() {
    open("fft2d.hpf");
    window_->showView(&NetworkPanel::kind);
    wait();
    TableView* table = window_->findChildren<TableView*>().first();
    for (TableView* const each : window_->findChildren<TableView*>()) {
        if (!each->isVisible() || each->visibleRegion().isEmpty()) continue;
        table = each;
        TableHeader* const header = each->header();
        int const last = each->model()->columnCount() - 1;
        QRect const room = header->roomOf(last);
        QVERIFY(!room.intersects(header->button()->geometry()));
        QString const words = each->model()->headerData(last, Qt::Horizontal).toString();
        QVERIFY2(room.width() >= header->fontMetrics().horizontalAdvance(words),
                 qPrintable(QStringLiteral("'%1' has %2 pixels").arg(words).arg(room.width())));
    }
    QCOMPARE(table->accessibleName(), QStringLiteral("links"));
}

/// Why an algorithm cannot be used: in the part of the table that is seen, on as many lines as it takes.
void LookingTest::reasonsAreReadWhole() {
    open("fft2d.hpf");
    window_->showView(&SchedulePanel::kind);
    auto* const tabs = window_->panel<SchedulePanel>()->findChild<QTabBar*>();
    tabs->setCurrentIndex(tabs->count() - 1);
    wait();
    TableView* const table = window_->panel<SchedulePanel>()->comparisonTable();
    AlgorithmsModel const& model = *window_->panel<SchedulePanel>()->comparison();
    int refused = 0;
    int best = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        int const record = model.recordOf(model.index(row, 0));
        ComparedSchedule const& algorithm = model.records()[as_size(record)];
        if (algorithm.refusal.empty() && row > 0) { // sorted by what decides
            int const before = model.recordOf(model.index(row - 1, 0));
            QVERIFY(model.records()[as_size(before)].congested_bytes <= algorithm.congested_bytes);
        }
        best += window_->panel<SchedulePanel>()->marks()->marksOf(record).contains("best") ? 1 : 0;
        if (algorithm.refusal.empty()) continue;
        ++refused;
        // The cells may go on beyond what is seen; the words do not.
        QRect const cells(table->columnViewportPosition(AlgorithmsModel::Steps), 0, 4000, 20);
        QVERIFY(ComparisonDelegate::roomOf(*table, cells).right() < table->viewport()->width());
        int const left = table->columnViewportPosition(AlgorithmsModel::Steps);
        QRect const room(0, 0, table->viewport()->width() - left - 8, 0);
        QRect const needed = table->fontMetrics().boundingRect(room, Qt::TextWordWrap, QString::fromStdString(algorithm.refusal));
        QVERIFY2(table->rowHeight(row) >= needed.height(), algorithm.refusal.c_str());
        QVERIFY(needed.width() <= room.width());
    }
    QVERIFY(refused > 0 && best > 0);
    // What decides is seen without scrolling.
    QVERIFY(table->columnViewportPosition(AlgorithmsModel::Time) < table->viewport()->width());
}

/// Schedules for all pairs leave steps empty where few talk.
void LookingTest::theClockBeginsWhereSomethingMoves() {
    ScheduleChoice choice;
    choice.algorithm = "pex-gen";
    window_->session().setChoice(choice);
    open("replicated.hpf");
    Schedule const& schedule = *window_->session().schedule()->schedule;
    QCOMPARE(schedule.steps(), 15);
    int transfers = 0;
    schedule.for_each_transfer(window_->session().selection().step, [&](Transfer const&) { ++transfers; });
    QCOMPARE(transfers, 4);
}

void LookingTest::aStripSaysWhatIsLookedAt() {
    for (FormatInfo const& info : dist_formats()) QVERIFY(info.explanation.ends_with('.') && !info.name.empty());
    open("fft2d.hpf");
    window_->showView(&OwnershipPanel::kind);
    ExplanationStrip* const strip = window_->explanation();
    QVERIFY(strip->isVisible());
    QVERIFY2(strip->text().contains("<b>block</b>"), qPrintable(strip->text()));
    QVERIFY(!strip->text().contains("<b>cyclic</b>"));
    window_->showView(&SchedulePanel::kind);
    QVERIFY2(strip->text().contains("<b>pex</b>"), qPrintable(strip->text()));
    int const height = strip->height();
    strip->fold()->click();
    QCoreApplication::processEvents();
    QVERIFY(strip->isFolded());
    QVERIFY(strip->height() <= height);
    MainWindow const next(folder_.filePath("recovery2"));
    QVERIFY(const_cast<MainWindow&>(next).explanation()->isFolded());
    strip->fold()->click();
    QVERIFY(!strip->isFolded());
}

/// All panels of a job stand behind tabs on a small screen.
void LookingTest::tabsHaveRoomForTheirNames() {
    open("fft2d.hpf");
    CompactStyle style(QStyleFactory::create(QStringLiteral("fusion")));
    int tabs = 0;
    for (QTabBar* const bar : window_->findChildren<QTabBar*>()) {
        if (!bar->isVisible() || bar->count() < 5) continue;
        bar->setStyle(&style);
        QApplication::processEvents();
        for (int i = 0; i < bar->count(); ++i, ++tabs)
            QVERIFY2(bar->tabRect(i).width() >= bar->fontMetrics().horizontalAdvance(bar->tabText(i)),
                     qPrintable(QStringLiteral("%1: %2 pixels").arg(bar->tabText(i)).arg(bar->tabRect(i).width())));
        bar->setStyle(nullptr);
    }
    QVERIFY(tabs >= 8);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::LookingTest)
#include "looking_test.moc"
