// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of recorded traces read back.
#include "libcore/report/messages/recorded_trace.hpp"
#include "tests/suite/qt_suite.hpp"

namespace tessera {

class RecordedTraceTest : public QObject {
    Q_OBJECT
  private slots:
    void transfers_are_summed_up();
    void the_median_of_several_executions_counts();
    void what_is_no_trace_is_refused_data();
    void what_is_no_trace_is_refused();
};

namespace {

constexpr char const* two_transfers = R"({"schema": "tessera.trace/1", "algorithm": "gen", "ranks": 2, "time": 0.5,
    "transfers": [{"from": 0, "to": 1, "bytes": 8}, {"from": 1, "to": 0, "bytes": 20}]})";

} // namespace

void RecordedTraceTest::transfers_are_summed_up() {
    auto const trace = read_trace(two_transfers, "t.json");
    QVERIFY(trace.has_value());
    QCOMPARE(trace->algorithm, std::string("gen"));
    QCOMPARE(trace->transfers, Index{2});
    QCOMPARE(trace->bytes, Index{28});
    QCOMPARE(trace->longest, Index{20});
    QVERIFY(fits(*trace, MessageSet::all_to_all(2, 14).value()));
    QVERIFY(!fits(*trace, MessageSet::all_to_all(2, 15).value())); // more bytes than were sent
    QVERIFY(!fits(*trace, MessageSet::all_to_all(3, 1).value()));  // more ranks
    auto const observed = observed_times(std::vector{*trace});
    QCOMPARE(observed.size(), std::size_t{1});
}

/// The transfers are those of the last execution.
void RecordedTraceTest::the_median_of_several_executions_counts() {
    QString const times = R"("time": 0.5, "times": {"repeat": 3, "warm_up": 1, "min": 0.1, "median": 0.2, "max": 0.4})";
    auto const trace = read_trace(QString(two_transfers).replace(R"("time": 0.5)", times).toStdString(), "t.json");
    QVERIFY(trace.has_value());
    auto const observed = observed_times(std::vector{*trace});
    QCOMPARE(observed.at(0).points.at(0).seconds, 0.2);
    QCOMPARE(observed.at(0).times, std::string("200.0 ms (median of 3 after 1 to warm up; 100.0 ms to 400.0 ms)"));
    auto const once = read_trace(two_transfers, "t.json");
    QCOMPARE(observed_times(std::vector{*once}).at(0).times, std::string("500.0 ms"));
}

void RecordedTraceTest::what_is_no_trace_is_refused_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("word");
    QString const trace = two_transfers;
    QTest::newRow("no JSON") << "{"
                             << "is no trace";
    QTest::newRow("an array") << "[]"
                              << "is no trace";
    QTest::newRow("another schema") << R"({"schema": "tessera.plan/1"})"
                                    << "is no trace";
    QTest::newRow("no time") << QString(trace).replace("0.5", "null") << "without a time";
    QTest::newRow("ranks in words") << QString(trace).replace(R"("ranks": 2)", R"("ranks": "two")") << "how many ranks";
    QTest::newRow("bytes in words") << QString(trace).replace(R"("bytes": 8)", R"("bytes": "eight")") << "has no bytes";
    QTest::newRow("a transfer that is a number")
        << QString(trace).replace(R"({"from": 0, "to": 1, "bytes": 8})", "7") << "has no bytes";
    QTest::newRow("negative bytes") << QString(trace).replace(R"("bytes": 8)", R"("bytes": -8)") << "has no bytes";
    QTest::newRow("bytes above the largest") << QString(trace).replace(R"("bytes": 8)", R"("bytes": 18446744073709551615)")
                                             << "has no bytes";
    QTest::newRow("a sum that does not fit") << QString(trace).replace(R"("bytes": 8)", R"("bytes": 9223372036854775807)")
                                             << "than fit 64 bits";
    QTest::newRow("times without a median") << QString(trace).replace(
                                                   R"("time": 0.5)",
                                                   R"("time": 0.5, "times": {"repeat": 3, "min": 0.1, "max": 0.4})")
                                            << "\"times\" cannot be read";
    QTest::newRow("of a halo") << QString(trace).replace(R"("ranks": 2)", R"("operation": "halo", "ranks": 2)")
                               << "is a trace of distcomm halo, not of a redistribution";
    QTest::newRow("nothing sent") << R"({"schema": "tessera.trace/1", "ranks": 2, "time": 1, "transfers": []})"
                                  << "nothing was sent";
}

void RecordedTraceTest::what_is_no_trace_is_refused() {
    QFETCH(QString, text);
    QFETCH(QString, word);
    auto const trace = read_trace(text.toStdString(), "some.json");
    QVERIFY(!trace);
    QString const message = QString::fromStdString(trace.error().message);
    QVERIFY2(message.startsWith("'some.json' ") && message.contains(word), qPrintable(message));
}

} // namespace tessera

APPLICATION_TEST_CLASS(QCoreApplication, tessera::RecordedTraceTest)
#include "recorded_trace_test.moc"
