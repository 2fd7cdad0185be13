// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a new user does with the window, by keys and clicks alone: another mapping, its messages, two algorithms beside
// each other on a mesh, the busiest link, why it is busy, a picture of it, and a run.
#include "gui/panels/editor_panel.hpp"
#include "gui/panels/messages_panel.hpp"
#include "gui/panels/network_panel.hpp"
#include "gui/panels/run_panel.hpp"
#include "gui/panels/schedule_panel.hpp"
#include "gui/windows/main_window.hpp"
#include "tests/gui/own_folder.hpp"
#include "tests/gui/save_dialog.hpp"
#include "tests/gui/screens.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>

namespace tessera::gui {

class TourTest : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase();
    void theExampleIsOpened();
    void blockBecomesCyclic();
    void theMessagesChange();
    void twoAlgorithmsAreCompared();
    void theBusiestLinkIsFound();
    void itIsExported();
    void itIsRun();

  private:
    void press(Qt::Key key, Qt::KeyboardModifiers with = Qt::NoModifier);
    void write(QString const& words);
    /// Presses Tab until the control of that name has the focus.
    void tabTo(QString const& name);
    /// Until everything has followed.
    void wait();
    [[nodiscard]] QString firstMessage() const;

    OwnFolder folder_;
    std::unique_ptr<MainWindow> window_;
    QString messageBefore_;
};

void TourTest::press(Qt::Key key, Qt::KeyboardModifiers with) {
    QVERIFY(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), key, with);
}

void TourTest::write(QString const& words) {
    QVERIFY(QApplication::focusWidget());
    QTest::keyClicks(QApplication::focusWidget(), words);
}

void TourTest::tabTo(QString const& name) {
    for (int i = 0; i < 200 && QApplication::focusWidget()->accessibleName() != name; ++i) press(Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget()->accessibleName(), name);
}

void TourTest::wait() {
    window_->session().finish();
    QTRY_VERIFY(!window_->isDrawing());
    QCoreApplication::processEvents();
}

QString TourTest::firstMessage() const {
    QAbstractItemModel const& table = *window_->panel<MessagesPanel>()->table()->model();
    return table.index(0, table.columnCount() - 1).data().toString();
}

void TourTest::initTestCase() {
    window_ = std::make_unique<MainWindow>(folder_.filePath("recovery"));
    setScene(*window_);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
}

void TourTest::theExampleIsOpened() {
    write("fft2d");
    press(Qt::Key_Return);
    wait();
    QVERIFY2(window_->windowTitle().startsWith("fft2d.hpf"), qPrintable(window_->windowTitle()));
    QVERIFY(window_->panel<MessagesPanel>()->totals().contains("<b>56</b> messages"));
    QTRY_VERIFY(window_->panel<MessagesPanel>()->table()->model()->rowCount() > 0);
    messageBefore_ = firstMessage();
}

void TourTest::blockBecomesCyclic() {
    press(Qt::Key_1, Qt::ControlModifier);
    QString const text = window_->session().text();
    qsizetype const place = text.indexOf("(*,block)") + 3; // where a person sees it
    int const line = static_cast<int>(text.left(place).count(u'\n'));
    press(Qt::Key_Home, Qt::ControlModifier);
    for (int i = 0; i < line; ++i) press(Qt::Key_Down);
    for (qsizetype i = text.lastIndexOf(u'\n', place) + 1; i < place; ++i) press(Qt::Key_Right);
    for (int i = 0; i < 5; ++i) press(Qt::Key_Right, Qt::ShiftModifier);
    write("cyclic(4)");
    wait();
    QVERIFY(window_->panel<EditorPanel>()->message().isEmpty());
    QVERIFY2(window_->session().text().contains("redistribute A(*,cyclic(4)) onto P"), qPrintable(window_->session().text()));
}

void TourTest::theMessagesChange() {
    press(Qt::Key_3, Qt::ControlModifier);
    wait();
    QTRY_VERIFY(window_->panel<MessagesPanel>()->table()->model()->rowCount() > 0);
    QVERIFY(firstMessage() != messageBefore_);
    QVERIFY2(firstMessage().contains("A(1:8, 5:8"), qPrintable(firstMessage()));
    QVERIFY(window_->panel<MessagesPanel>()->canvas()->isVisible());
    QVERIFY(!window_->panel<MessagesPanel>()->canvas()->scene().rects.empty());
}

void TourTest::twoAlgorithmsAreCompared() {
    press(Qt::Key_4, Qt::ControlModifier); // the schedule
    press(Qt::Key_A, Qt::AltModifier);     // its algorithm, in the bar above
    write("pex");
    press(Qt::Key_Tab);
    press(Qt::Key_A, Qt::ControlModifier);
    write("mesh(2,4)");
    press(Qt::Key_Return);
    wait();
    QVERIFY2(window_->panel<SchedulePanel>()->summary().contains("<b>pex</b>: 7 steps"),
             qPrintable(window_->panel<SchedulePanel>()->summary()));
    press(Qt::Key_5, Qt::ControlModifier);
    tabTo("Second algorithm");
    write("gen");
    wait();
    QTRY_VERIFY(window_->panel<NetworkPanel>()->canvas()->scene().title.starts_with("pex on mesh(2,4)"));
    QTRY_VERIFY(window_->panel<NetworkPanel>()->besideCanvas()->scene().title.starts_with("gen on mesh(2,4)"));
    QVERIFY(window_->panel<NetworkPanel>()->besideCanvas()->isVisible());

    // In figures: the last tab of the schedule.
    press(Qt::Key_4, Qt::ControlModifier);
    auto* const tabs = window_->panel<SchedulePanel>()->findChild<QTabBar*>();
    QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tabs->count() - 1).center());
    wait();
    auto const& records = window_->panel<SchedulePanel>()->comparison()->records();
    for (char const* name : {"pex", "gen"}) {
        auto const record = std::ranges::find(records, std::string(name), &ComparedSchedule::algorithm);
        QVERIFY(record != records.end());
        QCOMPARE(record->steps, 7);
        QVERIFY(record->max_load >= 1);
    }
}

void TourTest::theBusiestLinkIsFound() {
    press(Qt::Key_5, Qt::ControlModifier);
    tabTo("links");
    QTRY_VERIFY(!window_->panel<NetworkPanel>()->isBusy());
    press(Qt::Key_Home, Qt::ControlModifier); // sorted: the busiest is the first
    if (!window_->session().selection().link) press(Qt::Key_Down), press(Qt::Key_Up);
    QVERIFY(window_->session().selection().link);
    auto const& links = window_->panel<NetworkPanel>()->links()->records();
    auto const found = std::ranges::find(links, *window_->session().selection().link, &BusyLink::link);
    QVERIFY(found != links.end());
    for (BusyLink const& other : links) QVERIFY(other.share <= found->share);
    QTRY_VERIFY2(window_->panel<NetworkPanel>()->traffic().startsWith("Messages through "),
                 qPrintable(window_->panel<NetworkPanel>()->traffic()));
}

void TourTest::itIsExported() {
    QString const path = folder_.filePath("busiest.svg");
    QDir::setCurrent(folder_.path());
    SaveDialogAnswer const answer("busiest.svg", [](QFileDialog&, QLineEdit& name) { QTest::keyClick(&name, Qt::Key_Return); });
    press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(window_->statusBar()->currentMessage().startsWith("Saved: "));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QString const svg = QString::fromUtf8(file.readAll());
    QVERIFY(svg.startsWith("<svg") || svg.startsWith("<?xml"));
    QVERIFY(svg.contains("pex on mesh(2,4), step 1 of 7"));
    QVERIFY(svg.contains("stroke=\"#d63384\"")); // the link that was found stands out
}

/// With the algorithm and the network that were chosen; its time lies over the predictions.
void TourTest::itIsRun() {
    window_->activateWindow(); // after the dialog, without a window manager
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    press(Qt::Key_9, Qt::ControlModifier);
    QCOMPARE(QApplication::focusWidget(), window_->panel<RunPanel>()->button());
    press(Qt::Key_Space);
    QVERIFY2(window_->panel<RunPanel>()->isRunning(), qPrintable(window_->panel<RunPanel>()->output()));
    QVERIFY2(window_->panel<RunPanel>()->command().contains("--algorithm pex --topology 'mesh(2,4)'"),
             qPrintable(window_->panel<RunPanel>()->command()));
    QTRY_VERIFY_WITH_TIMEOUT(!window_->panel<RunPanel>()->isRunning(), 60000);
    QVERIFY2(window_->panel<RunPanel>()->output().contains("verified"), qPrintable(window_->panel<RunPanel>()->output()));
    window_->session().document()->setModified(false);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::TourTest)
#include "tour_test.moc"
