// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the five transfer algorithms of CDT against the counts derived for them.
#include "libcore/schedule/quality.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/schedule/step_text.hpp"

using namespace tessera;

namespace {

/// Messages that go from a sender to a receiver, not among senders or receivers.
Index crossings(Schedule const& schedule, int senders) {
    Index count = 0;
    for (int step = 0; step < schedule.steps(); ++step)
        schedule.for_each_transfer(
            step, [&](Transfer const& transfer) { count += transfer.from < senders && transfer.to >= senders ? 1 : 0; });
    return count;
}

} // namespace

class CdtTest : public QObject {
    Q_OBJECT

  private slots:
    void counts_data();
    void counts();
    void centralized();
    void staged();
    void staged_mirrored();
    void multistage();
    void multistage_of_three();
    void hybrid_figure_2();
    void hybrid_mirrored();
    void hybrid_steps_data();
    void hybrid_steps();
    void receivers_among_the_senders();
};

/// Each sender has 6 bytes for each receiver: D = 6 S R. With M the larger of S and R: centralized S + R - 1 messages, staged S R,
/// both D (2 - 1/M) bytes; all-to-all S R messages and D.
void CdtTest::counts_data() {
    QTest::addColumn<int>("senders");
    QTest::addColumn<int>("receivers");
    for (auto const& [s, r] : {std::pair(4, 2), std::pair(2, 4), std::pair(16, 8), std::pair(8, 16), std::pair(5, 3),
                               std::pair(3, 7), std::pair(6, 6), std::pair(1, 1), std::pair(1, 5), std::pair(5, 1)})
        QTest::addRow("%d to %d", s, r) << s << r;
}

void CdtTest::counts() {
    QFETCH(int, senders);
    QFETCH(int, receivers);
    Index const volume = Index{6} * senders * receivers;
    Index const larger = std::max(senders, receivers);
    Index const smaller = std::min(senders, receivers);
    Index const twice = 2 * volume - volume / larger;

    ScheduleQuality const direct = quality_of(*crossing("unscheduled", senders, receivers, 6));
    QCOMPARE(direct.transfers, Index{senders} * receivers);
    QCOMPARE(direct.bytes_sent, volume);

    auto const centralized = crossing("centralized", senders, receivers, 6);
    QCOMPARE(quality_of(*centralized).transfers, senders + receivers - 1);
    QCOMPARE(quality_of(*centralized).bytes_sent, twice);
    QCOMPARE(crossings(*centralized, senders), smaller);

    auto const staged = crossing("staged", senders, receivers, 6);
    QCOMPARE(quality_of(*staged).transfers, Index{senders} * receivers);
    QCOMPARE(quality_of(*staged).bytes_sent, twice);
    QCOMPARE(crossings(*staged, senders), smaller);
    QCOMPARE(staged->steps(), static_cast<int>(larger));

    auto const multistage = crossing("multistage", senders, receivers, 6);
    int levels = 0;
    while ((1 << levels) < larger) ++levels;
    QCOMPARE(multistage->steps(), levels + 1);
    QCOMPARE(crossings(*multistage, senders), smaller);
    QVERIFY(quality_of(*multistage).transfers <= larger * levels + smaller);
    QVERIFY(quality_of(*multistage).bytes_sent <= volume * levels + volume);

    auto const hybrid = crossing("hybrid", senders, receivers, 6);
    QVERIFY(quality_of(*hybrid).bytes_sent <= twice);
    for (auto const& schedule : {centralized, staged, multistage, hybrid}) QVERIFY(validate(*schedule).has_value());
}

void CdtTest::centralized() {
    auto const schedule = crossing("centralized", 4, 2);
    QVERIFY(step_texts(*schedule) == (std::vector<std::string>{"1->0 2->0 3->0", "0->4 0->5"}));
    QVERIFY(schedule->kind(0) == StepKind::Gather);
    QVERIFY(schedule->blocks({2, 0, 2}, 0) == (std::vector<Block>{{2, 4, 0, 1}, {2, 5, 0, 1}}));
    QCOMPARE(quality_of(*schedule).max_memory, 6 + 8); // 6 foreign bytes are held, then 8 sent
}

void CdtTest::staged() {
    QVERIFY(step_texts(*crossing("staged", 4, 2)) ==
            (std::vector<std::string>{"0->1 3->0", "2->0 3->1", "1->0 2->1", "0->4 1->5"}));
}

/// Senders hand over to the first receivers, which deal out.
void CdtTest::staged_mirrored() {
    auto const schedule = crossing("staged", 2, 4);
    QVERIFY(step_texts(*schedule) == (std::vector<std::string>{"0->2 1->3", "2->3 3->4", "2->4 3->5", "2->5 3->2"}));
    QVERIFY(schedule->blocks({0, 2, 4}, 0) == (std::vector<Block>{{0, 2, 0, 1}, {0, 3, 0, 1}, {0, 4, 0, 1}, {0, 5, 0, 1}}));
}

void CdtTest::multistage() {
    auto const schedule = crossing("multistage", 4, 4);
    QVERIFY(step_texts(*schedule) == (std::vector<std::string>{"0<->1 2<->3", "0<->2 1<->3", "0->4 1->5 2->6 3->7"}));
    QVERIFY(schedule->kind(0) == StepKind::Exchange);
    QVERIFY(schedule->kind(2) == StepKind::SendReceive);
    QCOMPARE(quality_of(*schedule).transfers, 4 * 2 + 4);
}

void CdtTest::multistage_of_three() {
    QVERIFY(step_texts(*crossing("multistage", 3, 2)) == (std::vector<std::string>{"0->1 2->0", "1->0 2->1", "0->3 1->4"}));
}

/// Three steps: while 0 and 1 send, 2 and 3 give each other what the other one will send for both.
void CdtTest::hybrid_figure_2() {
    auto const schedule = crossing("hybrid", 4, 2);
    QVERIFY(step_texts(*schedule) == (std::vector<std::string>{"0->4 1->5 2<->3", "0->5 1->4", "2->4 3->5"}));
    QVERIFY(schedule->blocks({2, 4, 2}, 2) == (std::vector<Block>{{2, 4, 0, 1}, {3, 4, 0, 1}}));
    QCOMPARE(crossings(*schedule, 4), 6);
    QCOMPARE(quality_of(*schedule).one_port_cost, 4); // as the all-to-all
}

void CdtTest::hybrid_mirrored() {
    auto const schedule = crossing("hybrid", 2, 4);
    QCOMPARE(schedule->steps(), 3);
    QCOMPARE(crossings(*schedule, 2), 6);
    QCOMPARE(step_text(*schedule, 0), "0->4 1->5");
}

void CdtTest::hybrid_steps_data() {
    QTest::addColumn<int>("senders");
    QTest::addColumn<int>("receivers");
    QTest::addColumn<int>("steps");
    QTest::newRow("equal") << 6 << 6 << 6;
    QTest::newRow("one idle sender cannot combine") << 5 << 4 << 5;
    QTest::newRow("a group that is not full") << 9 << 5 << 6;
    QTest::newRow("one full group") << 10 << 5 << 6;
    QTest::newRow("one group with a member more") << 11 << 5 << 6;
    QTest::newRow("more singles") << 13 << 5 << 7;
    QTest::newRow("two groups, 5 + 6 + 7") << 18 << 5 << 7;
    QTest::newRow("1 + 2 + 3 + 4") << 10 << 1 << 4;
    QTest::newRow("1 + 2 + 3 + 4 and one more") << 11 << 1 << 5;
}

void CdtTest::hybrid_steps() {
    QFETCH(int, senders);
    QFETCH(int, receivers);
    QFETCH(int, steps);
    QCOMPARE(crossing("hybrid", senders, receivers)->steps(), steps);
    QCOMPARE(crossing("hybrid", receivers, senders)->steps(), steps);
}

/// Receivers that are senders collect for themselves, so an all-to-all needs no last step.
void CdtTest::receivers_among_the_senders() {
    QCOMPARE(all_to_all("staged", 6)->steps(), 5);
    QCOMPARE(all_to_all("multistage", 8)->steps(), 3);
    QCOMPARE(quality_of(*all_to_all("centralized", 6)).transfers, 5 + 5);
    QVERIFY(step_texts(*all_to_all("hybrid", 6)) == step_texts(*all_to_all("gen", 6)));
}

TEST_CLASS(CdtTest)
#include "cdt_test.moc"
