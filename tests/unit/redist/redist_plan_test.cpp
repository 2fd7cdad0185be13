// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans on the papers' examples, replication, and what users get wrong.
#include "libcore/redist/redist_plan.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/redist/sample_mappings.hpp"

using namespace tessera;
using samples::distributed;
using samples::replicated;

class RedistPlanTest : public QObject {
    Q_OBJECT

  private slots:
    void pitfallsFigure17();
    void disjointRanks();
    void transposition();
    void reversedSection();
    void replicatedSourceIsDealtInTurn();
    void replicatedSourceServesItself();
    void replicatedTarget();
    void unchangedMapping();
    void millionRanks();
    void emptyArray();
    void errors();
};

namespace {

std::vector<Index> elements(PeriodicSet const& set) {
    std::vector<Index> all;
    for (Index k = 0; k < set.count(); ++k) all.push_back(set.element(k));
    return all;
}

/// (from, to, elements) of every message.
std::vector<std::array<Index, 3>> messages(RedistPlan const& plan) {
    std::vector<std::array<Index, 3>> all;
    plan.for_each_message([&](Message const& m) { all.push_back({m.from, m.to, m.elements}); });
    return all;
}

using Messages = std::vector<std::array<Index, 3>>;

} // namespace

void RedistPlanTest::pitfallsFigure17() {
    auto const source = distributed({16, 32}, {DistFormat::block(), DistFormat::cyclic()}, {4, 2});
    auto const target = distributed({16, 32}, {DistFormat::cyclic(), DistFormat::cyclic(4)}, {4, 2});
    auto const plan = RedistPlan::make(source, target).value();
    auto const sends = plan.sends(1);
    auto const own = std::ranges::find(sends, 1, &Message::to);
    QVERIFY(own != sends.end());
    QCOMPARE(own->elements, Index{8});
    BoxSet const box = plan.box(*own);
    QVERIFY((elements(box.dims()[0]) == std::vector<Index>{0}));
    QVERIFY((elements(box.dims()[1]) == std::vector<Index>{5, 7, 13, 15, 21, 23, 29, 31}));
    QVERIFY(box == plan.source_box(*own) && box == plan.target_box(*own));
}

void RedistPlanTest::disjointRanks() {
    // A redistribution between the groups of an MPMD program: ranks 0, 3, 4, 6 to ranks 2, 1 (in this order).
    auto const source = distributed({12}, {DistFormat::block()}, {4}, {0, 3, 4, 6});
    auto const target = distributed({12}, {DistFormat::block()}, {2}, {2, 1});
    auto const plan = RedistPlan::make(source, target).value();
    QVERIFY((messages(plan) == Messages{{0, 2, 3}, {3, 2, 3}, {4, 1, 3}, {6, 1, 3}}));
    QVERIFY((plan.senders() == std::vector<Rank>{0, 3, 4, 6}));
    QCOMPARE(plan.ranks(), Index{7});
    QVERIFY(plan.sends(1).empty() && plan.sends(5).empty() && plan.receives(0).empty() && plan.sends(99).empty());
    QVERIFY((plan.receives(2) == std::vector<Message>{{0, 2, 3, 0, 0}, {3, 2, 3, 1, 0}}));
    QVERIFY((plan.totals() == RedistTotals{12, 12, 0, 4, 1, 2, 48}));
}

void RedistPlanTest::transposition() {
    // B(j,i) = A(i,j) with rows of A and of B on the same ranks: all to all.
    auto const source = distributed({4, 6}, {DistFormat::block(), DistFormat::collapsed()}, {2});
    auto const target = distributed({6, 4}, {DistFormat::block(), DistFormat::collapsed()}, {2});
    CopyMap const map{{{4, CopySide{0, 0, 1}, CopySide{1, 0, 1}}, {6, CopySide{1, 0, 1}, CopySide{0, 0, 1}}}};
    auto const plan = RedistPlan::make(source, target, map).value();
    QVERIFY((messages(plan) == Messages{{0, 0, 6}, {0, 1, 6}, {1, 0, 6}, {1, 1, 6}}));
    Message const message = plan.sends(0)[1];
    QVERIFY((plan.source_box(message) == BoxSet({PeriodicSet::interval({0, 2}), PeriodicSet::interval({3, 6})})));
    QVERIFY((plan.target_box(message) == BoxSet({PeriodicSet::interval({3, 6}), PeriodicSet::interval({0, 2})})));
}

void RedistPlanTest::reversedSection() {
    // B(1:5) = A(9:1:-2), A block on 2 (five each), B on rank 0: A(9), A(7) come from rank 1.
    auto const source = distributed({10}, {DistFormat::block()}, {2});
    auto const target = distributed({5}, {DistFormat::collapsed()}, {});
    CopyMap const map{{{5, CopySide{0, 8, -2}, CopySide{0, 0, 1}}}};
    auto const plan = RedistPlan::make(source, target, map).value();
    QVERIFY((messages(plan) == Messages{{0, 0, 3}, {1, 0, 2}}));
    Message const message = plan.sends(1)[0];
    QVERIFY((elements(plan.source_box(message).dims()[0]) == std::vector<Index>{6, 8}));
    QVERIFY((elements(plan.target_box(message).dims()[0]) == std::vector<Index>{0, 1}));
}

void RedistPlanTest::replicatedSourceIsDealtInTurn() {
    auto const source = replicated(8, DistFormat::block(), 1, 2);
    auto const target = distributed({8}, {DistFormat::block()}, {4}, {2, 3, 4, 5});
    auto const plan = RedistPlan::make(source, target).value();
    QVERIFY((messages(plan) == Messages{{0, 2, 2}, {0, 4, 2}, {1, 3, 2}, {1, 5, 2}}));
    QVERIFY((plan.totals() == RedistTotals{8, 8, 0, 4, 2, 1, 32}));
}

void RedistPlanTest::replicatedSourceServesItself() {
    // Ranks 0, 1, 2 hold everything; 1 and 2 want a part and take their own, the others are dealt from copy 0 on.
    auto const source = replicated(10, DistFormat::block(), 1, 3);
    auto const target = distributed({10}, {DistFormat::block()}, {5}, {1, 7, 2, 8, 9});
    auto const plan = RedistPlan::make(source, target).value();
    QVERIFY((messages(plan) == Messages{{0, 7, 2}, {1, 1, 2}, {1, 8, 2}, {2, 2, 2}, {2, 9, 2}}));
    QVERIFY((plan.totals() == RedistTotals{10, 6, 4, 3, 1, 1, 24}));
}

void RedistPlanTest::replicatedTarget() {
    auto const source = distributed({6}, {DistFormat::block()}, {2});
    auto const target = replicated(6, DistFormat::block(), 2, 2);
    auto const plan = RedistPlan::make(source, target).value();
    QVERIFY((messages(plan) == Messages{{0, 0, 3}, {0, 1, 3}, {1, 2, 3}, {1, 3, 3}}));
    QVERIFY((plan.totals() == RedistTotals{12, 9, 3, 3, 2, 1, 36}));
}

void RedistPlanTest::unchangedMapping() {
    auto const mapping = distributed({10, 10}, {DistFormat::cyclic(3), DistFormat::block()}, {2, 2});
    auto const plan = RedistPlan::make(mapping, mapping).value();
    QVERIFY((plan.totals() == RedistTotals{100, 0, 100, 0, 0, 0, 0}));
    QCOMPARE(plan.sends(3).size(), std::size_t{1});
}

void RedistPlanTest::millionRanks() {
    Extents const extents{1'000'000, 1'000'000};
    auto const source = distributed(extents, {DistFormat::cyclic(3), DistFormat::cyclic(5)}, {1000, 1000});
    auto const target = distributed(extents, {DistFormat::cyclic(7), DistFormat::block()}, {1000, 1000});
    auto const plan = RedistPlan::make(source, target).value();
    auto const totals = plan.totals();
    QCOMPARE(totals.elements, Index{1'000'000'000'000});
    QCOMPARE(totals.moved + totals.kept, totals.elements);
    Index sent = 0;
    for (Message const& message : plan.sends(567'891)) sent += message.elements;
    QCOMPARE(sent, source.owned_count(567'891));
    Index received = 0;
    for (Message const& message : plan.receives(567'891)) received += message.elements;
    QCOMPARE(received, target.owned_count(567'891));
}

void RedistPlanTest::emptyArray() {
    Extents const extents{1'000'000'000, 1'000'000'000, 1'000'000'000, 0}; // the first three alone do not fit 64 bits
    std::vector<DistFormat> const formats{DistFormat::block(), DistFormat::block(), DistFormat::collapsed(), DistFormat::cyclic()};
    auto const mapping = distributed(extents, formats, {2, 2, 2});
    auto const plan = RedistPlan::make(mapping, mapping).value();
    QVERIFY(plan.totals() == RedistTotals{});
    QVERIFY(plan.sends(0).empty() && plan.receives(7).empty() && messages(plan).empty());
}

void RedistPlanTest::errors() {
    auto const of = [](Extents const& extents) { return distributed(extents, {DistFormat::block()}, {2}); };
    QVERIFY(!RedistPlan::make(of({10}), of({11})));
    QVERIFY(!RedistPlan::make(of({10}), of({10}), CopyMap{{{11, CopySide{0, 0, 1}, CopySide{0, 0, 1}}}}));

    MappingSpec spec = of({10}).spec();
    spec.array.type = {"float64", 8};
    auto const wide = Mapping::make(spec).value();
    auto const types = RedistPlan::make(of({10}), wide);
    QVERIFY(!types && types.error().message.find("float64") != std::string::npos);

    Index const huge = 2'000'000'000'000'000'000;
    auto const source = of({huge});
    auto const copies = replicated(huge, DistFormat::block(), 2, 3);
    auto const volume = RedistPlan::make(source, copies);
    QVERIFY(!volume && volume.error().message.find("64 bits") != std::string::npos);
}

TEST_CLASS(RedistPlanTest)
#include "redist_plan_test.moc"
