// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of placements of ranks on nodes.
#include "libcore/network/placement.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>

using namespace tessera;

namespace {

Result<Placement> place(char const* how, int ranks, char const* topology) {
    return Placement::make(how, ranks, **make_topology(topology));
}

} // namespace

class PlacementTest : public QObject {
    Q_OBJECT

  private slots:
    void orders_of_a_mesh();
    void every_order_is_a_permutation();
    void a_seed_means_one_placement();
    void lists_are_checked();
    void bad_placements_are_refused();
};

void PlacementTest::orders_of_a_mesh() {
    QCOMPARE(place("row-major", 6, "mesh(2,3)")->node, (std::vector<int>{0, 1, 2, 3, 4, 5}));
    QCOMPARE(place("column-major", 6, "mesh(2,3)")->node, (std::vector<int>{0, 3, 1, 4, 2, 5}));
    QCOMPARE(place("blocked", 8, "mesh(4,4)")->node, (std::vector<int>{0, 1, 4, 5, 2, 3, 6, 7}));
    QCOMPARE(place("column-major", 3, "crossbar(4)")->node, (std::vector<int>{0, 1, 2}));
}

void PlacementTest::every_order_is_a_permutation() {
    for (char const* how : {"row-major", "column-major", "blocked", "random:7"})
        for (char const* topology : {"mesh(3,5,2)", "torus(4,4)", "cm5(20)", "hypercube(4)"}) {
            int const nodes = (*make_topology(topology))->nodes();
            auto node = place(how, nodes, topology)->node;
            std::ranges::sort(node);
            for (int i = 0; i < nodes; ++i) QCOMPARE(node[static_cast<std::size_t>(i)], i);
        }
}

void PlacementTest::a_seed_means_one_placement() {
    QCOMPARE(place("random:1", 4, "mesh(2,4)")->node, place("random:1", 4, "mesh(2,4)")->node);
    QVERIFY(place("random:1", 64, "mesh(8,8)")->node != place("random:2", 64, "mesh(8,8)")->node);
}

void PlacementTest::lists_are_checked() {
    auto const mesh = *make_topology("mesh(2,2)");
    QCOMPARE(Placement::from_list("3, 1\n0", 3, *mesh)->node, (std::vector<int>{3, 1, 0}));
    QVERIFY(!Placement::from_list("3 1", 3, *mesh));
    QVERIFY(!Placement::from_list("3 1 3", 3, *mesh));
    QVERIFY(!Placement::from_list("3 1 4", 3, *mesh));
    QVERIFY(!Placement::from_list("3 1 x", 3, *mesh));
}

void PlacementTest::bad_placements_are_refused() {
    QVERIFY(place("row-major", 5, "mesh(2,2)").error().message.find("5 ranks do not fit the 4 nodes") != std::string::npos);
    QVERIFY(place("row-mayor", 4, "mesh(2,2)").error().message.find("did you mean 'row-major'") != std::string::npos);
    QVERIFY(place("random:x", 4, "mesh(2,2)").error().message.find("seed") != std::string::npos);
}

TEST_CLASS(PlacementTest)
#include "placement_test.moc"
