// SPDX-License-Identifier: BSD-3-Clause
// Tessera: work hears that it shall stop, and its reports arrive.
#include "libcore/base/watch.hpp"
#include "tests/suite/qt_suite.hpp"

#include <vector>

using namespace tessera;

class WatchTest : public QObject {
    Q_OBJECT

  private slots:
    void nobodyWatches();
    void aStopIsHeardByAllCopies();
    void reportsReachTheSink();
    void theErrorIsRecognised();
};

void WatchTest::nobodyWatches() {
    Watch const watch;
    watch.report(1, 2);
    QVERIFY(!watch.stopped());
}

void WatchTest::aStopIsHeardByAllCopies() {
    std::stop_source source;
    Watch const watch(source.get_token());
    Watch const part = watch.silent();
    QVERIFY(!watch.stopped());
    QVERIFY(!part.stopped());
    source.request_stop();
    QVERIFY(watch.stopped());
    QVERIFY(part.stopped());
}

void WatchTest::reportsReachTheSink() {
    struct : ProgressSink {
        std::vector<std::pair<Index, Index>> reports;
        void report(Index done, Index of) override { reports.emplace_back(done, of); }
    } sink;
    Watch const watch({}, &sink);
    watch.report(3, 7);
    watch.silent().report(4, 7);
    QCOMPARE(sink.reports.size(), std::size_t{1});
    QVERIFY(sink.reports.front() == std::pair(Index{3}, Index{7}));
}

void WatchTest::theErrorIsRecognised() {
    Result<int> const stopped = stopped_error();
    QVERIFY(is_stopped(stopped.error()));
    Result<double> const passed_on = forward_error(stopped);
    QVERIFY(is_stopped(passed_on.error()));
    QVERIFY(!is_stopped(Error{stopped.error().message}));
}

TEST_CLASS(WatchTest)
#include "watch_test.moc"
