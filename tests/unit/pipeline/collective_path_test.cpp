// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the names of collectives, and of redistributions as sequences of them.
#include "libcore/pipeline/collective_path.hpp"
#include "libcore/pipeline/nearest_form.hpp"
#include "libcore/pipeline/transition.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/summed_plan.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {

RedistPlan plan_of(std::string const& array, std::string const& from, std::string const& to) {
    auto const job = parse_compact({{array}, from, to, {}});
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    auto const& states = job->arrays.front().states;
    return RedistPlan::make(Mapping::make(states.front()).value(), Mapping::make(states.back()).value()).value();
}

/// The same of a sum, whose addends are an array of their own.
MultiPlan sum_of(std::string const& array, std::string const& from, std::string const& to) {
    auto const job = parse_compact({{array}, from, to, {}});
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *whole_transition(*job).value().plan;
}

MultiPlan alone(RedistPlan plan) {
    return MultiPlan::make({std::move(plan)}).value();
}

} // namespace

class CollectivePathTest : public QObject {
    Q_OBJECT
  private slots:
    void names_data();
    void names();
    void two_axes_move();
    void peak_memory_data();
    void peak_memory();
    void grids_swap();
    void order_of_axes();
    void one_direction_is_dearer();
    void sums_data();
    void sums();
    void copies_add_in_turn();
    void sums_of_parts();
    void addends_that_stay();
    void no_path();
    void nearest();
};

void CollectivePathTest::names_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("name");
    QTest::addColumn<qlonglong>("peak");
    auto const row = [](char const* from, char const* to, char const* name, qlonglong peak) {
        QTest::newRow(name) << from << to << name << peak;
    };
    row("jax(mesh={x:4}, P(x))", "jax(mesh={x:4}, P(x))", "nothing moves", 128);
    row("jax(mesh={x:4}, P())", "jax(mesh={x:4}, P(x))", "a local slice: each rank already has what it needs", 320);
    row("{maximal device=0}", "jax(mesh={x:4}, P())", "a broadcast among 4 ranks", 512);
    row("{maximal device=2}", "jax(mesh={x:4}, P(x))", "a scatter among 4 ranks", 320);
    row("jax(mesh={x:4}, P(x))", "{maximal device=1}", "a gather among 4 ranks", 320);
    row("jax(mesh={x:4}, P(x))", "jax(mesh={x:4}, P())", "an all-gather among 4 ranks", 320);
    row("jax(mesh={x:2,y:2}, P(x,y))", "jax(mesh={x:2,y:2}, P(x))", "2 all-gathers among 2 ranks each", 192);
    row("jax(mesh={x:4}, P(x))", "jax(mesh={x:4}, P(None,x))", "an all-to-all among 4 ranks", 128);
    row("jax(mesh={x:2,y:2}, P(x,y))", "jax(mesh={x:2,y:2}, P(y,x))", "a permutation among 2 ranks", 128);
    row("(block,*) onto P(4)", "(block,*) onto P(4) ranks(1,0,3,2)", "2 permutations among 2 ranks each", 128);
    row("(gen_block(1,7),*) onto P(2)", "(gen_block(5,3),*) onto P(2)", "no one collective", 320);
}

void CollectivePathTest::names() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, name);
    QFETCH(qlonglong, peak);
    MultiPlan const plan = alone(plan_of("real A(8,8)", from.toStdString(), to.toStdString()));
    QCOMPARE(QString::fromStdString(collective_text(collective_of(plan).value())), name);
    QCOMPARE(peak_bytes(plan), Index{peak});
}

/// B5 of the golden examples: straight 3584 elements in 56 messages of 64, and 28672 by way of a full copy.
void CollectivePathTest::two_axes_move() {
    RedistPlan const plan = plan_of("real A(16,16,16)", "jax(mesh={x:4,y:2}, P(y,None,x))", "jax(mesh={x:4,y:2}, P(None,(x,y)))");
    RedistTotals const totals = plan.totals();
    QCOMPARE(totals.kept, Index{512});
    QCOMPARE(totals.moved, Index{3584});
    QCOMPARE(totals.messages, Index{56});
    plan.for_each_message([](Message const& message) { QCOMPARE(message.elements, Index{64}); });
    auto const path = shortest_collectives(plan);
    QVERIFY(path.has_value());
    QCOMPARE(path->mesh, std::string("x=4, y=2"));
    QCOMPARE(path->source, std::string("P('y',None,'x')"));
    QCOMPARE(path->steps.size(), std::size_t{2});
    QCOMPARE(path->steps[0].target, std::string("P('y','x',None)"));
    QCOMPARE(path->steps[1].target, std::string("P(None,('x','y'),None)"));
    for (ReshardStep const& step : path->steps) QCOMPARE(step.kind, NamedCollective::Kind::AllToAll);
    QCOMPARE(path->moved, Index{3072 + 2048});
    QVERIFY(path->copy_likely());
    QCOMPARE(path->moved_by_copy, Index{28672});
}

/// A smaller memory never makes a path cheaper. At the least peak there is a path, and one byte below there is none.
void CollectivePathTest::peak_memory_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    auto const row = [](char const* from, char const* to) { QTest::addRow("%s to %s", from, to) << from << to; };
    row("jax(mesh={x:4,y:2}, P(y,None,x))", "jax(mesh={x:4,y:2}, P(None,(x,y)))");
    row("jax(mesh={x:2,y:3}, P((x,y)))", "jax(mesh={x:2,y:3}, P((y,x)))");
    row("jax(mesh={x:2,y:3}, P(x,y))", "jax(mesh={x:2,y:3}, P((y,x)))");
    row("jax(mesh={x:2,y:2,z:2}, P((x,y),z))", "jax(mesh={x:2,y:2,z:2}, P(z,None,(y,x)))");
    row("jax(mesh={x:2,y:2,z:2}, P((x,y,z)))", "jax(mesh={x:2,y:2,z:2}, P(None,(z,x)))");
    row("jax(mesh={x:5,y:2}, P(x,None,y))", "jax(mesh={x:5,y:2}, P(None,y,x))");
}

void CollectivePathTest::peak_memory() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    RedistPlan const plan = plan_of("real A(17,16,12)", from.toStdString(), to.toStdString());
    auto const cheapest = shortest_collectives(plan);
    auto const fullest = shortest_collectives(plan, 1);
    QVERIFY(cheapest && cheapest->within && fullest && !fullest->within);
    Index const least = fullest->peak_bytes;
    QVERIFY(least <= cheapest->peak_bytes);
    QCOMPARE(shortest_collectives(plan, cheapest->peak_bytes)->moved, cheapest->moved);
    QVERIFY(!shortest_collectives(plan, least - 1)->within);
    Index moved = cheapest->moved;
    for (Index memory = cheapest->peak_bytes; memory >= least; memory -= std::max<Index>((cheapest->peak_bytes - least) / 7, 1)) {
        auto const path = shortest_collectives(plan, memory);
        QVERIFY(path && path->within);
        QVERIFY(path->peak_bytes <= memory);
        QVERIFY(path->moved >= moved);
        for (ReshardStep const& step : path->steps) QVERIFY(step.peak_bytes <= memory);
        moved = path->moved;
    }
    QVERIFY(shortest_collectives(plan, least)->within);
}

/// B6 b: two ranks exchange what they have.
void CollectivePathTest::grids_swap() {
    RedistPlan const plan =
        plan_of("real A(4,4)", "dtensor([Shard(0),Shard(1)], mesh=(2,2))", "dtensor([Shard(1),Shard(0)], mesh=(2,2))");
    QCOMPARE(plan.totals().kept, Index{8});
    QCOMPARE(plan.totals().moved, Index{8});
    QCOMPARE(plan.totals().messages, Index{2});
    auto const path = shortest_collectives(plan);
    QVERIFY(path && path->copy_likely());
    QCOMPARE(path->steps.size(), std::size_t{1});
    QCOMPARE(path->moved_by_copy, Index{48});
}

/// B6 c: ranks 0 and 5 keep what they have, the others pass it on: 1 to 3 to 4 to 2 to 1.
void CollectivePathTest::order_of_axes() {
    RedistPlan const plan = plan_of("real A(6)", "jax(mesh={x:2,y:3}, P((x,y)))", "jax(mesh={x:2,y:3}, P((y,x)))");
    std::vector<std::pair<Rank, Rank>> moves;
    plan.for_each_message([&](Message const& message) { moves.emplace_back(message.from, message.to); });
    QCOMPARE(moves, (std::vector<std::pair<Rank, Rank>>{{0, 0}, {1, 3}, {2, 1}, {3, 4}, {4, 2}, {5, 5}}));
    QCOMPARE(collective_of(alone(plan))->kind, NamedCollective::Kind::Permutation);
    auto const path = shortest_collectives(plan);
    QVERIFY(path && path->copy_likely());
    QCOMPARE(path->steps.size(), std::size_t{1});
}

/// B6 a: taking off the outer axis moves half as much again as taking off the inner one.
void CollectivePathTest::one_direction_is_dearer() {
    std::string const both = "dtensor([Shard(0),Shard(0)], mesh=(2,2))";
    RedistPlan const outer = plan_of("real A(8)", both, "dtensor([Replicate(),Shard(0)], mesh=(2,2))");
    RedistPlan const inner = plan_of("real A(8)", both, "dtensor([Shard(0),Replicate()], mesh=(2,2))");
    QCOMPARE(outer.totals().moved, Index{12});
    QCOMPARE(inner.totals().moved, Index{8});
    QCOMPARE(shortest_collectives(inner)->steps.size(), std::size_t{1});
    QVERIFY(shortest_collectives(outer)->steps.size() > 1);
}

/// DTensor's Partial: the collective, what all of it moves, and its steps.
void CollectivePathTest::sums_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("name");
    QTest::addColumn<qlonglong>("moved"); // elements, of 64
    QTest::addColumn<int>("steps");
    auto const row = [](char const* from, char const* to, char const* name, qlonglong moved, int steps) {
        QTest::newRow(name) << from << to << name << moved << steps;
    };
    row("dtensor([Partial()], mesh=(4))", "dtensor([Shard(0)], mesh=(4))", "a reduce-scatter among 4 ranks", 64 * 3, 1);
    row("dtensor([P], mesh=(4))", "dtensor([R], mesh=(4))", "an all-reduce among 4 ranks", 2 * 64 * 3, 1);
    row("jax(mesh={x:4}, P(unreduced={x}))", "{maximal device=2}", "a reduce among 4 ranks", 64 * 3, 0);
    row("dtensor([Shard(0),Partial('sum')], mesh=(2,2))", "dtensor([Shard(0),Replicate()], mesh=(2,2))",
        "2 all-reduces among 2 ranks each", 2 * 2 * 32, 1);
    row("mlir(grid=2x2, split_axes=[[],[0]], partial=sum [1])", "mlir(grid=2x2, split_axes=[[1],[0]])",
        "2 reduce-scatters among 2 ranks each", 2 * 32, 1);
    row("sdy(mesh<[\"x\"=2, \"y\"=2]>, [{}, {}], unreduced={\"x\"})", "sdy(mesh<[\"x\"=2, \"y\"=2]>, [{}, {}])",
        "2 all-reduces among 2 ranks each ", 2 * 2 * 64, 1); // copies of the addends along y
}

void CollectivePathTest::sums() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, name);
    QFETCH(qlonglong, moved);
    QFETCH(int, steps);
    MultiPlan const plan = sum_of("real A(8,8)", from.toStdString(), to.toStdString());
    QCOMPARE(QString::fromStdString(collective_text(collective_of(plan).value())), name.trimmed());
    QCOMPARE(compose("sum", plan).value().totals().moved, Index{moved});
    auto const path = shortest_collectives(plan.plans().front());
    QCOMPARE(path.has_value(), steps > 0);
    if (!path) return;
    QCOMPARE(static_cast<int>(path->steps.size()), steps);
    QCOMPARE(path->moved, Index{moved});
    QCOMPARE(QString::fromLatin1(collective_name(path->steps.front().kind)),
             QString(name.contains("scatter") ? "reduce-scatter" : "all-reduce"));
}

/// Copies of the addends on two groups of ranks: each group adds up a half, and both give it on.
void CollectivePathTest::copies_add_in_turn() {
    MultiPlan const plan = sum_of("real A(8,8)", "dtensor([R,P], mesh=(2,2))", "dtensor([R,R], mesh=(2,2))");
    QCOMPARE(collective_text(collective_of(plan).value()), std::string("2 all-reduces among 2 ranks each"));
    auto const parts = summed_plan(plan.plans().front());
    QVERIFY(parts.has_value());
    QCOMPARE(collective_text(collective_of(alone(parts->addition)).value()), std::string("2 reduce-scatters among 2 ranks each"));
    QCOMPARE(collective_text(collective_of(alone(parts->delivery)).value()), std::string("an all-gather among 4 ranks"));
    MultiPlan const other = sum_of("real A(8,8)", "dtensor([R,P], mesh=(2,2))", "{maximal device=0}");
    QCOMPARE(collective_text(collective_of(other).value()), std::string("a reduce among 2 ranks"));
}

/// Sums along one axis, and other shards: straight, no rank gets more than its part of each addend; frameworks take two steps.
void CollectivePathTest::sums_of_parts() {
    MultiPlan const plan = sum_of("real A(8,8)", "jax(mesh={x:2,y:2}, P(y,unreduced={x}))", "jax(mesh={x:2,y:2}, P(None,(x,y)))");
    CompositePlan const sum = compose("sum", plan).value();
    QCOMPARE(sum.phases.size(), std::size_t{2});
    QCOMPARE(sum.phases[0].plan.totals().elements, Index{2 * 64}); // two addends of each element
    QCOMPARE(sum.phases[1].plan.totals().moved, Index{0});
    auto const path = shortest_collectives(plan.plans().front());
    QVERIFY(path.has_value());
    QCOMPARE(path->source, std::string("P('y',None,unreduced={'x'})"));
    QCOMPARE(path->steps.size(), std::size_t{2});
    QVERIFY(path->copy_likely());
    QVERIFY(path->moved_by_copy > path->moved);
}

/// From addends to addends nothing is added.
void CollectivePathTest::addends_that_stay() {
    MultiPlan const plan =
        sum_of("real A(8,8)", "dtensor([Partial(),Shard(0)], mesh=(2,2))", "dtensor([Partial(),Shard(1)], mesh=(2,2))");
    QVERIFY(!compose("sum", plan));
    QCOMPARE(plan.totals().moved, Index{2 * 32});
    QVERIFY(!parse_compact({{"real A(8,8)"}, "dtensor([Shard(0)], mesh=(2))", "dtensor([Partial()], mesh=(2))", {}}));
}

void CollectivePathTest::no_path() {
    QVERIFY(!shortest_collectives(plan_of("real A(8)", "(cyclic) onto P(2)", "(block) onto P(2)")));
    QVERIFY(!shortest_collectives(plan_of("real A(8)", "(block) onto P(2)", "(block) onto P(4)")));
    QVERIFY(!shortest_collectives(plan_of("real A(8)", "(block) onto P(2)", "(block) onto P(2) ranks(4:5)")));
}

void CollectivePathTest::nearest() {
    Mapping const cyclic = plan_of("real A(8)", "(cyclic(2)) onto P(2)", "(block) onto P(2)").source();
    auto const found = nearest_in_form(cyclic, "jax");
    QVERIFY(found.has_value());
    QCOMPARE(found->text, std::string("jax(mesh={'x':2}, P('x'))"));
    QCOMPARE(found->totals.moved, Index{4});
}

TEST_CLASS(CollectivePathTest)
#include "collective_path_test.moc"
