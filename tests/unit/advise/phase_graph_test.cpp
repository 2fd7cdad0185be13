// SPDX-License-Identifier: BSD-3-Clause
// Tessera: dynamic programming over phases beside exhaustive search, with integer costs.
#include "libcore/advise/phase_graph.hpp"

#include "tests/suite/qt_suite.hpp"

#include <random>

using namespace tessera;

namespace {

/// Phases with layouts R and C and a remap cost between them.
PhaseGraph rows_and_columns(std::vector<std::pair<double, double>> const& costs, double remap) {
    PhaseGraph graph;
    graph.phases = WeightTable(costs.size(), 2);
    for (std::size_t phase = 0; phase < costs.size(); ++phase) {
        graph.phases.at(phase, 0) = {costs[phase].first, 0, 0};
        graph.phases.at(phase, 1) = {costs[phase].second, 0, 0};
    }
    graph.remaps.emplace_back(2, 2, LayoutWeight{});
    graph.remaps[0].at(0, 1) = graph.remaps[0].at(1, 0) = {remap, 1, 4};
    graph.next.assign(costs.size() - 1, {0, 1});
    return graph;
}

std::string letters(LayoutChoice const& choice) {
    std::string text;
    for (std::size_t const layout : choice.layouts) text += layout == 0 ? 'R' : 'C';
    return text;
}

/// Random costs in random nested loops, some layouts forbidden.
class RandomGraph {
  public:
    explicit RandomGraph(unsigned seed) : random_(seed) {}

    PhaseGraph make() {
        std::size_t const phases = 1 + below(5);
        std::size_t const layouts = 1 + below(3);
        PhaseGraph graph;
        graph.phases = WeightTable(phases, layouts);
        for (std::size_t phase = 0; phase < phases; ++phase)
            for (std::size_t layout = 0; layout < layouts; ++layout)
                if (below(10) > 0) graph.phases.at(phase, layout) = {static_cast<double>(below(20)), 0, 0};
        for (int table = 0; table < 2; ++table) {
            WeightTable remaps(layouts, layouts, LayoutWeight{});
            for (std::size_t from = 0; from < layouts; ++from)
                for (std::size_t to = 0; to < layouts; ++to)
                    if (from != to) remaps.at(from, to) = {static_cast<double>(below(9)), 1, static_cast<double>(below(4))};
            graph.remaps.push_back(std::move(remaps));
        }
        for (std::size_t phase = 0; phase + 1 < phases; ++phase)
            graph.next.push_back({below(2), static_cast<double>(1 + below(3))});
        nest(graph, 0, phases - 1, 2);
        return graph;
    }

  private:
    std::size_t below(std::size_t bound) { return random_() % bound; }

    /// A loop within these phases, behind those in it.
    void nest(PhaseGraph& graph, std::size_t first, std::size_t last, int depth) {
        if (depth == 0 || below(3) == 0) return;
        std::size_t const begin = first + below(last - first + 1);
        std::size_t const end = begin + below(last - begin + 1);
        nest(graph, begin, end, depth - 1);
        graph.loops.push_back({begin, end, 2});
        graph.back.push_back({below(2), static_cast<double>(below(3))});
        if (end < last) nest(graph, end + 1, last, depth - 1);
    }

    std::mt19937 random_;
};

std::optional<LayoutChoice> by_exhaustion(PhaseGraph const& graph) {
    std::optional<LayoutChoice> best;
    std::vector<std::size_t> layouts(graph.phases.rows(), 0);
    for (;;) {
        LayoutWeight const weight = weight_of(graph, layouts);
        if (weight.cost < 1e300 && (!best || weight.less_than(best->weight))) best = LayoutChoice{weight, layouts};
        std::size_t phase = 0;
        while (phase < layouts.size() && ++layouts[phase] == graph.phases.columns()) layouts[phase++] = 0;
        if (phase == layouts.size()) return best;
    }
}

} // namespace

class PhaseGraphTest : public QObject {
    Q_OBJECT
  private slots:
    void greedy_would_be_wrong();
    void agrees_with_exhaustive_search();
};

/// layout-advice.md, A2: the best is RCR at 2, RRR at 4; at the tie of 3 nothing moves.
void PhaseGraphTest::greedy_would_be_wrong() {
    for (auto const& [remap, layouts, cost] :
         {std::tuple{2.0, "RCR", 4.0}, std::tuple{3.0, "RRR", 6.0}, std::tuple{4.0, "RRR", 6.0}}) {
        auto const choice = best_choice(rows_and_columns({{0, 10}, {6, 0}, {0, 10}}, remap)).value();
        QCOMPARE(letters(choice), std::string(layouts));
        QCOMPARE(choice.weight.cost, cost);
    }
}

void PhaseGraphTest::agrees_with_exhaustive_search() {
    int loops = 0;
    for (unsigned seed = 0; seed < 6000; ++seed) {
        PhaseGraph const graph = RandomGraph(seed).make();
        auto const expected = by_exhaustion(graph);
        auto const found = best_choice(graph);
        loops += graph.loops.size() > 1 ? 1 : 0;
        QCOMPARE(found.has_value(), expected.has_value());
        if (!found) continue;
        QVERIFY(!expected->weight.less_than(found->weight) && !found->weight.less_than(expected->weight));
        LayoutWeight const again = weight_of(graph, found->layouts);
        QVERIFY(!again.less_than(found->weight) && !found->weight.less_than(again));
    }
    QVERIFY(loops > 1000);
}

TEST_CLASS(PhaseGraphTest)
#include "phase_graph_test.moc"
