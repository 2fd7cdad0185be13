// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the plan of a copy in two passes, and of rechunker's beside it.
#include "libcore/io/scratch_plan.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <optional>
#include <random>

using namespace tessera;

namespace {

CopyTask rechunking(Extents const& extents, Extents source, Extents target, Index memory) {
    std::vector<int> permutation;
    for (int d = static_cast<int>(extents.size()); d-- > 0;) permutation.push_back(d);
    CopyTask task;
    task.map = CopyMap::identity(extents);
    task.source = {extents, permutation, std::move(source), true};
    task.target = {extents, permutation, std::move(target), true};
    task.element_bytes = 4;
    task.memory = memory;
    return task;
}

constexpr Index mib = Index{1} << 20;

} // namespace

class ScratchPlanTest : public QObject {
    Q_OBJECT
  private slots:
    void rechunker_grows_chunks_from_the_last_dimension();
    void rechunker_takes_one_pass_where_all_fits();
    void rechunker_refuses_chunks_beyond_the_memory();
    void little_memory_makes_two_passes_worth_it();
    void much_memory_does_not();
    void small_arrays_are_not_worth_a_file();
    void both_passes_are_copies_of_the_array();
    void no_other_chunk_is_much_cheaper();
};

// By hand: 16 elements fit. Rows of 8 become columns of 8: two columns fit, of the rows (8 long, as the columns reach no further
// than the array) two; squares of 2x2 lie between. 8 rows and 16 squares are read, 16 squares and 8 columns written.
void ScratchPlanTest::rechunker_grows_chunks_from_the_last_dimension() {
    auto const plan = rechunker_plan(rechunking({8, 8}, {1, 8}, {8, 1}, 64));
    QVERIFY(plan.has_value());
    QCOMPARE(plan->write, (Extents{8, 2}));
    QCOMPARE(plan->read, (Extents{2, 8}));
    QCOMPARE(plan->between, (Extents{2, 2}));
    QCOMPARE(plan->passes, 2);
    QCOMPARE(plan->reads, Index{24});
    QCOMPARE(plan->writes, Index{24});
    QCOMPARE(plan->bytes, Index{512});
}

void ScratchPlanTest::rechunker_takes_one_pass_where_all_fits() {
    auto const plan = rechunker_plan(rechunking({8, 8}, {1, 8}, {8, 1}, 256));
    QVERIFY(plan.has_value());
    QCOMPARE(plan->passes, 1);
    QCOMPARE(plan->reads, Index{8});
    QCOMPARE(plan->writes, Index{8});
    QCOMPARE(plan->bytes, Index{256});
}

void ScratchPlanTest::rechunker_refuses_chunks_beyond_the_memory() {
    QVERIFY(!rechunker_plan(rechunking({8, 8}, {1, 8}, {8, 1}, 31)).has_value());
}

void ScratchPlanTest::little_memory_makes_two_passes_worth_it() {
    CopyTask const task = rechunking({256, 384, 384}, {1, 384, 384}, {256, 24, 24}, 8 * mib);
    auto const one = plan_copy(task, std::nullopt);
    auto const two = plan_scratch(task, std::nullopt);
    QVERIFY(one.has_value() && two.has_value());
    QVERIFY(is_worth_it(task, *two, *one));
    QVERIFY(two->cost() >= least_cost_of_two(task));
    // Each of the two chunks' sides is one that the scratch file's does not exceed.
    for (std::size_t d = 0; d < 3; ++d) QVERIFY(two->chunk[d] >= 1 && two->chunk[d] <= task.target.extents[d]);
    // The source is decoded once, in place of once for each part that touches a chunk.
    QCOMPARE(two->first.reads.bytes, 256.0 * 384 * 384 * 4);
    QVERIFY(one->reads.bytes > 4 * two->first.reads.bytes);
}

void ScratchPlanTest::much_memory_does_not() {
    CopyTask const task = rechunking({256, 384, 384}, {1, 384, 384}, {256, 24, 24}, 1024 * mib);
    auto const one = plan_copy(task, std::nullopt);
    QVERIFY(one.has_value());
    QVERIFY(one->cost <= least_cost_of_two(task));
}

void ScratchPlanTest::small_arrays_are_not_worth_a_file() {
    CopyTask const task = rechunking({32, 64, 64}, {1, 64, 64}, {32, 8, 8}, 2 * mib);
    auto const one = plan_copy(task, std::nullopt);
    auto const two = plan_scratch(task, std::nullopt);
    QVERIFY(one.has_value() && two.has_value());
    QVERIFY(!is_worth_it(task, *two, *one));
}

void ScratchPlanTest::both_passes_are_copies_of_the_array() {
    CopyTask task = rechunking({6, 8}, {6, 1}, {1, 8}, 4 * mib);
    task.map.axes = {{6, CopySide{1, 5, -1}, CopySide{0, 0, 1}}, {8, CopySide{0, 0, 1}, CopySide{1, 0, 1}}};
    task.source.extents = {8, 6};
    CopyTask const first = first_pass(task, {2, 3});
    CopyTask const last = last_pass(task, {2, 3});
    QCOMPARE(first.map, task.map);
    QCOMPARE(first.target, last.source);
    QCOMPARE(first.target, scratch_shape(task, {2, 3}));
    QVERIFY(!first.target.whole_chunks);
    QCOMPARE(last.map, CopyMap::identity(Extents{6, 8}));
    QCOMPARE(last.target, task.target);
}

namespace {

/// The least cost of both passes over all shapes of chunks there are; nothing where none fits.
std::optional<double> cheapest(CopyTask const& task) {
    std::optional<double> least;
    Extents const& all = task.target.extents;
    Extents chunk(3);
    for (chunk[0] = 1; chunk[0] <= all[0]; ++chunk[0])
        for (chunk[1] = 1; chunk[1] <= all[1]; ++chunk[1])
            for (chunk[2] = 1; chunk[2] <= all[2]; ++chunk[2]) {
                auto const first = plan_copy(first_pass(task, chunk), std::nullopt);
                auto const last = plan_copy(last_pass(task, chunk), std::nullopt);
                if (first && last) least = std::min(least.value_or(first->cost + last->cost), first->cost + last->cost);
            }
    return least;
}

} // namespace

void ScratchPlanTest::no_other_chunk_is_much_cheaper() {
    std::mt19937 random(7);
    auto const up_to = [&](Index most) { return std::uniform_int_distribution<Index>(1, most)(random); };
    double worst = 1;
    int fit = 0;
    for (int i = 0; i < 300; ++i) {
        Extents const all{up_to(7), up_to(7), up_to(7)};
        CopyTask task = rechunking(all, {up_to(all[0]), up_to(all[1]), up_to(all[2])},
                                   {up_to(all[0]), up_to(all[1]), up_to(all[2])}, up_to(16 * mib));
        task.element_bytes = 65536; // so that lists of requests take little of the memory
        auto const plan = plan_scratch(task, std::nullopt);
        auto const least = cheapest(task);
        QCOMPARE(plan.has_value(), least.has_value());
        if (!plan) continue;
        ++fit;
        auto const first = plan_copy(first_pass(task, plan->chunk), std::nullopt);
        auto const last = plan_copy(last_pass(task, plan->chunk), std::nullopt);
        QCOMPARE(plan->cost(), first->cost + last->cost);
        QVERIFY(plan->cost() >= least_cost_of_two(task));
        worst = std::max(worst, plan->cost() / *least);
    }
    qInfo("%d fit, the worst costs %.2f times the cheapest", fit, worst);
    QVERIFY(fit > 100);
    QVERIFY(worst < 1.5);
}

TEST_CLASS(ScratchPlanTest)
#include "scratch_plan_test.moc"
