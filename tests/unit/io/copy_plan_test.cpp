// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the plan of a copy: what fits the memory, what is refused, what is cheap.
#include "libcore/io/copy_plan.hpp"
#include "libcore/io/copy_units.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QRegularExpression>

using namespace tessera;

namespace {

constexpr Index mebi = Index{1} << 20;

StoredShape in_one_piece(Extents extents) {
    return {extents, {1, 0}, extents};
}
StoredShape chunked(Extents extents, Extents chunk) {
    return {std::move(extents), {1, 0}, std::move(chunk)};
}

CopyTask task_of(StoredShape source, StoredShape target, Index memory, int ranks = 1) {
    CopyTask task;
    task.map = CopyMap::identity(target.extents);
    task.source = std::move(source);
    task.target = std::move(target);
    task.element_bytes = 4;
    task.ranks = ranks;
    task.memory = memory;
    return task;
}

Index bytes_of(StoredShape const& shape) {
    return 4 * shape.extents[0] * shape.extents[1];
}

} // namespace

class CopyPlanTest : public QObject {
    Q_OBJECT
  private slots:
    void a_copy_in_place_reads_every_byte_once();
    void buffers_fit_the_memory();
    void too_little_memory_is_refused();
    void shapes_near_the_largest_index_end();
    void more_than_64_bits_is_refused();
    void more_memory_costs_no_more();
    void filtered_chunks_are_not_divided();
    void chunks_that_wait_for_nothing_leave_memory_to_parts();
    void the_access_asked_for_is_taken();
    void ranks_share_a_source_in_one_piece_along_its_slowest_dimension();
    void one_rank_exchanges_nothing();
    void units_stay_short_whatever_the_memory();
    void prime_chunks_make_no_units_of_one_element();
    void units_that_are_there_make_other_parts();
    void parts_end_with_stripes();
    void normal_form_counts_from_the_target();
    void undefined_elements_are_refused();
};

void CopyPlanTest::a_copy_in_place_reads_every_byte_once() {
    StoredShape const shape = in_one_piece({1024, 1024});
    auto const plan = plan_copy(task_of(shape, shape, 16 * mebi), std::nullopt);
    QVERIFY(plan.has_value());
    QCOMPARE(plan->reads.bytes, static_cast<double>(bytes_of(shape)));
    QCOMPARE(plan->writes.bytes, static_cast<double>(bytes_of(shape)));
    QVERIFY(plan->writes.requests <= 4);
}

void CopyPlanTest::buffers_fit_the_memory() {
    for (Index const memory : {mebi, 2 * mebi, 8 * mebi, 64 * mebi})
        for (int const ranks : {1, 4}) {
            CopyTask const task = task_of(chunked({8192, 512}, {512, 1}), chunked({8192, 512}, {1024, 10}), memory, ranks);
            auto const plan = plan_copy(task, std::nullopt);
            if (!plan) QFAIL(plan.error().message.c_str());
            Index bytes = plan->part_bytes + plan->staging + plan->piece_bytes + plan->share_bytes;
            if (plan->piece_bytes > 0) bytes += received_bytes(*plan);
            QVERIFY(bytes + copy_overhead <= memory);
            QCOMPARE(plan->part_bytes, 4 * CopyParts(task.target, plan->part).room());
        }
}

void CopyPlanTest::too_little_memory_is_refused() {
    CopyTask task = task_of(in_one_piece({64, 64}), in_one_piece({64, 64}), 1000, 2);
    auto const plan = plan_copy(task, std::nullopt);
    QVERIFY(!plan.has_value());
    QVERIFY(plan.error().message.starts_with("this copy takes "));
    QVERIFY(plan.error().message.ends_with("allowed are 2000B, 1000B for each"));
    static QRegularExpression const of_each(QStringLiteral("buffers, (\\d+)KiB"));
    Index const enough = of_each.match(QString::fromStdString(plan.error().message)).captured(1).toLongLong() * 1024;
    task.memory = enough;
    QVERIFY(plan_copy(task, std::nullopt).has_value());
    task.memory = enough - 1024;
    QVERIFY(!plan_copy(task, std::nullopt).has_value());
}

void CopyPlanTest::shapes_near_the_largest_index_end() {
    Index const most = std::numeric_limits<Index>::max();
    for (Index const ranks : {1, 4})
        for (Extents const& extents : {Extents{0, most}, Extents{most, 0}, Extents{0, Index{1} << 62}, Extents{1, most}}) {
            StoredShape const shape{extents, {1, 0}, {std::max<Index>(extents[0], 1), std::max<Index>(extents[1], 1)}};
            CopyTask task = task_of(shape, shape, 8 * mebi, static_cast<int>(ranks));
            task.element_bytes = 1;
            auto const plan = plan_copy(task, std::nullopt);
            if (!plan) QFAIL(plan.error().message.c_str());
            QVERIFY(plan->memory > 0 && plan->memory <= task.memory);
            QVERIFY(plan->part_bytes > 0 && plan->part_bytes <= task.memory);
            QVERIFY2(plan->cost >= 0, qPrintable(QStringLiteral("%1 for {%2,%3}").arg(plan->cost).arg(extents[0]).arg(extents[1])));
        }
}

void CopyPlanTest::more_than_64_bits_is_refused() {
    Index const large = Index{1} << 62;
    StoredShape const small = in_one_piece({2, 2});
    auto const refused = [&](StoredShape const& source, StoredShape const& target, char const* what) {
        auto const plan = plan_copy(task_of(source, target, 8 * mebi), std::nullopt);
        return !plan && plan.error().message.ends_with(what);
    };
    QVERIFY(refused(in_one_piece({1, large}), small, "more than 64 bits can count"));
    QVERIFY(refused(small, chunked({2, 2}, {large, large}), "more than 64 bits can count"));
    QVERIFY(refused(chunked({0, 3}, {1, large}), small, "more than 64 bits can count"));
    StoredShape filtered = chunked({2, 2}, {2, large / 64});
    filtered.whole_chunks = true;
    QVERIFY(refused(filtered, small, "no memory holds it"));
}

void CopyPlanTest::more_memory_costs_no_more() {
    double cost = std::numeric_limits<double>::max();
    for (Index memory = mebi; memory <= 256 * mebi; memory *= 4) {
        auto const plan =
            plan_copy(task_of(chunked({4096, 4096}, {512, 1}), chunked({4096, 4096}, {64, 4096}), memory), std::nullopt);
        QVERIFY(plan.has_value());
        QVERIFY(plan->cost <= 1.06 * cost); // among nearly equal ones the smaller is taken
        cost = plan->cost;
    }
}

void CopyPlanTest::filtered_chunks_are_not_divided() {
    CopyTask task = task_of(in_one_piece({4096, 4096}), chunked({4096, 4096}, {512, 64}), 4 * mebi);
    task.target.whole_chunks = true;
    auto const plan = plan_copy(task, std::nullopt);
    QVERIFY(plan.has_value());
    for (std::size_t d = 0; d < 2; ++d) QCOMPARE(plan->part[d] % task.target.chunk[d], Index{0});
    task.memory = mebi / 2;
    QVERIFY(!plan_copy(task, std::nullopt).has_value());
    task.memory = mebi / 16;
    std::string const said = plan_copy(task, std::nullopt).error().message;
    QVERIFY(said.ends_with("; a chunk or shard of the target has 128KiB and is written whole: --chunk makes it smaller"));
    std::swap(task.source, task.target);
    QVERIFY(plan_copy(task, std::nullopt).error().message.ends_with("; a chunk of the source has 128KiB and is decoded whole"));
}

void CopyPlanTest::chunks_that_wait_for_nothing_leave_memory_to_parts() {
    CopyTask task = task_of(chunked({4096, 4096}, {64, 4096}), chunked({4096, 4096}, {4096, 64}), 12 * mebi);
    task.source.whole_chunks = task.target.whole_chunks = true;
    auto const waiting = plan_copy(task, std::nullopt);
    QVERIFY(waiting.has_value());
    task.waits_for_places = false;
    task.encoder = mebi + mebi / 64;
    auto const plan = plan_copy(task, std::nullopt);
    QVERIFY(plan.has_value());
    QCOMPARE(memory_to_encode(task, plan->part_bytes), task.encoder);
    QVERIFY(plan->memory <= task.memory);
    QVERIFY(plan->part_bytes > waiting->part_bytes);
    QVERIFY(plan->reads.bytes < waiting->reads.bytes); // fewer parts: the source's chunks are decoded less often
}

void CopyPlanTest::the_access_asked_for_is_taken() {
    CopyTask const task = task_of(chunked({4096, 512}, {512, 1}), in_one_piece({4096, 512}), 8 * mebi, 4);
    std::optional<double> best;
    for (Access const access : {Access::Direct, Access::Sieve, Access::TwoPhase}) {
        auto const plan = plan_copy(task, access);
        QVERIFY(plan.has_value());
        QCOMPARE(plan->access, access);
        QCOMPARE(plan->piece_bytes > 0, access == Access::TwoPhase);
        QCOMPARE(plan->largest_gap > 0, access != Access::Direct);
        best = std::min(best.value_or(plan->cost), plan->cost);
    }
    QVERIFY(plan_copy(task, std::nullopt)->cost <= 1.06 * *best);
}

void CopyPlanTest::ranks_share_a_source_in_one_piece_along_its_slowest_dimension() {
    // The other dimension is longer; pieces along it would be a request for each row.
    for (StoredShape const& target : {in_one_piece({64, 32768}), chunked({64, 32768}, {64, 512})}) {
        CopyTask const task = task_of(in_one_piece({64, 32768}), target, 64 * mebi, 8);
        auto const plan = plan_copy(task, Access::TwoPhase);
        QVERIFY(plan.has_value());
        QVERIFY(plan->reads.bytes <= 1.01 * static_cast<double>(bytes_of(task.source)));
        QVERIFY(plan->reads.requests <= 64);
    }
}

void CopyPlanTest::one_rank_exchanges_nothing() {
    auto const plan = plan_copy(task_of(chunked({512, 512}, {512, 1}), in_one_piece({512, 512}), 8 * mebi), std::nullopt);
    QVERIFY(plan.has_value());
    QVERIFY(plan->access != Access::TwoPhase);
    QCOMPARE(plan->messages.requests, 0.0);
}

void CopyPlanTest::units_stay_short_whatever_the_memory() {
    // Every part takes all of the memory that it gets: columns become rows.
    CopyTask task = task_of(chunked({8192, 4096}, {8192, 1}), chunked({8192, 4096}, {16, 64}), 256 * mebi);
    auto const plan = plan_copy(task, std::nullopt);
    QVERIFY(plan.has_value());
    QVERIFY(plan->part_bytes > 8 * mebi);
    QVERIFY(plan->unit[0] * plan->unit[1] * task.element_bytes <= most_unit_bytes);
    QVERIFY(plan->unit[0] * plan->unit[1] * task.element_bytes > most_unit_bytes / 2);
    QVERIFY(consists_of_units(task.target, plan->part, plan->unit));
}

/// A part of one chunk of the source each would be the cheapest to read, but has no pieces of equal length.
void CopyPlanTest::prime_chunks_make_no_units_of_one_element() {
    constexpr Index prime = 649487;
    StoredShape source = chunked({1, 33 * prime}, {1, prime});
    source.whole_chunks = true;
    auto const plan = plan_copy(task_of(source, in_one_piece({1, 33 * prime}), 17 * mebi), Access::Direct);
    QVERIFY(plan.has_value());
    QVERIFY2(4 * plan->unit[1] >= most_unit_bytes / 4, qPrintable(QString::number(plan->unit[1])));
}

void CopyPlanTest::units_that_are_there_make_other_parts() {
    CopyTask task = task_of(chunked({8192, 512}, {512, 1}), chunked({8192, 512}, {1024, 10}), 64 * mebi, 4);
    auto const plan = plan_copy(task, std::nullopt);
    QVERIFY(plan.has_value());
    task.unit = plan->unit;
    for (Index const memory : {64 * mebi, 8 * mebi, 3 * mebi})
        for (int const ranks : {1, 2, 4}) {
            task.memory = memory;
            task.ranks = ranks;
            auto const again = plan_copy(task, std::nullopt);
            QVERIFY(again.has_value());
            QCOMPARE(again->unit, plan->unit);
            QVERIFY(consists_of_units(task.target, again->part, again->unit));
            QVERIFY(again->part_bytes <= memory);
        }
}

void CopyPlanTest::parts_end_with_stripes() {
    CopyTask task = task_of(chunked({90000, 384}, {100, 384}), in_one_piece({90000, 384}), 16 * mebi, 2); // rows of 1536 bytes
    auto const anywhere = plan_copy(task, std::nullopt);
    QVERIFY(anywhere.has_value());
    task.stripe = mebi / 4;
    auto const plan = plan_copy(task, std::nullopt);
    QVERIFY(plan.has_value());
    auto const bytes_of_part = [](CopyPlan const& of) { return of.part[0] * of.part[1] * 4; };
    QVERIFY(bytes_of_part(*anywhere) % task.stripe != 0);
    QCOMPARE(bytes_of_part(*plan) % task.stripe, Index{0});
    QCOMPARE(bytes_of_part(*plan) % (plan->unit[0] * plan->unit[1] * 4), Index{0});
    QVERIFY(plan->cost <= 1.05 * anywhere->cost);
}

void CopyPlanTest::normal_form_counts_from_the_target() {
    // B(10:1:-1) = A(1:28:3) is B(1:10) = A(28:1:-3).
    CopyMap const map{{{10, CopySide{0, 0, 3}, CopySide{0, 9, -1}}}};
    auto const normal = normal_form(map, Extents{10});
    QVERIFY(normal.has_value());
    QCOMPARE(normal->axes.front(), (CopyAxis{10, CopySide{0, 27, -3}, CopySide{0, 0, 1}}));
}

void CopyPlanTest::undefined_elements_are_refused() {
    CopyMap const map{{{5, CopySide{0, 0, 1}, CopySide{0, 0, 2}}}};
    auto const normal = normal_form(map, Extents{10});
    QVERIFY(!normal.has_value());
    QCOMPARE(normal.error().message,
             std::string("the copy leaves a part of the target undefined: of the 10 indices of dimension 1 it names 5"));
}

TEST_CLASS(CopyPlanTest)
#include "copy_plan_test.moc"
