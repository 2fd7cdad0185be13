// SPDX-License-Identifier: BSD-3-Clause
// Tessera: schedules of block-cyclic redistributions, against figures computed apart from this code.
#include "libcore/redist/multi_plan.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "libcore/schedule/quality.hpp"
#include "tests/suite/qt_suite.hpp"

#include <cmath>
#include <numeric>

using namespace tessera;

namespace {

/// cyclic(block) over `count` ranks from `first` on.
Mapping cyclic(Index extent, Index block, int count, Rank first) {
    MappingSpec spec;
    spec.array.lower = {1};
    spec.array.extents = {extent};
    spec.formats = {DistFormat::cyclic(block)};
    std::vector<Rank> ranks(static_cast<std::size_t>(count));
    std::iota(ranks.begin(), ranks.end(), first);
    spec.processors = {"P", {1}, {count}, std::move(ranks), GridOrder::RowMajor};
    return Mapping::make(spec).value();
}

} // namespace

class RedistributionTest : public QObject {
    Q_OBJECT

  private slots:
    void block_cyclic_data();
    void block_cyclic();
};

void RedistributionTest::block_cyclic_data() {
    QTest::addColumn<int>("source_block");
    QTest::addColumn<int>("source_ranks");
    QTest::addColumn<int>("target_block");
    QTest::addColumn<int>("target_ranks");
    QTest::addColumn<bool>("disjoint");
    QTest::addColumn<int>("max_degree");
    QTest::addColumn<int>("caterpillar_rounds");
    QTest::addColumn<double>("caterpillar_ratio"); // cost over the busiest port
    QTest::newRow("cyclic(3) to cyclic(5) on 16") << 3 << 16 << 5 << 16 << false << 7 << 14 << 2.0;
    QTest::newRow("cyclic(8) on 64 to cyclic(12) on 48") << 8 << 64 << 12 << 48 << true << 16 << 64 << 5.33;
    QTest::newRow("cyclic(4) on 24 to cyclic(6) on 36") << 4 << 24 << 6 << 36 << true << 18 << 36 << 4.0;
    QTest::newRow("cyclic(3) on 6 to cyclic(5) on 10") << 3 << 6 << 5 << 10 << true << 10 << 10 << 1.0;
}

void RedistributionTest::block_cyclic() {
    QFETCH(int, source_block);
    QFETCH(int, source_ranks);
    QFETCH(int, target_block);
    QFETCH(int, target_ranks);
    QFETCH(bool, disjoint);
    QFETCH(int, max_degree);
    QFETCH(int, caterpillar_rounds);
    QFETCH(double, caterpillar_ratio);
    Index const extent = Index{source_block} * source_ranks * target_block * target_ranks; // whole periods
    auto const plan = RedistPlan::make(cyclic(extent, source_block, source_ranks, 0),
                                       cyclic(extent, target_block, target_ranks, disjoint ? source_ranks : 0))
                          .value();
    auto const set = MessageSet::of(MultiPlan::make({plan}).value()).value();
    QCOMPARE(set.max_degree(), max_degree);

    ScheduleQuality const caterpillar = quality_of(*make_schedule("caterpillar", set).value());
    QCOMPARE(caterpillar.steps, caterpillar_rounds);
    auto const ratio = static_cast<double>(caterpillar.one_port_cost) / static_cast<double>(caterpillar.lower_bound);
    QVERIFY(std::abs(ratio - caterpillar_ratio) < 0.01);

    QCOMPARE(quality_of(*make_schedule("coloured", set).value()).steps, max_degree);
    ScheduleQuality const split = quality_of(*make_schedule("split", set).value());
    QCOMPARE(split.one_port_cost, split.lower_bound);
}

TEST_CLASS(RedistributionTest)
#include "redistribution_test.moc"
