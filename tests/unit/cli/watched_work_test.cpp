// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work that is watched shows its stages, and an interrupt stops it.
#include "cli/common/watched_work.hpp"
#include "tests/suite/qt_suite.hpp"

#include <csignal>
#include <string>

using namespace tessera;
using namespace tessera::cli;

class WatchedWorkTest : public QObject {
    Q_OBJECT

  private slots:
    void stagesAreShownUnderOneName();
    void anInterruptStopsTheWork();
    void withoutAnInterruptNothingStops();

  private:
    double now_ = 0;
    std::string shown_;
    [[nodiscard]] Progress::Display display() {
        return {false, 80, [this] { return now_; }, [this](std::string_view text) { shown_ += text; }};
    }
};

void WatchedWorkTest::stagesAreShownUnderOneName() {
    shown_.clear();
    WatchedWork work("scheduling", ProgressMode::Auto, false, display());
    work.watch().report(1, 4);
    QCOMPARE(shown_, std::string());
    now_ += 3;
    work.watch().report(3, 4);
    now_ += 6;
    work.watch().report(1, 10);
    QCOMPARE(shown_, std::string("scheduling: 75 %\nscheduling: 10 %\n"));
}

void WatchedWorkTest::anInterruptStopsTheWork() {
    WatchedWork work("scheduling", ProgressMode::Never, false, display());
    Watch const watch = work.watch();
    QVERIFY(!watch.stopped());
    QCOMPARE(std::raise(SIGINT), 0);
    QTRY_VERIFY(watch.stopped());
}

void WatchedWorkTest::withoutAnInterruptNothingStops() {
    Watch watch;
    {
        WatchedWork work("scheduling", ProgressMode::Never, false, display());
        watch = work.watch().silent();
    }
    QVERIFY(!watch.stopped());
}

APPLICATION_TEST_CLASS(QCoreApplication, WatchedWorkTest)
#include "watched_work_test.moc"
