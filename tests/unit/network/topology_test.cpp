// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of networks: routes, names, and the loads the papers state.
#include "libcore/network/topology.hpp"

#include "libcore/network/link_loads.hpp"
#include "libcore/network/trees.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/network/sample_sets.hpp"

#include <algorithm>
#include <numeric>

using namespace tessera;

namespace {

/// One transfer of one byte from every rank to the partner a function names; none to itself or outside.
template <class Partner>
std::vector<Transfer> step_of(int ranks, Partner const& partner) {
    std::vector<Transfer> transfers;
    for (int rank = 0; rank < ranks; ++rank) {
        int const to = partner(rank);
        if (to != rank && to >= 0 && to < ranks) transfers.push_back({rank, to, 1});
    }
    return transfers;
}

double max_load(Topology const& net, std::vector<Transfer> const& transfers) {
    Placement const placement = Placement::row_major(net.nodes());
    return LoadCounter(net, placement).count(transfers).max_load;
}

/// 2^floor(lg n), 0 for 0.
int power_of_two_below(int n) {
    int power = n > 0 ? 1 : 0;
    while (power > 0 && power * 2 <= n) power *= 2;
    return power;
}

} // namespace

class TopologyTest : public QObject {
    Q_OBJECT

  private slots:
    void routes_are_paths_data();
    void routes_are_paths();
    void runs_cover_the_route_data();
    void runs_cover_the_route();
    void loads_by_runs_equal_loads_link_by_link_data();
    void loads_by_runs_equal_loads_link_by_link();
    void mesh_goes_along_the_row_first();
    void hypercube_corrects_the_lowest_bit_first();
    void torus_takes_the_shorter_way();
    void pex_loads_on_a_mesh_equal_the_formula_data();
    void pex_loads_on_a_mesh_equal_the_formula();
    void gen_loads_on_a_mesh_stay_below_the_formula();
    void cm5_has_the_multiplicities_of_the_paper();
    void pex_and_bex_on_the_cm5();
    void fat_tree_carries_rings_and_exchanges_without_contention();
    void bus_and_clusters_share_what_they_should();
    void dragonfly_routes_are_minimal();
    void bad_names_are_refused_data();
    void bad_names_are_refused();
};

void TopologyTest::routes_are_paths_data() {
    QTest::addColumn<QString>("name");
    for (char const* name :
         {"cm5(1)",           "cm5(5)",           "cm5(64)",         "cm5(100)",     "fattree(2,1)", "fattree(4,3)",
          "fattree(3,3)",     "fattree(1,2)",     "mesh(4,4)",       "mesh(1,1)",    "mesh(3,4,5)",  "torus(4,4,4)",
          "torus(2,5)",       "torus(1,7)",       "hypercube(6)",    "crossbar(16)", "bus(8)",       "clusters(16,8,2)",
          "dragonfly(5,4,2)", "dragonfly(1,3,2)", "dragonfly(9,2,1)"})
        QTest::newRow(name) << name;
}

void TopologyTest::routes_are_paths() {
    QFETCH(QString, name);
    Net const net = network(name.toUtf8().constData());
    bool const bus = name.startsWith("bus");
    for (int from = 0; from < net->nodes(); ++from)
        for (int to = 0; to < net->nodes(); ++to) {
            std::vector<int> route;
            net->route(from, to, route);
            QCOMPARE(route.empty(), from == to);
            if (bus || route.empty()) continue;
            int at = from;
            for (int const link : route) {
                QCOMPARE(net->links()[static_cast<std::size_t>(link)].from, at);
                at = net->links()[static_cast<std::size_t>(link)].to;
            }
            QCOMPARE(at, to);
            QVERIFY(std::ranges::all_of(route, [&](int link) { return std::ranges::count(route, link) == 1; }));
        }
}

void TopologyTest::runs_cover_the_route_data() {
    QTest::addColumn<QString>("name");
    for (char const* name : {"mesh(4,4)", "mesh(1,1)", "mesh(3,4,5)", "torus(4,4,4)", "torus(2,5)", "torus(1,7)", "hypercube(6)"})
        QTest::newRow(name) << name;
}

void TopologyTest::runs_cover_the_route() {
    QFETCH(QString, name);
    Net const net = network(name.toUtf8().constData());
    for (int from = 0; from < net->nodes(); ++from)
        for (int to = 0; to < net->nodes(); ++to) {
            std::vector<LinkRun> runs;
            QVERIFY(net->route_runs(from, to, runs));
            std::vector<int> covered;
            for (LinkRun const& run : runs)
                for (int link = run.begin; link < run.end; ++link) covered.push_back(link);
            std::vector<int> route;
            net->route(from, to, route);
            std::ranges::sort(covered);
            std::ranges::sort(route);
            QCOMPARE(covered, route);
        }
}

void TopologyTest::loads_by_runs_equal_loads_link_by_link_data() {
    QTest::addColumn<QString>("name");
    for (char const* name : {"mesh(64)", "torus(65)", "mesh(16,16)", "torus(12,20)", "torus(3,4,5)"}) QTest::newRow(name) << name;
}

/// Dense steps are counted by the ends of their runs, sparse ones link by link; both must give what the routes give.
void TopologyTest::loads_by_runs_equal_loads_link_by_link() {
    QFETCH(QString, name);
    Net const net = network(name.toUtf8().constData());
    int const ranks = net->nodes();
    Placement const placement = Placement::row_major(ranks);
    LoadCounter counter(*net, placement);
    for (int const shift : {1, 3, ranks / 2, ranks - 1})
        for (int const stride : {1, 17}) {
            std::vector<Index> messages(net->links().size(), 0);
            std::vector<Index> bytes(net->links().size(), 0);
            std::vector<Transfer> transfers;
            for (int rank = 0; rank < ranks; rank += stride) {
                transfers.push_back({rank, (rank + shift) % ranks, Index{rank} + 1});
                std::vector<int> route;
                net->route(rank, (rank + shift) % ranks, route);
                for (int const link : route) {
                    ++messages[static_cast<std::size_t>(link)];
                    bytes[static_cast<std::size_t>(link)] += Index{rank} + 1;
                }
            }
            StepLoads const& loads = counter.count(transfers);
            QCOMPARE(loads.messages, messages);
            QCOMPARE(loads.bytes, bytes);
            QCOMPARE(loads.hops, std::accumulate(messages.begin(), messages.end(), Index{0}));
            QCOMPARE(loads.max_load, static_cast<double>(*std::ranges::max_element(messages)));
        }
}

void TopologyTest::mesh_goes_along_the_row_first() {
    Net const mesh = network("mesh(4,4)");
    std::vector<int> route;
    mesh->route(1, 14, route); // (0,1) -> (3,2)
    std::vector<int> visited;
    for (int const link : route) visited.push_back(mesh->links()[static_cast<std::size_t>(link)].to);
    QCOMPARE(visited, (std::vector<int>{2, 6, 10, 14}));
}

void TopologyTest::hypercube_corrects_the_lowest_bit_first() {
    Net const cube = network("hypercube(3)");
    std::vector<int> route;
    cube->route(0, 7, route);
    std::vector<int> visited;
    for (int const link : route) visited.push_back(cube->links()[static_cast<std::size_t>(link)].to);
    QCOMPARE(visited, (std::vector<int>{1, 3, 7}));
}

void TopologyTest::torus_takes_the_shorter_way() {
    Net const ring = network("torus(8)");
    auto const length = [&](int from, int to) {
        std::vector<int> route;
        ring->route(from, to, route);
        return static_cast<int>(route.size());
    };
    for (int from = 0; from < 8; ++from)
        for (int to = 0; to < 8; ++to) QCOMPARE(length(from, to), std::min(std::abs(from - to), 8 - std::abs(from - to)));
}

void TopologyTest::pex_loads_on_a_mesh_equal_the_formula_data() {
    QTest::addColumn<int>("rows");
    QTest::addColumn<int>("columns");
    for (auto const& [r, c] : {std::pair{4, 4}, {8, 8}, {16, 8}, {8, 16}, {16, 16}, {16, 32}, {2, 4}})
        QTest::newRow(qPrintable(QString("%1x%2").arg(r).arg(c))) << r << c;
}

/// f(i) = 2^floor(lg max(i mod c, i / c)) (Thakur 4.3.1), in every step.
void TopologyTest::pex_loads_on_a_mesh_equal_the_formula() {
    QFETCH(int, rows);
    QFETCH(int, columns);
    Net const mesh = network(qPrintable(QString("mesh(%1,%2)").arg(rows).arg(columns)));
    for (int i = 1; i < rows * columns; ++i) {
        int const formula = power_of_two_below(std::max(i % columns, i / columns));
        QCOMPARE(max_load(*mesh, step_of(rows * columns, [i](int rank) { return rank ^ i; })), static_cast<double>(formula));
    }
}

/// f(i) = min(i mod c, c - i mod c) + min(i / c, (P - i) / c) (Thakur 4.3.4) is an upper bound, and not always reached.
void TopologyTest::gen_loads_on_a_mesh_stay_below_the_formula() {
    int reached = 0;
    int steps = 0;
    for (auto const& [rows, columns] : {std::pair{4, 4}, {8, 8}, {16, 8}, {8, 16}, {16, 16}, {4, 5}, {6, 8}}) {
        int const ranks = rows * columns;
        Net const mesh = network(qPrintable(QString("mesh(%1,%2)").arg(rows).arg(columns)));
        for (int i = 1; i < ranks; ++i, ++steps) {
            int const bound = std::min(i % columns, columns - i % columns) + std::min(i / columns, (ranks - i) / columns);
            double const load = max_load(*mesh, step_of(ranks, [&](int rank) { return (rank + i) % ranks; }));
            QVERIFY2(load <= bound,
                     qPrintable(QString("%1x%2, step %3: %4 > %5").arg(rows).arg(columns).arg(i).arg(load).arg(bound)));
            reached += load == bound ? 1 : 0;
        }
    }
    QVERIFY(reached > 0 && reached < steps);
}

void TopologyTest::cm5_has_the_multiplicities_of_the_paper() {
    // A cluster of 16: 32 links from level 0 to 1, 16 from 1 to 2, 8 from 2 to 3; a level 3 node has 32 links upwards.
    QCOMPARE(Cm5Tree::bundle_width(0) * 16, Index{32});
    QCOMPARE(Cm5Tree::bundle_width(1) * 4, Index{16});
    QCOMPARE(Cm5Tree::bundle_width(2), Index{8});
    QCOMPARE(Cm5Tree::bundle_width(3), Index{32});
    QCOMPARE(Cm5Tree::bundle_width(4), Index{128});
    Net const tree = network("cm5(64)");
    QCOMPARE(tree->vertices(), 64 + 16 + 4 + 1);
    QCOMPARE(tree->links().size(), std::size_t{2 * (64 + 16 + 4)});
}

void TopologyTest::pex_and_bex_on_the_cm5() {
    for (int const ranks : {16, 32, 64, 256}) {
        Net const tree = network(qPrintable(QString("cm5(%1)").arg(ranks)));
        for (int i = 1; i < ranks; ++i) {
            double const pex = max_load(*tree, step_of(ranks, [i](int rank) { return rank ^ i; }));
            if (i < 16) QVERIFY(pex <= 1.0); // no contention within a cluster of 16
            if (i >= 16) QCOMPARE(pex, 2.0);
            double const bex =
                max_load(*tree, step_of(ranks, [i, ranks](int rank) { return (((rank + 1) % ranks ^ i) - 1 + ranks) % ranks; }));
            // On 32 ranks all but step 16 keep two of sixteen ranks of each half at home; on more ranks some smaller subtree still
            // fills.
            if (ranks == 32 && i > 16) QCOMPARE(bex, 7.0 / 4.0);
            QVERIFY(bex <= 2.0);
        }
    }
}

void TopologyTest::fat_tree_carries_rings_and_exchanges_without_contention() {
    for (char const* name : {"fattree(4,2)", "fattree(4,3)", "fattree(2,4)"}) {
        Net const tree = network(name);
        int const ranks = tree->nodes();
        for (int i = 1; i < ranks; ++i) {
            QCOMPARE(max_load(*tree, step_of(ranks, [i](int rank) { return rank ^ i; })), 1.0);
            QCOMPARE(max_load(*tree, step_of(ranks, [&](int rank) { return (rank + i) % ranks; })), 1.0);
        }
    }
}

void TopologyTest::bus_and_clusters_share_what_they_should() {
    QCOMPARE(max_load(*network("bus(8)"), step_of(8, [](int rank) { return rank ^ 1; })), 8.0);
    QCOMPARE(max_load(*network("crossbar(8)"), step_of(8, [](int rank) { return rank ^ 1; })), 1.0);
    QCOMPARE(max_load(*network("crossbar(8)"), step_of(8, [](int rank) { return rank == 3 ? -1 : 3; })), 7.0);
    // Eight senders of the first cluster cross two links.
    QCOMPARE(max_load(*network("clusters(8,8,2)"), step_of(16, [](int rank) { return rank < 8 ? rank + 8 : -1; })), 4.0);
    QCOMPARE(max_load(*network("clusters(8,8,2)"), step_of(16, [](int rank) { return rank ^ 1; })), 1.0);
}

void TopologyTest::dragonfly_routes_are_minimal() {
    Net const net = network("dragonfly(5,4,2)");
    for (int from = 0; from < net->nodes(); ++from)
        for (int to = 0; to < net->nodes(); ++to) {
            std::vector<int> route;
            net->route(from, to, route);
            bool const same_router = from / 2 == to / 2;
            bool const same_group = from / 8 == to / 8;
            std::size_t const most = from == to ? 0 : same_router ? 2 : same_group ? 3 : 5;
            QVERIFY(route.size() <= most);
        }
}

void TopologyTest::bad_names_are_refused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("words");
    QTest::newRow("misspelt") << "meshh(4,4)"
                              << "did you mean 'mesh'";
    QTest::newRow("no sizes") << "torus"
                              << "write torus(rows,columns,...)";
    QTest::newRow("open") << "mesh(4,4"
                          << "needs its sizes";
    QTest::newRow("zero") << "mesh(0,4)"
                          << "positive";
    QTest::newRow("negative") << "mesh(-2,4)"
                              << "positive";
    QTest::newRow("empty") << "mesh()"
                           << "positive";
    QTest::newRow("blank size") << "mesh(4,,4)"
                                << "positive";
    QTest::newRow("too many") << "hypercube(2,2)"
                              << "has 2 sizes";
    QTest::newRow("huge") << "hypercube(63)"
                          << "more than";
    QTest::newRow("overflow") << "mesh(4294967296,4294967296)"
                              << "more than";
    QTest::newRow("nothing") << ""
                             << "not a topology";
}

void TopologyTest::bad_names_are_refused() {
    QFETCH(QString, name);
    QFETCH(QString, words);
    auto const made = make_topology(name.toStdString());
    QVERIFY(!made);
    QVERIFY2(QString::fromStdString(made.error().message).contains(words), made.error().message.c_str());
}

TEST_CLASS(TopologyTest)
#include "topology_test.moc"
