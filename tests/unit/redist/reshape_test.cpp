// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reshapes that frameworks get wrong or slow, worked out by hand, closed forms, and refusals.
#include "libcore/base/units.hpp"
#include "libcore/redist/methods/method.hpp"
#include "libcore/redist/named_collective.hpp"
#include "libcore/redist/redist_plan.hpp"
#include "libcore/redist/relabelling/relabelling.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <array>
#include <fmt/format.h>
#include <string>
#include <vector>

using namespace tessera;

class ReshapeTest : public QObject {
    Q_OBJECT

  private slots:
    void shardsOfColumns();
    void unevenShardsOfRows();
    void accumulatedBatches();
    void splitIsAFormula();
    void mergeOfFewRows();
    void manyElements();
    void tooManyRuns();
    void gaps();
    void seesTheShapeOfTheMap();
    void methods();
    void relabelling();
};

namespace {

/// Returns the plan of B = reshape(A). The arrays are described as on the command line.
Result<RedistPlan> reshaping(std::string const& a, std::string const& from, std::string const& b, std::string const& to) {
    auto const job = parse_compact({{a, b}, from, to, {"B=reshape(A)"}});
    if (!job) return fail(to_string(job.error()));
    Movement const movement = job->movements().value().front();
    return RedistPlan::make(Mapping::make(movement.source).value(), Mapping::make(movement.target).value(), movement.map);
}

using ListedMessages = std::vector<std::array<Index, 3>>; // from, to, elements

ListedMessages listed_messages(RedistPlan const& plan) {
    ListedMessages all;
    plan.for_each_message([&](Message const& m) { all.push_back({m.from, m.to, m.elements}); });
    return all;
}

} // namespace

/// x of 12 x 8 elements in row-major order, its columns on 4 ranks, seen as 16 x 6 with its rows on the ranks. Element k of the
/// linear order is in column k mod 8, so rank r has k mod 8 = 2r and 2r+1. The target's rank q has 4 rows of 6, which are
/// k = 24q to 24q+23. These are three rows of 8, and each source rank has two elements of each row. So all 16 pairs share 6
/// elements, and a view without messages gives wrong values.
void ReshapeTest::shardsOfColumns() {
    auto const plan =
        reshaping("float A[12][8]", "dtensor([Shard(1)], mesh=(4))", "float B[16][6]", "dtensor([Shard(0)], mesh=(4))").value();
    ListedMessages all;
    for (Index from = 0; from < 4; ++from)
        for (Index to = 0; to < 4; ++to) all.push_back({from, to, 6});
    QCOMPARE(listed_messages(plan), all);
    QCOMPARE(plan.totals().moved, 72);
    QCOMPARE(collective_of(MultiPlan::make({plan}).value(), 100)->kind, NamedCollective::Kind::AllToAll);
}

/// 6 rows of 256 on 4 ranks are 2, 2, 2 and 0 rows. Flattened, each rank has 1536/4 = 384 elements, from 0, 384, 768 and 1152.
/// Rank 0 has 0 to 511: it keeps 384 and sends 128. Rank 1 has 512 to 1023: 256 are below 768. Rank 2 has 1024 to 1535: 128 are
/// below 1152, and 384 go to rank 3, which had nothing.
void ReshapeTest::unevenShardsOfRows() {
    auto const plan =
        reshaping("float A[6][256]", "dtensor([Shard(0)], mesh=(4))", "float B[1536]", "dtensor([Shard(0)], mesh=(4))").value();
    QCOMPARE(listed_messages(plan), (ListedMessages{{0, 0, 384}, {0, 1, 128}, {1, 1, 256}, {1, 2, 256}, {2, 2, 128}, {2, 3, 384}}));
    QCOMPARE(plan.totals().moved, 768);
    QCOMPARE(plan.totals().kept, 768);
}

/// 8 rows of 2048 in 4 shards of 2 rows, each on 8 devices, are split into 2 batches of 4 rows. If both new dimensions are cut in
/// two, shard (b,h) has the rows 4b+2h and 4b+2h+1 as before, and nothing moves.
/// If only the 4 rows of a batch are cut, shard t needs rows t and 4+t. Shard s had 2s and 2s+1. So shard 0 has row 0 and lacks 4,
/// shard 3 has row 7 and lacks 3, and shards 1 and 2 lack both their rows: 6 rows on 8 devices each come in messages of 2048.
void ReshapeTest::accumulatedBatches() {
    std::string const rows = "{devices=[4,1,8]<=[32] last_tile_dim_replicate}";
    auto const both =
        reshaping("bytes(2) A[8][2048]", rows, "bytes(2) B[2][4][2048]", "{devices=[2,2,1,8]<=[32] last_tile_dim_replicate}");
    QCOMPARE(both->totals().moved, 0);
    QCOMPARE(both->totals().elements, 8 * 2048 * 8);
    auto const one =
        reshaping("bytes(2) A[8][2048]", rows, "bytes(2) B[2][4][2048]", "{devices=[1,4,1,8]<=[32] last_tile_dim_replicate}");
    QCOMPARE(one->totals().messages, 48);
    QCOMPARE(one->totals().moved, 48 * 2048);
    QCOMPARE(one->totals().kept, 16 * 2048);
}

/// A split or merge with whole fast dimensions lists no runs, whatever the size.
void ReshapeTest::splitIsAFormula() {
    auto const plan =
        reshaping("real A(64,1000000000)", "(*,block) onto P(100000)", "real B(64,10,100000000)", "(*,*,cyclic(3)) onto Q(1000)")
            .value();
    DimMapping const& target = plan.target().dim(1);
    QCOMPARE(target.period(), 30000);
    QCOMPARE(target.owner(30), 1);
    QCOMPARE(target.segments_per_period(), 1000);
    QCOMPARE(plan.totals().elements, 64'000'000'000);
}

/// The pattern of a fast dimension repeats in each row, here of 20 indices, of which the period of 8 is no divisor.
void ReshapeTest::mergeOfFewRows() {
    auto const plan = reshaping("real A(20,3)", "(cyclic(2),*) onto P(4)", "real B(60)", "(block) onto Q(3)").value();
    DimMapping const& source = plan.source().dim(0);
    QCOMPARE(source.period(), 20);
    QCOMPARE(source.owner(19), 1); // 19/2 = block 9
    QCOMPARE(source.owner(20), 0); // begins again
    QCOMPARE(reshaping("real A(16,3)", "(cyclic(2),*) onto P(4)", "real B(48)", "(block) onto Q(3)")->source().dim(0).period(), 8);
}

void ReshapeTest::manyElements() {
    auto const plan =
        reshaping("real A(1000,1000)", "(block,block) onto P(4,4)", "real B(1000000)", "(cyclic(7)) onto Q(24)").value();
    QCOMPARE(plan.source().dim(0).segments_per_period(), 4000);
    QCOMPARE(plan.totals().elements, 1'000'000);
    QCOMPARE(plan.totals().messages, 16 * 24 - 16); // each pair shares something
}

void ReshapeTest::tooManyRuns() {
    auto const refused =
        reshaping("bytes(1) A(1000,1000000)", "(cyclic,block) onto P(2,2)", "bytes(1) B(1000000000)", "(block) onto Q(4)");
    QCOMPARE(
        refused.error().message,
        fmt::format("array A does not fit another shape: {} runs of one owner follow each other, more than {}; distribute fewer of "
                    "the dimensions, or make the blocks of the faster ones longer",
                    grouped(1'000'000'000), grouped(DimMapping::most_listed)));
}

/// Memory without gaps looks the same in every shape. Shadow and padding are possible beside merged dimensions.
void ReshapeTest::gaps() {
    auto const mapping = [](std::string const& array, std::string const& more) {
        auto const job = parse_job("real " + array + "\n!hpf$ processors P(2)\n" + more, "f").value();
        return Mapping::make(job.arrays[0].states[0]).value();
    };
    Mapping const target = mapping("B(4,60)", "!hpf$ distribute B(*,block) onto P\n");
    auto const refusal = [&](std::string const& more) {
        Mapping const source = mapping("A(4,6,10)", "!dist$ distribute A(*,*,block) onto P" + more);
        auto const plan = RedistPlan::make(source, target, CopyMap::reshape(source.array(), target.array()).value());
        return plan ? std::string("none") : plan.error().message;
    };
    QCOMPARE(refusal("\n!hpf$ shadow A(1,0,0)").c_str(), "none");
    QCOMPARE(refusal("\n!hpf$ shadow A(0,0,1:0)").c_str(),
             "array A has shadow in dimension 3, which becomes part of another; a reshape needs A without shadow there");
    QCOMPARE(refusal(" lld(9)").c_str(), "none");
    Mapping const line = mapping("C(240)", "!hpf$ distribute C(block) onto P\n");
    Mapping const padded = mapping("A(4,6,10)", "!dist$ distribute A(*,*,block) onto P lld(9)");
    QCOMPARE(RedistPlan::make(padded, line, CopyMap::reshape(padded.array(), line.array()).value()).error().message.c_str(),
             "array A has a leading dimension, and its fastest dimension becomes part of another; a reshape needs A without lld");
}

/// A plan sees its mappings in the shapes of its map, whatever shapes they come in.
void ReshapeTest::seesTheShapeOfTheMap() {
    auto const there = reshaping("real A(4,6)", "(block,block) onto P(2,2)", "real B(24)", "(block) onto Q(3)").value();
    QCOMPARE(there.source().dims(), 1);
    QCOMPARE(there.source().declared().dims(), 2);
    QVERIFY((there.source().array().extents == Extents{24}));
    QVERIFY((there.source().spec().array.extents == Extents{4, 6}));
    auto const onto_itself = RedistPlan::make(there.source(), there.source().declared()).value();
    QCOMPARE(onto_itself.source().dims(), 2);
    QCOMPARE(onto_itself.totals().moved, 0);
}

void ReshapeTest::methods() {
    auto const plan =
        MultiPlan::make({reshaping("real A(4,6)", "(block,*) onto P(2)", "real B(24)", "(block) onto Q(2)").value()}).value();
    QVERIFY(compose("direct", plan).has_value());
    QVERIFY(compose("naive", plan).has_value());
    for (char const* const method : {"indirect", "gcd", "general", "pitfalls", "tree"})
        QCOMPARE(compose(method, plan).error().message,
                 "method " + std::string(method) + " does not apply: a reshape takes direct or naive");
}

/// Other ranks for the target's processors: 4 x 6 in rows of 3 columns are the linear order's halves, here on exchanged ranks.
void ReshapeTest::relabelling() {
    auto const plan = reshaping("real A(4,6)", "(*,block) onto P(2)", "real B(24)", "(block) onto Q(2) ranks(1,0)").value();
    QCOMPARE(plan.totals().moved, 24);
    auto const better = relabelled(MultiPlan::make({plan}).value(), std::nullopt, {}).value();
    QCOMPARE(better.after.totals.moved, 0);
    auto const grid = reshaping("real A(24)", "(block) onto P(4)", "real B(12,2)", "(block,block) onto Q(2,2)").value();
    QCOMPARE(grid.totals().moved, 12); // Q(1,2) and Q(2,1) hold what ranks 2 and 1 have
    QCOMPARE(relabelled(MultiPlan::make({grid}).value(), std::nullopt, {}).value().after.totals.moved, 0);
}

TEST_CLASS(ReshapeTest)
#include "reshape_test.moc"
