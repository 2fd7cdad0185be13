// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PeriodicSet on the papers' examples, in its canonical form, and at the edges of the integers.
#include "libcore/sets/periodic_set.hpp"

#include "libcore/sets/disjoint_union.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {
using List = std::vector<Falls>;

/// cyclic(block) of [0, extent) over `processors`: what coordinate `q` owns.
PeriodicSet cyclic(Index extent, Index block, Index processors, Index q) {
    return PeriodicSet::periodic(0, block * processors, {{q * block, (q + 1) * block}}, {0, extent});
}

constexpr Index extent = max_extent; // the longest array there is
constexpr Index limit = extent + 1;  // the longest period
} // namespace

class PeriodicSetTest : public QObject {
    Q_OBJECT

  private slots:
    void regularDistributionsOf32_data();
    void regularDistributionsOf32();
    void queriesOfAPartialLastBlock();
    void emptySet();
    void runsMergeAcrossThePeriod();
    void canonicalForm();
    void equalityIgnoresRepresentation();
    void fallsOfAListFindTheirFamilies();
    void cutBlocksFindBackToTheirFamily();
    void complementOfACyclicSetStaysPeriodic();
    void unionsStayShort();
    void strides();
    void preimagesOfRareElements();
    void longestArray();
    void longestPeriods();
    void negativeIndices();
};

void PeriodicSetTest::regularDistributionsOf32_data() {
    QTest::addColumn<Index>("block");
    QTest::addColumn<Index>("q");
    QTest::addColumn<List>("falls");
    QTest::newRow("Fig. 5, block") << Index{8} << Index{1} << List{{8, 15, 8, 1}};
    QTest::newRow("Fig. 5, cyclic") << Index{1} << Index{1} << List{{1, 1, 4, 8}};
    QTest::newRow("Fig. 5, cyclic(2)") << Index{2} << Index{1} << List{{2, 3, 8, 4}};
    QTest::newRow("Fig. 6, cyclic(3)") << Index{3} << Index{2} << List{{6, 8, 12, 2}, {30, 31, 2, 1}};
    QTest::newRow("nothing left for the last") << Index{11} << Index{3} << List{};
}

void PeriodicSetTest::regularDistributionsOf32() {
    QFETCH(Index, block);
    QFETCH(Index, q);
    QFETCH(List, falls);
    QVERIFY(cyclic(32, block, 4, q).falls() == falls);
}

void PeriodicSetTest::queriesOfAPartialLastBlock() {
    auto const set = cyclic(32, 3, 4, 2); // 6 7 8 18 19 20 30 31
    QCOMPARE(set.count(), 8);
    QVERIFY((set.bounds() == Run{6, 32}));
    QVERIFY(set.contains(31) && !set.contains(32) && !set.contains(29) && !set.contains(-6));
    QCOMPARE(set.element(6), 30);
    QCOMPARE(set.position(18), 3);
    QCOMPARE(set.count_below(-1), 0);
    QCOMPARE(set.count_below(1000), 8);
    QCOMPARE(set.count_in({8, 20}), 3);
    QCOMPARE(set.count_in({20, 8}), 0);
}

void PeriodicSetTest::emptySet() {
    PeriodicSet const set;
    QVERIFY(set.empty() && set.falls().empty() && set.runs().empty() && !set.contains(0) && !set.run_from(-5));
    QCOMPARE(set.count_below(7), 0);
    QVERIFY(set == PeriodicSet::interval({3, 3}));
    QVERIFY(set == PeriodicSet::periodic(0, 7, {}, {0, 50}));
    QVERIFY(set == PeriodicSet::of_falls({5, 9, 10, 0}));
    QVERIFY((set.clipped({0, 9}).empty() && set.shifted(4) == set && set.affine_image(3, 1).empty()));
    QVERIFY(set.complement({2, 4}) == PeriodicSet::interval({2, 4}));
    auto const other = cyclic(32, 3, 4, 2);
    QVERIFY(intersection(set, other) == set && intersection(other, set) == set);
}

void PeriodicSetTest::runsMergeAcrossThePeriod() {
    auto const set = PeriodicSet::periodic(0, 10, {{0, 2}, {8, 10}}, {0, 40});
    QVERIFY((*set.run_from(3) == Run{8, 12}));
    QVERIFY((set.falls() == List{{0, 1, 2, 1}, {8, 11, 10, 3}, {38, 39, 2, 1}}));
}

void PeriodicSetTest::canonicalForm() {
    // Twice the same half, a phase inside the runs, touching runs: the smallest period, from the start of a run.
    auto const set = PeriodicSet::periodic(3, 12, {{0, 1}, {1, 2}, {6, 8}}, {-10, 50});
    QCOMPARE(set.period(), 6);
    QVERIFY(set.runs().size() == 1 && set.runs().front() == (Run{0, 2}));
    QVERIFY((set.bounds() == Run{-9, 47}));
    QCOMPARE(set.origin(), -9);
    // All of the period is an interval, and a period beyond the clip is a list of runs.
    QVERIFY((PeriodicSet::periodic(5, 4, {{0, 3}, {3, 4}}, {2, 9}).is_interval()));
    auto const list = PeriodicSet::periodic(0, limit, {{4, 6}, {8, 9}}, {5, 100});
    QVERIFY((list.origin() == 5 && list.period() == 5 && list.runs()[1] == Run{3, 4}));
}

void PeriodicSetTest::equalityIgnoresRepresentation() {
    auto const clipped = cyclic(1000, 3, 4, 2).clipped({6, 21});
    QVERIFY(clipped == PeriodicSet::of_runs({{18, 21}, {6, 9}}));
    QVERIFY(!(clipped == PeriodicSet::of_runs({{18, 21}, {6, 8}, {9, 10}})));
    // Same count, same bounds; the difference lies behind the first period of the shorter.
    QVERIFY(!(PeriodicSet::periodic(0, 8, {{0, 1}, {5, 6}}, {0, 17}) == cyclic(17, 1, 4, 0)));
    QVERIFY(!(PeriodicSet::of_runs({{0, 1}, {3, 4}, {9, 10}}) == PeriodicSet::of_runs({{0, 1}, {4, 5}, {9, 10}})));
}

void PeriodicSetTest::fallsOfAListFindTheirFamilies() {
    auto const list = PeriodicSet::of_runs({{0, 2}, {4, 6}, {8, 10}, {15, 18}, {30, 33}});
    QVERIFY((list.falls() == List{{0, 1, 4, 3}, {15, 17, 15, 2}}));
}

void PeriodicSetTest::cutBlocksFindBackToTheirFamily() {
    auto const set = cyclic(Index{1} << 40, 3, 4, 2).clipped({7, (Index{1} << 40) - 5});
    QVERIFY((set.falls() == List{{7, 8, 2, 1}, {18, 20, 12, (Index{1} << 40) / 12 - 1}}));
    QCOMPARE(set.period(), 12);
}

void PeriodicSetTest::complementOfACyclicSetStaysPeriodic() {
    Index const large = Index{1} << 40;
    auto const others = cyclic(large, 3, 4, 2).complement({0, large});
    QCOMPARE(others.period(), 12);
    QCOMPARE(others.count(), large - cyclic(large, 3, 4, 2).count());
    QVERIFY(intersection(others, cyclic(large, 3, 4, 2)).empty()); // so the two counts make up the whole
}

void PeriodicSetTest::unionsStayShort() {
    Index const large = Index{1} << 40;
    auto const third = cyclic(large, 3, 4, 2);
    QVERIFY(disjoint_union(third.complement({0, large}), third) == PeriodicSet::interval({0, large}));
    QVERIFY(disjoint_union(PeriodicSet(), third) == third);
    // Sets that end in different places, or whose periods are coprime, would make up a list of a billion runs.
    QVERIFY(!disjoint_union(cyclic(large, 1, 1000, 0), cyclic(large - 5000, 1, 1000, 1)));
    auto const odd = PeriodicSet::periodic(0, 1000003 * 2, {{0, 1}}, {0, large});
    auto const even = PeriodicSet::periodic(1, 1000033 * 2, {{0, 1}}, {0, large});
    QVERIFY(!disjoint_union(odd, even));
}

void PeriodicSetTest::strides() {
    auto const interval = PeriodicSet::interval({2, 6});
    QVERIFY((interval.affine_image(-3, 1).falls() == List{{-14, -14, 3, 4}}));
    QCOMPARE(interval.affine_image(1000, 0).runs().size(), 1u);
    auto const family = cyclic(24, 2, 3, 1); // 2 3 8 9 14 15 20 21
    QVERIFY((family.affine_image(2, 1).falls() == List{{5, 5, 12, 4}, {7, 7, 12, 4}}));
    QVERIFY((family.affine_image(-1, 23).falls() == List{{2, 3, 6, 4}}));
    // A long period that does not show in the clip does not overflow either.
    auto const clipped = PeriodicSet::periodic(0, limit / 2, {{0, 1}, {5, 6}}, {0, extent}).clipped({0, 10});
    QVERIFY((clipped.affine_image(Index{1} << 50, 0).falls() == List{{0, 0, 5 * (Index{1} << 50), 2}}));
    QVERIFY((PeriodicSet::of_runs({{0, 1}, {2, 3}}).affine_image(extent / 2, 0).falls() == List{{0, 0, extent - 1, 2}}));
    // k with 23 - 3k in the family: 20, 14, 8, 2 and nothing else.
    QVERIFY((family.affine_preimage(23, -3, 8).falls() == List{{1, 1, 2, 4}}));
    QVERIFY(family.affine_preimage(0, 6, 100).empty());
    QVERIFY(family.affine_preimage(2, 6, 100) == PeriodicSet::interval({0, 4}));
    QVERIFY(family.affine_preimage(2, 6, 0).empty());
}

void PeriodicSetTest::preimagesOfRareElements() {
    // Two elements in 2^32, sampled every 2^30 + 1: the samples are solved for. Walking to them would take minutes.
    Index const period = Index{1} << 32;
    auto const set = PeriodicSet::periodic(0, period, {{7, 8}, {11, 12}}, {0, extent});
    auto const hits = set.affine_preimage(7, period / 4 + 1, Index{1} << 31); // 7 + 4 (2^30 + 1) = 11 (mod 2^32)
    QVERIFY((hits.falls() == List{{0, 0, 4, 2}}));
    auto const thirds = set.affine_preimage(7, 3, Index{1} << 60);
    Index const second = (11 - 7 + 2 * period) / 3;
    QVERIFY(thirds == PeriodicSet::periodic(0, period, {{0, 1}, {second, second + 1}}, {0, Index{1} << 60}));
}

void PeriodicSetTest::longestArray() {
    auto const set = cyclic(extent, 3, 4, 0); // extent mod 12 = 3
    QCOMPARE(extent % 12, 3);
    QCOMPARE(set.count(), (extent - 3) / 4 + 3);
    QCOMPARE(set.element(set.count() - 1), extent - 1);
    QCOMPARE(set.position(extent - 3), set.count() - 3);
    QVERIFY((*set.run_from(extent - 10) == Run{extent - 3, extent}));
    QVERIFY(!set.run_from(extent));
    QVERIFY((set.falls() == List{{0, 2, 12, (extent - 3) / 12 + 1}}));
    QCOMPARE(intersection(set, cyclic(extent, 2, 3, 0)).period(), 12);
    QVERIFY(set.affine_image(-1, extent - 1) == set);
    QVERIFY(set.shifted(-extent).shifted(extent) == set);
    QVERIFY((set.complement({0, extent}).count() == extent - set.count()));
}

void PeriodicSetTest::longestPeriods() {
    // Two periods whose least common multiple fits no integer: the common range ends before anything repeats.
    Index const half = limit / 2, third = limit / 3;
    auto const a = PeriodicSet::periodic(0, half, {{0, 10}}, {0, extent});
    auto const b = PeriodicSet::periodic(5, third, {{0, half - third}}, {0, extent});
    auto const both = intersection(a, b);
    QVERIFY((both.falls() == List{{5, 9, half - 5, 2}}));
    QVERIFY(intersection(b, a) == both);
    QVERIFY((PeriodicSet::of_runs({{0, 1}, {extent - 1, extent}}).falls() == List{{0, 0, extent - 1, 2}}));
}

void PeriodicSetTest::negativeIndices() {
    auto const set = PeriodicSet::periodic(-1, 5, {{0, 2}}, {-limit, -limit + 12}); // -2^62 = 1 (mod 5)
    QVERIFY((set.bounds() == Run{-limit + 3, -limit + 10}));
    QCOMPARE(set.count(), 4);
    QVERIFY((set.affine_image(-1, 0).bounds() == Run{limit - 9, limit - 2}));
    QVERIFY(set.affine_image(-1, 0).affine_image(-1, 0) == set);
}

TEST_CLASS(PeriodicSetTest)
#include "periodic_set_test.moc"
