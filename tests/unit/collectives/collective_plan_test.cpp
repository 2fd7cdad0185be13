// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of collective plans: every algorithm is right, and a broken plan is found.
#include "libcore/comm/collectives/collective_algorithm.hpp"
#include "libcore/comm/collectives/collective_choice.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/schedule/quality.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>

using namespace tessera;

namespace {

/// An operation that is neither associative nor commutative: whoever combines the same in the same way has the same number.
std::uint64_t entangled(std::uint64_t a, std::uint64_t b) {
    return (a * 0x9E3779B97F4A7C15U + 17) ^ ((b + 3) * 0xC2B2AE3D27D4EB4FU);
}

/// One map x -> a x + b after another, each in two halves of 32 bits: associative and not commutative.
std::uint64_t chained(std::uint64_t f, std::uint64_t g) {
    auto const a = [](std::uint64_t map) { return static_cast<std::uint32_t>(map >> 32U); };
    auto const b = [](std::uint64_t map) { return static_cast<std::uint32_t>(map); };
    return std::uint64_t{a(f) * a(g)} << 32U | std::uint32_t{a(f) * b(g) + b(f)};
}

using Vectors = std::vector<std::vector<std::uint64_t>>; // by rank

/// What the plan makes of the vectors, element by element, phase by phase.
template <class Operation>
Vectors carried_out(CollectivePlan const& plan, Vectors vectors, Operation const& operation) {
    struct Came {
        int from;
        std::uint64_t value;
        Arrival arrival;
    };
    std::size_t const ranks = vectors.size();
    std::vector<std::vector<std::vector<Came>>> came(ranks, std::vector<std::vector<Came>>(as_size(plan.elements)));
    for (CollectiveStep const& step : plan.steps) {
        for (CollectiveMove const& move : step.moves)
            for (Index i = move.elements.begin; i < move.elements.end; ++i)
                came[as_size(move.to)][as_size(i)].push_back({move.from, vectors[as_size(move.from)][as_size(i)], move.arrival});
        if (!step.ends_phase) continue;
        for (std::size_t p = 0; p < ranks; ++p) {
            for (std::size_t i = 0; i < came[p].size(); ++i) {
                auto& all = came[p][i];
                if (all.empty()) continue;
                if (all.front().arrival == Arrival::Combine) all.push_back({static_cast<int>(p), vectors[p][i], Arrival::Combine});
                std::ranges::sort(all, {}, &Came::from);
                std::uint64_t result = all.front().value;
                for (std::size_t k = 1; k < all.size(); ++k) result = operation(result, all[k].value);
                vectors[p][i] = result;
                all.clear();
            }
        }
    }
    return vectors;
}

Vectors random_vectors(int ranks, Index elements) {
    std::mt19937_64 engine(static_cast<std::uint64_t>(ranks) * 1000 + static_cast<std::uint64_t>(elements));
    Vectors vectors(as_size(ranks), std::vector<std::uint64_t>(as_size(elements)));
    for (auto& vector : vectors) std::ranges::generate(vector, std::ref(engine)); // a copy would begin anew for each rank
    return vectors;
}

CollectivePlan plan_of(std::string_view name, CollectiveKind kind, int ranks, Index elements, int root = 0) {
    CollectiveAlgorithm const* const algorithm = find_collective(kind, name).value();
    return make_collective(*algorithm, {.kind = kind, .ranks = ranks, .root = root, .elements = elements});
}

} // namespace

class CollectivePlanTest : public QObject {
    Q_OBJECT

  private slots:
    void every_algorithm_is_right_data();
    void every_algorithm_is_right();
    void the_table_knows_who_keeps_the_order();
    void an_ordered_task_gets_an_ordered_algorithm();
    void messages_and_depths_are_the_papers();
    void broken_plans_are_found();
    void a_pipeline_cuts_long_vectors();
    void outlines_have_the_figures_of_plans();
    void formulas_have_the_figures_of_plans();
    void unknown_names_are_refused();
};

void CollectivePlanTest::every_algorithm_is_right_data() {
    QTest::addColumn<int>("row");
    for (int row = 0; row < std::ssize(collective_algorithms()); ++row) {
        CollectiveAlgorithm const& algorithm = collective_algorithms()[as_size(row)];
        bool const reduces = algorithm.kind == CollectiveKind::Reduce;
        if (algorithm.make) QTest::addRow("%s %s", reduces ? "reduce" : "broadcast", algorithm.name.data()) << row;
    }
}

void CollectivePlanTest::every_algorithm_is_right() {
    QFETCH(int, row);
    CollectiveAlgorithm const& algorithm = collective_algorithms()[as_size(row)];
    for (int ranks = 1; ranks <= 17; ++ranks) {
        for (Index const elements : {1, 2, 5, 17, 100}) {
            int const root = static_cast<int>(elements) % ranks;
            CollectivePlan const plan = make_collective(
                algorithm, {.kind = algorithm.kind, .ranks = ranks, .root = root, .elements = elements, .element_bytes = 9000});
            auto const valid = validate(plan);
            QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
            Vectors const before = random_vectors(ranks, elements);
            Vectors const mixed = carried_out(plan, before, entangled);
            Vectors const summed = carried_out(plan, before, std::plus<>());
            std::vector<std::uint64_t> expected(as_size(elements), 0);
            for (auto const& vector : before) std::ranges::transform(expected, vector, expected.begin(), std::plus<>());
            if (plan.kind == CollectiveKind::Broadcast) expected = before[as_size(root)];
            for (int p = 0; p < ranks; ++p) {
                QVERIFY(summed[as_size(p)] == expected);
                QVERIFY(mixed[as_size(p)] == mixed[0]);
            }
            auto const scheduled = validate(*schedule_of(plan, 8));
            QVERIFY2(scheduled, scheduled ? "" : scheduled.error().message.c_str());
        }
    }
}

void CollectivePlanTest::the_table_knows_who_keeps_the_order() {
    for (CollectiveAlgorithm const& algorithm : collective_algorithms()) {
        if (algorithm.make == nullptr || algorithm.kind == CollectiveKind::Broadcast) continue;
        bool keeps = true;
        for (int ranks = 1; ranks <= 17; ++ranks) {
            Index const elements = 17;
            Vectors const before = random_vectors(ranks, elements);
            Vectors const after = carried_out(
                make_collective(algorithm, {.ranks = ranks, .elements = elements, .element_bytes = 9000}), before, chained);
            std::vector<std::uint64_t> expected = before[0];
            for (std::size_t p = 1; p < before.size(); ++p)
                for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = chained(expected[i], before[p][i]);
            keeps = keeps && std::ranges::all_of(after, [&](auto const& vector) { return vector == expected; });
        }
        QVERIFY2(keeps == algorithm.keeps_order, algorithm.name.data());
    }
}

void CollectivePlanTest::an_ordered_task_gets_an_ordered_algorithm() {
    CollectiveTask const task{.ranks = 7, .elements = 1000, .ordered = true};
    QVERIFY(collective_named(task, "auto").value().algorithm->keeps_order);
    QVERIFY(collective_named(task, "loglog").has_value());
    auto const refused = collective_named(task, "ring");
    QVERIFY(!refused && refused.error().message.find("not commutative") != std::string::npos);
    Machine fast; // rates by which ours are taken
    fast.collectives.push_back({.operation = "reduce", .ranks = 7, .bytes = 8000, .algorithm = "ring", .time = 1, .mpi_time = 2});
    QVERIFY(choose_collective(task, &fast).algorithm->keeps_order);
}

/// Section 4.4, as counted from its descriptions.
void CollectivePlanTest::messages_and_depths_are_the_papers() {
    for (int const ranks : {2, 3, 4, 6, 8, 10, 12}) {
        auto const log = static_cast<int>(std::ceil(std::log2(ranks)));
        auto const check = [&](CollectiveKind kind, char const* name, Index messages, int steps) {
            CollectiveTotals const totals = totals_of(plan_of(name, kind, ranks, 1));
            QVERIFY2(totals.messages == messages, name);
            QVERIFY2(totals.steps == steps, name);
        };
        check(CollectiveKind::Broadcast, "mwrite", ranks - 1, ranks - 1);
        check(CollectiveKind::Broadcast, "logfan", ranks - 1, log);
        check(CollectiveKind::Broadcast, "bcast", 1, 1);
        check(CollectiveKind::Reduce, "naivemw", ranks * (ranks - 1), ranks - 1);
        check(CollectiveKind::Reduce, "mastermw", 2 * (ranks - 1), 2 * (ranks - 1));
        check(CollectiveKind::Reduce, "masterbc", ranks, ranks);
        check(CollectiveKind::Reduce, "realbc", ranks, ranks);
        check(CollectiveKind::Reduce, "logmw", 2 * (ranks - 1), log + ranks - 1);
        check(CollectiveKind::Reduce, "loglog", 2 * (ranks - 1), 2 * log);
        check(CollectiveKind::Reduce, "logbc", ranks, log + 1);
        int core = 1;
        while (2 * core <= ranks) core *= 2;
        int const stages = static_cast<int>(std::log2(core));
        check(CollectiveKind::Reduce, "loglocex", core * stages + 2 * (ranks - core), stages + (ranks > core ? 2 : 0));
    }
}

void CollectivePlanTest::broken_plans_are_found() {
    auto const complaint = [](CollectivePlan const& plan) {
        auto const valid = validate(plan);
        return valid ? QString("valid") : QString::fromStdString(valid.error().message);
    };
    CollectivePlan const good = plan_of("loglog", CollectiveKind::Reduce, 4, 6);
    QCOMPARE(complaint(good), "valid");
    CollectivePlan plan = good;
    plan.steps.pop_back();
    QVERIFY(complaint(plan).contains("1 of 4 ranks are in the result"));
    plan = good;
    plan.steps.insert(plan.steps.begin(), plan.steps.front());
    QVERIFY(complaint(plan).contains("combined twice"));
    plan = good;
    plan.steps.back().moves.back().elements.end = 5;
    QVERIFY(complaint(plan).contains("elements 5 to 6"));
    plan = plan_of("naivemw", CollectiveKind::Reduce, 4, 1);
    plan.steps.front().ends_phase = true; // combined on the way, as the paper's does: other roundings on each rank
    QVERIFY(!complaint(plan).isEmpty() && complaint(plan) != "valid");
    plan = plan_of("ring", CollectiveKind::Reduce, 3, 6);
    for (CollectiveStep& step : plan.steps)
        for (CollectiveMove& move : step.moves) move.arrival = Arrival::Keep;
    QVERIFY(complaint(plan) != "valid");
    plan = plan_of("bcast", CollectiveKind::Broadcast, 4, 1);
    plan.steps.front().moves.pop_back();
    QVERIFY(complaint(plan).contains("does not reach every other rank once"));
    plan = plan_of("logfan", CollectiveKind::Broadcast, 4, 1);
    plan.steps.front().moves.front().to = 4;
    QVERIFY(complaint(plan).contains("no such move"));
    // Partners that exchange what they keep: neither has what was there.
    plan = {.kind = CollectiveKind::Broadcast, .algorithm = "", .ranks = 2, .root = 0, .elements = 1, .steps = {}};
    plan.steps.push_back({.moves = {{0, 1, {0, 1}, Arrival::Keep}, {1, 0, {0, 1}, Arrival::Keep}}});
    QVERIFY(complaint(plan).contains("sent in the phase in which others take their place"));
}

void CollectivePlanTest::a_pipeline_cuts_long_vectors() {
    CollectiveAlgorithm const* const chain = find_collective(CollectiveKind::Broadcast, "chain").value();
    CollectivePlan const plan = make_collective(*chain, {.kind = chain->kind, .ranks = 4, .elements = 1 << 17, .element_bytes = 8});
    QCOMPARE(std::ssize(plan.steps), 32 + 2);
    QCOMPARE(totals_of(plan).most_sent, Index{1} << 17);
}

void CollectivePlanTest::outlines_have_the_figures_of_plans() {
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.make == nullptr) continue;
        for (int ranks : {2, 3, 8, 12}) {
            CollectiveTask const task{.kind = each.kind, .ranks = ranks, .elements = 1000 * ranks};
            CollectivePlan const plan = make_collective(each, task);
            CollectivePlan const outline = outline_collective(each, task);
            QVERIFY(outline.steps.size() <= plan.steps.size());
            auto const of_plan = totals_of(plan);
            auto const of_outline = totals_of(outline);
            QCOMPARE(of_outline.steps, of_plan.steps);
            QCOMPARE(of_outline.messages, of_plan.messages);
            QCOMPARE(of_outline.elements_sent, of_plan.elements_sent);
            QCOMPARE(of_outline.most_sent, of_plan.most_sent);
        }
    }
}

void CollectivePlanTest::formulas_have_the_figures_of_plans() {
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.totals == nullptr) continue;
        for (int ranks = 2; ranks <= 20; ++ranks)
            for (Index const elements : {1, 2, 3, 7, 16, 20, 21, 100, 9000, 100'000})
                for (int const root : {0, ranks / 2}) {
                    CollectiveTask const task{each.kind, ranks, root, elements, 8};
                    QVERIFY2(totals_of(each, task) == totals_of(make_collective(each, task)), each.name.data());
                }
    }
}

void CollectivePlanTest::unknown_names_are_refused() {
    auto const wrong = find_collective(CollectiveKind::Reduce, "loglocx");
    QVERIFY(!wrong);
    QVERIFY(wrong.error().message.find("did you mean 'loglocex'") != std::string::npos);
    QVERIFY(!find_collective(CollectiveKind::Reduce, "mwrite"));
}

TEST_CLASS(CollectivePlanTest)
#include "collective_plan_test.moc"
