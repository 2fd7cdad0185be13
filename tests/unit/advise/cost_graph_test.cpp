// SPDX-License-Identifier: BSD-3-Clause
// Tessera: graphs of integer costs: the contest's example, and branch and bound beside exhaustive search.
#include "libcore/advise/cost_graph.hpp"

#include "tests/suite/qt_suite.hpp"

#include <QFile>
#include <algorithm>
#include <random>
#include <utility>

using namespace tessera;

namespace {

std::string example() {
    QFile file(TESSERA_DATASETS "/costs/iopddl-example.json");
    if (!file.open(QIODevice::ReadOnly)) qFatal("no example");
    return file.readAll().toStdString();
}

CostGraph random_graph(std::mt19937& random) {
    auto const below = [&](Index bound) { return static_cast<Index>(random() % static_cast<unsigned>(bound)); };
    CostGraph graph;
    bool const few_costs = below(2) == 0; // many ties
    for (Index node = 1 + below(6); node > 0; --node) {
        CostNode& made = graph.nodes.emplace_back();
        for (Index strategy = 1 + below(3); strategy > 0; --strategy) {
            made.costs.push_back(few_costs ? below(3) : below(20));
            made.usages.push_back(below(10));
        }
        made.lifetime.begin = below(6);
        made.lifetime.end = made.lifetime.begin + below(4);
    }
    for (Index edge = below(9); edge > 0; --edge) {
        CostEdge made{as_size(below(std::ssize(graph.nodes))), as_size(below(std::ssize(graph.nodes))), {}};
        for (std::size_t pair = graph.nodes[made.from].costs.size() * graph.nodes[made.to].costs.size(); pair > 0; --pair)
            made.costs.push_back(few_costs ? below(3) : below(20));
        graph.edges.push_back(std::move(made));
    }
    if (below(3) > 0) graph.usage_limit = below(25);
    return graph;
}

Index changes_of(CostGraph const& graph, std::vector<std::size_t> const& strategies) {
    return std::ranges::count_if(graph.edges, [&](CostEdge const& edge) {
        return edge.costs[strategies[edge.from] * graph.nodes[edge.to].costs.size() + strategies[edge.to]] > 0;
    });
}

/// The least cost and, of these, the fewest edges that cost anything; nothing where no choice stays within the limit.
std::optional<std::pair<Index, Index>> least_by_exhaustion(CostGraph const& graph) {
    std::optional<std::pair<Index, Index>> least;
    std::vector<std::size_t> strategies(graph.nodes.size(), 0);
    for (;;) {
        bool const fits = !graph.usage_limit || peak_of(graph, strategies) <= *graph.usage_limit;
        std::pair const weight{cost_of(graph, strategies), changes_of(graph, strategies)};
        if (fits && (!least || weight < *least)) least = weight;
        std::size_t node = 0;
        while (node < strategies.size() && ++strategies[node] == graph.nodes[node].costs.size()) strategies[node++] = 0;
        if (node == strategies.size()) return least;
    }
}

} // namespace

class CostGraphTest : public QObject {
    Q_OBJECT
  private slots:
    void the_contests_example();
    void agrees_with_exhaustive_search();
    void gives_up_with_a_bound();
    void what_is_wrong_data();
    void what_is_wrong();
};

/// layout-advice.md, A4.
void CostGraphTest::the_contests_example() {
    CostGraph graph = CostGraph::from_json(example()).value();
    auto const limited = best_strategies(graph).value();
    QVERIFY((limited.strategies == std::vector<std::size_t>{0, 0, 2, 1, 0}));
    QCOMPARE(limited.cost, Index{445});
    QCOMPARE(limited.peak, Index{50});
    auto const told = cheaper_without_limit(graph, limited).value();
    QVERIFY(told && told->cost == 415 && told->peak == 55);
    graph.usage_limit.reset();
    auto const free = best_strategies(graph).value();
    QVERIFY((free.strategies == std::vector<std::size_t>{0, 0, 1, 1, 0}));
    QCOMPARE(free.cost, Index{415});
    QCOMPARE(free.peak, Index{55});
    QVERIFY(!cheaper_without_limit(graph, free).value());
    graph.usage_limit = 55; // is no limit to it
    QVERIFY(!cheaper_without_limit(graph, free).value());
}

void CostGraphTest::agrees_with_exhaustive_search() {
    std::mt19937 random(4);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        CostGraph const graph = random_graph(random);
        auto const expected = least_by_exhaustion(graph);
        auto const found = best_strategies(graph);
        QCOMPARE(found.has_value(), expected.has_value());
        refused += expected ? 0 : 1;
        if (!found) continue;
        QCOMPARE(found->cost, expected->first);
        QCOMPARE(found->bound, expected->first);
        QCOMPARE(cost_of(graph, found->strategies), expected->first);
        QCOMPARE(changes_of(graph, found->strategies), expected->second);
        QVERIFY(!graph.usage_limit || found->peak <= *graph.usage_limit);
    }
    QVERIFY(refused > 100);
}

void CostGraphTest::gives_up_with_a_bound() {
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        CostGraph graph = random_graph(random);
        graph.usage_limit.reset();
        auto const found = best_strategies(graph, 3).value();
        Index const least = least_by_exhaustion(graph)->first;
        QVERIFY(found.bound <= least && least <= found.cost);
    }
}

void CostGraphTest::what_is_wrong_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("message");
    auto const row = [](char const* json, char const* message) { QTest::newRow(message) << json << message; };
    row("{", "this is not JSON");
    row("[]", "problem: expected an object");
    row(R"({"problem":{"nodes":{}}})", "nodes.costs: expected a list");
    row(R"({"problem":{"nodes":{"intervals":[],"costs":[[1]],"usages":[[1]]}}})", "nodes: expected as many intervals and usages");
    row(R"({"problem":{"nodes":{"intervals":[[0,1]],"costs":[[-1]],"usages":[[1]]}}})", "nodes.costs[0]: expected whole numbers");
    row(R"({"problem":{"nodes":{"intervals":[[0,1]],"costs":[[1]],"usages":[[1,2]]}}})", "nodes.usages[0]: expected one for each");
    row(R"({"problem":{"nodes":{"intervals":[[0]],"costs":[[1]],"usages":[[1]]}}})",
        "nodes.intervals[0]: expected its first point");
    row(R"({"problem":{"nodes":{"intervals":[[0,1]],"costs":[[1]],"usages":[[1]]},"edges":{"nodes":[[0,1]],"costs":[[1]]}}})",
        "edges.nodes[0]: expected two numbers of nodes, 0 to 0");
    row(R"({"problem":{"nodes":{"intervals":[[0,1]],"costs":[[1,2]],"usages":[[1,1]]},"edges":{"nodes":[[0,0]],"costs":[[1]]}}})",
        "edges.costs[0]: expected 4 costs");
    row(R"({"problem":{"nodes":{"intervals":[[0,1]],"costs":[[1]],"usages":[[1]]},"usage_limit":"much"}})",
        "usage_limit: expected");
}

void CostGraphTest::what_is_wrong() {
    QFETCH(QString, json);
    QFETCH(QString, message);
    auto const graph = CostGraph::from_json(json.toStdString());
    QVERIFY(!graph);
    QString const found = QString::fromStdString(graph.error().message);
    QVERIFY2(found.startsWith(message), qPrintable(found));
}

TEST_CLASS(CostGraphTest)
#include "cost_graph_test.moc"
