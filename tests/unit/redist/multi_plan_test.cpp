// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several arrays in one plan.
#include "libcore/redist/multi_plan.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/redist/sample_mappings.hpp"

using namespace tessera;
using samples::distributed;

class MultiPlanTest : public QObject {
    Q_OBJECT

  private slots:
    void oneMessagePerPair();
    void nothingToMove();
    void tooManyBytes();
};

void MultiPlanTest::oneMessagePerPair() {
    // A: halves to interleaved; B: from ranks 1, 2 to rank 0. Rank 1 sends to 0 for both.
    auto const a =
        RedistPlan::make(distributed({8}, {DistFormat::block()}, {2}), distributed({8}, {DistFormat::cyclic()}, {2})).value();
    auto const b =
        RedistPlan::make(distributed({6}, {DistFormat::block()}, {2}, {1, 2}), distributed({6}, {DistFormat::collapsed()}, {}))
            .value();
    auto const plan = MultiPlan::make({a, b}).value();
    QCOMPARE(plan.ranks(), Index{3});
    QVERIFY((plan.senders() == std::vector<Rank>{0, 1, 2}));

    auto const sends = plan.sends(1);
    QCOMPARE(sends.size(), std::size_t{2});
    QCOMPARE(sends[0].to, 0);
    QCOMPARE(sends[0].elements, Index{5});
    QCOMPARE(sends[0].bytes, Index{20});
    QCOMPARE(sends[0].parts.size(), std::size_t{2});
    QCOMPARE(sends[0].parts[1].plan, 1);
    QCOMPARE(sends[0].parts[1].message.elements, Index{3});
    QCOMPARE(sends[1].to, 1);
    QCOMPARE(plan.receives(0).size(), std::size_t{3});
    QVERIFY((plan.totals() == RedistTotals{14, 10, 4, 3, 1, 2, 40}));
}

void MultiPlanTest::nothingToMove() {
    auto const plan = MultiPlan::make({}).value();
    QCOMPARE(plan.ranks(), Index{0});
    QVERIFY(plan.sends(0).empty() && plan.receives(0).empty() && plan.senders().empty());
    QVERIFY(plan.totals() == RedistTotals{});
}

void MultiPlanTest::tooManyBytes() {
    auto const mapping = distributed({2'000'000'000'000'000'000}, {DistFormat::block()}, {2}); // 8 * 10^18 bytes
    auto const plan = RedistPlan::make(mapping, mapping).value();
    QVERIFY(MultiPlan::make({plan}).has_value());
    auto const both = MultiPlan::make({plan, plan});
    QVERIFY(!both && both.error().message.find("64 bits") != std::string::npos);
}

TEST_CLASS(MultiPlanTest)
#include "multi_plan_test.moc"
