// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of networks given by their links.
#include "libcore/network/graph.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class GraphTest : public QObject {
    Q_OBJECT

  private slots:
    void shortest_routes_with_settled_ties();
    void one_way_links_are_one_way();
    void bad_graphs_are_refused_data();
    void bad_graphs_are_refused();
};

namespace {

std::vector<int> visited(Topology const& net, int from, int to) {
    std::vector<int> route;
    net.route(from, to, route);
    std::vector<int> vertices;
    for (int const link : route) vertices.push_back(net.links()[static_cast<std::size_t>(link)].to);
    return vertices;
}

} // namespace

void GraphTest::shortest_routes_with_settled_ties() {
    // Nodes 0 and 1 joined over two switches 2 and 3 that are equally near.
    auto const net = topology_from_json(R"({"schema": "tessera.graph/1", "nodes": 2, "switches": 2, "links": [
        {"from": 0, "to": 3}, {"from": 3, "to": 1}, {"from": 0, "to": 2, "width": 4}, {"from": 2, "to": 1, "capacity": 2.5}]})",
                                        "g.json");
    QVERIFY2(net, net ? "" : net.error().message.c_str());
    QCOMPARE(visited(**net, 0, 1), (std::vector<int>{2, 1}));
    QCOMPARE(visited(**net, 1, 0), (std::vector<int>{2, 0}));
    QCOMPARE((*net)->links().size(), std::size_t{8});
    QCOMPARE((*net)->links()[4].width, Index{4});
    QCOMPARE((*net)->links()[6].capacity, 2.5);
    QCOMPARE((*net)->label(3), std::string("S1"));
}

void GraphTest::one_way_links_are_one_way() {
    auto const ring = topology_from_json(R"({"schema": "tessera.graph/1", "nodes": 3, "links": [
        {"from": 0, "to": 1, "oneway": true}, {"from": 1, "to": 2, "oneway": true}, {"from": 2, "to": 0, "oneway": true}]})",
                                         "ring.json");
    QVERIFY(ring);
    QCOMPARE(visited(**ring, 1, 0), (std::vector<int>{2, 0}));
}

void GraphTest::bad_graphs_are_refused_data() {
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("words");
    QTest::newRow("no JSON") << "{"
                             << "is not JSON";
    QTest::newRow("another schema") << R"({"schema": "tessera.machine/1"})"
                                    << "tessera.graph/1";
    QTest::newRow("no nodes") << R"({"schema": "tessera.graph/1", "links": []})"
                              << "no \"nodes\"";
    QTest::newRow("too many nodes") << R"({"schema": "tessera.graph/1", "nodes": 5000, "links": []})"
                                    << "expected 1 to 4096";
    QTest::newRow("fractional") << R"({"schema": "tessera.graph/1", "nodes": 1.5, "links": []})"
                                << "whole number";
    QTest::newRow("no links") << R"({"schema": "tessera.graph/1", "nodes": 1})"
                              << "no list \"links\"";
    QTest::newRow("vertex outside") << R"({"schema": "tessera.graph/1", "nodes": 2, "links": [{"from": 0, "to": 2}]})"
                                    << "\"to\" in link 0 of the graph is 2";
    QTest::newRow("negative width") << R"({"schema": "tessera.graph/1", "nodes": 2, "links": [{"from": 0, "to": 1, "width": -1}]})"
                                    << "\"width\"";
    QTest::newRow("negative capacity")
        << R"({"schema": "tessera.graph/1", "nodes": 2, "links": [{"from": 0, "to": 1, "capacity": -1}]})"
        << "\"capacity\"";
    QTest::newRow("link is a number") << R"({"schema": "tessera.graph/1", "nodes": 2, "links": [7]})"
                                      << "is not an object";
    QTest::newRow("unreachable") << R"({"schema": "tessera.graph/1", "nodes": 3, "links": [{"from": 0, "to": 1}]})"
                                 << "cannot reach node 2";
    QTest::newRow("one way only") << R"({"schema": "tessera.graph/1", "nodes": 2, "links": [{"from": 0, "to": 1, "oneway": true}]})"
                                  << "node 1 cannot reach node 0";
}

void GraphTest::bad_graphs_are_refused() {
    QFETCH(QString, json);
    QFETCH(QString, words);
    auto const net = topology_from_json(json.toStdString(), "g.json");
    QVERIFY(!net);
    QVERIFY2(QString::fromStdString(net.error().message).contains(words), net.error().message.c_str());
    QVERIFY(QString::fromStdString(net.error().message).startsWith("g.json"));
}

TEST_CLASS(GraphTest)
#include "graph_test.moc"
