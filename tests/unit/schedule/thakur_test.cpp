// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the exchange algorithms of Thakur's chapter 4 against his tables and counts.
#include "libcore/schedule/quality.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/schedule/step_text.hpp"

#include <map>

using namespace tessera;

class ThakurTest : public QObject {
    Q_OBJECT

  private slots:
    void table_4_1();
    void table_4_2();
    void table_4_3();
    void lex();
    void gen();
    void pex_gen_idles_in_the_second_half();
    void pex_gen_shift_of_20_ranks();
    void rex_blocks();
    void rex_mesh_halves_columns_first();
    void ipex_steps();
    void ipex_blocks();
    void counts();
    void counts_data();
};

void ThakurTest::table_4_1() {
    QVERIFY(step_texts(*all_to_all("pex", 8)) ==
            (std::vector<std::string>{"0<->1 2<->3 4<->5 6<->7", "0<->2 1<->3 4<->6 5<->7", "0<->3 1<->2 4<->7 5<->6",
                                      "0<->4 1<->5 2<->6 3<->7", "0<->5 1<->4 2<->7 3<->6", "0<->6 1<->7 2<->4 3<->5",
                                      "0<->7 1<->6 2<->5 3<->4"}));
}

void ThakurTest::table_4_2() {
    QVERIFY(step_texts(*all_to_all("rex", 8)) ==
            (std::vector<std::string>{"0<->4 1<->5 2<->6 3<->7", "0<->2 1<->3 4<->6 5<->7", "0<->1 2<->3 4<->5 6<->7"}));
}

void ThakurTest::table_4_3() {
    QVERIFY(step_texts(*all_to_all("bex", 8)) ==
            (std::vector<std::string>{"0<->7 1<->2 3<->4 5<->6", "0<->2 1<->7 3<->5 4<->6", "0<->1 2<->7 3<->6 4<->5",
                                      "0<->4 1<->5 2<->6 3<->7", "0<->3 1<->6 2<->5 4<->7", "0<->6 1<->3 2<->4 5<->7",
                                      "0<->5 1<->4 2<->3 6<->7"}));
}

void ThakurTest::lex() {
    auto const schedule = all_to_all("lex", 4);
    QVERIFY(step_texts(*schedule) ==
            (std::vector<std::string>{"1->0 2->0 3->0", "0->1 2->1 3->1", "0->2 1->2 3->2", "0->3 1->3 2->3"}));
    QVERIFY(schedule->kind(0) == StepKind::Gather);
}

void ThakurTest::gen() {
    auto const schedule = all_to_all("gen", 5);
    QCOMPARE(schedule->steps(), 4);
    QCOMPARE(step_text(*schedule, 1), "0->2 1->3 2->4 3->0 4->1");
    QVERIFY(schedule->kind(1) == StepKind::SendReceive);
}

/// 20 ranks of 32: in steps 1 to 15 sixteen ranks are among themselves; from step 16 on four at most meet one of the last four.
void ThakurTest::pex_gen_idles_in_the_second_half() {
    ScheduleQuality const quality = quality_of(*all_to_all("pex-gen", 20));
    QCOMPARE(quality.idle_ranks.size(), std::size_t{31});
    for (std::size_t step = 0; step < 31; ++step) {
        // 16 to 19 have partners among themselves in steps 1, 2 and 3 only.
        int const idle = step < 3 ? 0 : step < 15 ? 4 : 12;
        QCOMPARE(quality.idle_ranks[step], idle);
    }
}

/// The ranks are the virtual numbers 6 to 25 of 0 to 31: each step is made of exchanges, and every pair meets once.
void ThakurTest::pex_gen_shift_of_20_ranks() {
    auto const schedule = all_to_all("pex-gen-shift", 20);
    QCOMPARE(schedule->steps(), 31);
    std::map<std::pair<int, int>, int> meetings;
    for (int step = 0; step < 31; ++step)
        schedule->for_each_transfer(step, [&](Transfer const& transfer) {
            QCOMPARE((transfer.from + 6) ^ (transfer.to + 6), step + 1);
            std::vector<Transfer> back;
            schedule->sends(transfer.to, step, back);
            QVERIFY(back == (std::vector<Transfer>{{transfer.to, transfer.from, 1}}));
            meetings[{transfer.from, transfer.to}] += 1;
        });
    QCOMPARE(meetings.size(), std::size_t{20 * 19});
    for (int step = 0; step < 31; ++step) { // as many ranks are idle in the lower half as in the upper
        int lower = 0;
        int upper = 0;
        schedule->for_each_transfer(step, [&](Transfer const& transfer) { (transfer.from < 10 ? lower : upper) += 1; });
        QCOMPARE(lower, upper);
    }
}

void ThakurTest::rex_blocks() {
    auto const schedule = all_to_all("rex", 8, 10);
    QVERIFY(schedule->store_and_forward());
    std::vector<Transfer> sends;
    schedule->sends(5, 1, sends);
    QVERIFY(sends == (std::vector<Transfer>{{5, 7, 40}})); // L P/2
    // In step 2 rank 5 holds what 1 and 5 have for 4 to 7, and passes on the part for 6 and 7.
    QVERIFY(schedule->blocks({5, 7, 40}, 1) == (std::vector<Block>{{1, 6, 0, 10}, {1, 7, 0, 10}, {5, 6, 0, 10}, {5, 7, 0, 10}}));
}

void ThakurTest::rex_mesh_halves_columns_first() {
    auto const schedule = all_to_all("rex-mesh", 8, 1, MeshShape{2, 4});
    QVERIFY(step_texts(*schedule) ==
            (std::vector<std::string>{"0<->2 1<->3 4<->6 5<->7", "0<->1 2<->3 4<->5 6<->7", "0<->4 1<->5 2<->6 3<->7"}));
    ScheduleQuality const quality = quality_of(*schedule);
    QCOMPARE(quality.one_port_cost, 3 * 4);
}

/// On 2 x 4: three groups of a row exchange (r L bytes) and a column exchange, then the column's own data.
void ThakurTest::ipex_steps() {
    auto const schedule = all_to_all("ipex", 8, 10, MeshShape{2, 4});
    std::string const columns = "0<->4 1<->5 2<->6 3<->7";
    QVERIFY(step_texts(*schedule) == (std::vector<std::string>{"0<->1 2<->3 4<->5 6<->7", columns, "0<->2 1<->3 4<->6 5<->7",
                                                               columns, "0<->3 1<->2 4<->7 5<->6", columns, columns}));
    for (int step = 0; step < 7; ++step)
        schedule->for_each_transfer(
            step, [&](Transfer const& transfer) { QCOMPARE(transfer.bytes, step % 2 == 0 && step < 6 ? 20 : 10); });
}

void ThakurTest::ipex_blocks() {
    auto const schedule = all_to_all("ipex", 8, 10, MeshShape{2, 4});
    QVERIFY(schedule->blocks({1, 3, 20}, 2) == (std::vector<Block>{{1, 3, 0, 10}, {1, 7, 0, 10}}));
    QVERIFY(schedule->blocks({3, 7, 10}, 3) == (std::vector<Block>{{1, 7, 0, 10}}));
    QVERIFY(schedule->blocks({3, 7, 10}, 6) == (std::vector<Block>{{3, 7, 0, 10}}));
}

void ThakurTest::counts_data() {
    QTest::addColumn<QString>("algorithm");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("steps");
    QTest::addColumn<int>("bytes_per_port"); // of messages of one byte, over all steps
    QTest::newRow("lex 12") << "lex" << 12 << 1 << 12 << 12 * 11;
    QTest::newRow("pex 16") << "pex" << 16 << 1 << 15 << 15;
    QTest::newRow("pex 1") << "pex" << 1 << 1 << 0 << 0;
    QTest::newRow("bex 32") << "bex" << 32 << 1 << 31 << 31;
    QTest::newRow("rex 64") << "rex" << 64 << 1 << 6 << 6 * 32;
    QTest::newRow("pex-gen 144") << "pex-gen" << 144 << 1 << 255 << 255;
    QTest::newRow("pex-gen-shift 144") << "pex-gen-shift" << 144 << 1 << 255 << 255;
    QTest::newRow("pex-gen-shift 16") << "pex-gen-shift" << 16 << 1 << 15 << 15;
    QTest::newRow("gen 20") << "gen" << 20 << 1 << 19 << 19;
    QTest::newRow("ipex 4x8") << "ipex" << 32 << 4 << 31 << 7 * 4 + 7 * 3 + 3;
    QTest::newRow("ipex 8x1") << "ipex" << 8 << 8 << 7 << 7;
    QTest::newRow("rex-mesh 8x8") << "rex-mesh" << 64 << 8 << 6 << 6 * 32;
    QTest::newRow("bruck 16") << "bruck" << 16 << 1 << 4 << 4 * 8;
    QTest::newRow("bruck 21") << "bruck" << 21 << 1 << 5 << 10 + 10 + 9 + 8 + 5;
    QTest::newRow("caterpillar 8") << "caterpillar" << 8 << 1 << 8 << 8;
    QTest::newRow("caterpillar 2") << "caterpillar" << 2 << 1 << 1 << 1;
    QTest::newRow("unscheduled 9") << "unscheduled" << 9 << 1 << 1 << 8;
    QTest::newRow("coloured 13") << "coloured" << 13 << 1 << 12 << 12;
    QTest::newRow("largest-first 13") << "largest-first" << 13 << 1 << 12 << 12;
    QTest::newRow("split 13") << "split" << 13 << 1 << 12 << 12;
}

void ThakurTest::counts() {
    QFETCH(QString, algorithm);
    QFETCH(int, ranks);
    QFETCH(int, rows);
    QFETCH(int, steps);
    QFETCH(int, bytes_per_port);
    auto const schedule = all_to_all(algorithm.toStdString(), ranks, 1, MeshShape{rows, ranks / rows});
    QCOMPARE(schedule->steps(), steps);
    ScheduleQuality const quality = quality_of(*schedule);
    QCOMPARE(quality.one_port_cost, bytes_per_port);
    QCOMPARE(quality.lower_bound, ranks - 1);
    QCOMPARE(quality.max_degree, ranks - 1);
    QVERIFY(validate(*schedule).has_value());
}

TEST_CLASS(ThakurTest)
#include "thakur_test.moc"
