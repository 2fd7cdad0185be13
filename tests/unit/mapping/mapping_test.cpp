// SPDX-License-Identifier: BSD-3-Clause
// Tessera: mappings of the papers, of every kind of alignment, and at the largest sizes.
#include "libcore/mapping/mapping.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/mapping/specs.hpp"

using namespace tessera;
using namespace tessera::specs;

class MappingTest : public QObject {
    Q_OBJECT

  private slots:
    void coelhoTriangle();
    void pitfallsFigure15();
    void pcstarFigure37();
    void collapsedDimension();
    void affineAxisOnCollapsedTemplateDimension();
    void negativeStrideAndPermutedDimensions();
    void replication();
    void replicationReachesOwnersOfTheTemplateOnly();
    void fixedPosition();
    void sectionAndRanks();
    void noDistributedDimension();
    void emptyArrays();
    void fifteenDimensions();
    void hugeArrays();
};

namespace {

using Falls1 = std::vector<Falls>;

Extents counts(DimMapping const& dim) {
    Extents result;
    for (Index c = 0; c < dim.coords(); ++c) result.push_back(dim.count(c));
    return result;
}

std::vector<Rank> owner_ranks(Mapping const& mapping, Extents const& index) {
    std::vector<Rank> result;
    for (Owner const owner : mapping.owners(index)) result.push_back(owner.rank);
    return result;
}

using Ranks = std::vector<Rank>;

} // namespace

void MappingTest::coelhoTriangle() {
    auto const mapping = make(coelho());
    QCOMPARE(mapping.volume(), 900);
    QVERIFY((counts(mapping.dim(0)) == Extents{8, 9, 8, 5})); // the template has 68 rows, the array reaches 60
    QVERIFY((counts(mapping.dim(1)) == Extents{15, 15}));
    QCOMPARE(mapping.processor_dim(0), std::optional<int>(0));
    QCOMPARE(mapping.processor_dim(1), std::optional<int>(1));
    QCOMPARE(mapping.replicas(), 1);
    // Fig. 5's constraints: 2*i = 17*psi1 + delta1 - 16 and j = 10*gamma2 + 5*psi2 + delta2 - 4.
    for (Index i = 1; i <= 30; ++i)
        for (Index j = 1; j <= 30; ++j) {
            Index const psi1 = (2 * i + 16) / 17;
            Index const psi2 = (j - 1) % 10 / 5 + 1;
            QCOMPARE(owner_ranks(mapping, {i - 1, j - 1}), (Ranks{static_cast<Rank>((psi1 - 1) * 2 + psi2 - 1)}));
        }
}

void MappingTest::pitfallsFigure15() {
    // What processor 1 of the 4x2 grid owns of a 16x32 array.
    auto const block_cyclic = make(direct({16, 32}, {DistFormat::block(), DistFormat::cyclic()}, {4, 2}));
    auto const owned = block_cyclic.owned(1);
    QVERIFY((owned.dims()[0].falls() == Falls1{{0, 3, 4, 1}}));
    QVERIFY((owned.dims()[1].falls() == Falls1{{1, 1, 2, 16}}));
    auto const cyclic_cyclic4 = make(direct({16, 32}, {DistFormat::cyclic(), DistFormat::cyclic(4)}, {4, 2}));
    auto const other = cyclic_cyclic4.owned(1);
    QVERIFY((other.dims()[0].falls() == Falls1{{0, 0, 4, 4}}));
    QVERIFY((other.dims()[1].falls() == Falls1{{4, 7, 8, 4}}));
    // Fig. 17: what goes from 1 to 1.
    auto const both = intersection(owned, other);
    QVERIFY((both.dims()[0].falls() == Falls1{{0, 0, 1, 1}}));
    std::vector<Index> columns;
    for (Index k = 0; k < both.dims()[1].count(); ++k) columns.push_back(both.dims()[1].element(k));
    QCOMPARE(columns, (std::vector<Index>{5, 7, 13, 15, 21, 23, 29, 31}));
}

void MappingTest::pcstarFigure37() {
    auto const mapping = make(direct({8, 8}, {DistFormat::gen_block({3, 1, 4}), DistFormat::gen_block({2, 6})}, {3, 2}));
    Extents const num_local{6, 18, 2, 6, 8, 24};
    std::vector<Extents> const above{{0, 0}, {0, 2}, {3, 0}, {3, 2}, {4, 0}, {4, 2}};
    std::vector<Extents> const dims{{3, 2}, {3, 6}, {1, 2}, {1, 6}, {4, 2}, {4, 6}};
    for (Index p = 0; p < 6; ++p) {
        auto const i = static_cast<std::size_t>(p);
        auto const owned = mapping.owned(p);
        QCOMPARE(mapping.owned_count(p), num_local[i]);
        QVERIFY(owned.shape() == dims[i]);
        for (std::size_t d = 0; d < 2; ++d) QVERIFY(owned.dims()[d].is_interval() && owned.dims()[d].bounds().begin == above[i][d]);
    }
}

void MappingTest::collapsedDimension() {
    auto const mapping = make(direct({8, 5}, {DistFormat::block(), DistFormat::collapsed()}, {4}));
    QVERIFY(!mapping.processor_dim(1));
    QCOMPARE(mapping.dim_coord(3, 1), 0);
    QCOMPARE(mapping.owned_count(3), 10);
    QCOMPARE(owner_ranks(mapping, {7, 4}), (Ranks{3}));
}

void MappingTest::affineAxisOnCollapsedTemplateDimension() {
    auto const mapping =
        make(aligned({8, 5}, {8, 20}, {affine(0), affine(1, 3, 2)}, {DistFormat::block(), DistFormat::collapsed()}, {4}));
    QVERIFY(!mapping.processor_dim(1));
    QCOMPARE(mapping.dim(1).count(0), 5);
    QCOMPARE(mapping.replicas(), 1);
}

void MappingTest::negativeStrideAndPermutedDimensions() {
    // align A(i,j) with T(j, 13 - 2*i): A(6,6) with T(6, -1 + 2)
    auto const mapping =
        make(aligned({6, 6}, {6, 12}, {affine(1), affine(0, -2, 13)}, {DistFormat::cyclic(2), DistFormat::block(6)}, {3, 2}));
    QCOMPARE(mapping.processor_dim(0), std::optional<int>(1));
    QCOMPARE(mapping.processor_dim(1), std::optional<int>(0));
    // A(1,4): T(4,11): cyclic(2) gives row coordinate 1, block(6) column coordinate 1: position 3.
    QCOMPARE(owner_ranks(mapping, {0, 3}), (Ranks{3}));
    // A(6,1): T(1,1): position 0.
    QCOMPARE(owner_ranks(mapping, {5, 0}), (Ranks{0}));
    QCOMPARE(mapping.dim_coord(3, 0), 1);
    QCOMPARE(mapping.position_of(Extents{1, 2}, 0), 5);
}

void MappingTest::replication() {
    // align A(i) with T(*,i,*)
    auto const mapping = make(aligned({6}, {4, 6, 9}, {replicated(), affine(0), replicated()},
                                      {DistFormat::block(), DistFormat::block(), DistFormat::cyclic()}, {2, 3, 2}));
    QCOMPARE(mapping.replicas(), 4);
    QCOMPARE(owner_ranks(mapping, {2}), (Ranks{2, 3, 8, 9})); // row-major: (0,1,0) (0,1,1) (1,1,0) (1,1,1)
    for (Index copy = 0; copy < 4; ++copy) {
        Index const position = mapping.position_of(Extents{1}, copy);
        QCOMPARE(mapping.replica(position), copy);
        QVERIFY(mapping.holds(position));
        QCOMPARE(mapping.owned_count(position), 2);
    }
}

void MappingTest::replicationReachesOwnersOfTheTemplateOnly() {
    // Three template positions in blocks of one: the fourth coordinate owns none, so it gets no copy.
    auto const mapping =
        make(aligned({5}, {5, 3}, {affine(0), replicated()}, {DistFormat::collapsed(), DistFormat::block(1)}, {4}));
    QCOMPARE(mapping.replicas(), 3);
    QVERIFY(mapping.holds(2) && !mapping.holds(3));
    QCOMPARE(mapping.owned_count(3), 0);
    // Coordinates in the middle may be left out as well.
    auto const gaps =
        make(aligned({5}, {5, 3}, {affine(0), replicated()}, {DistFormat::collapsed(), DistFormat::gen_block({1, 0, 2, 0})}, {4}));
    QCOMPARE(owner_ranks(gaps, {4}), (Ranks{0, 2}));
    QCOMPARE(gaps.replica(2), 1);
}

void MappingTest::fixedPosition() {
    // align A(i) with T(i,7): T's second dimension in blocks of 5 puts position 7 on coordinate 1.
    auto const mapping = make(aligned({6}, {6, 10}, {affine(0), fixed(7)}, {DistFormat::block(), DistFormat::block()}, {3, 2}));
    QCOMPARE(mapping.replicas(), 1);
    QCOMPARE(owner_ranks(mapping, {5}), (Ranks{5}));
    QVERIFY(mapping.holds(1) && !mapping.holds(0));
    QVERIFY(mapping.owned(0).empty() && mapping.owned(0).dims().size() == 1);
    QCOMPARE(mapping.owned_count(0), 0);
    QCOMPARE(mapping.owned_count(1), 2);
}

void MappingTest::sectionAndRanks() {
    auto spec = direct({12}, {DistFormat::block()}, {8});
    spec.processors.ranks = {70, 60, 50, 40, 30, 20, 10, 0};
    spec.onto = {{7, 2, -2}}; // P(7), P(5), P(3)
    auto const mapping = make(spec);
    QCOMPARE(mapping.grid().size(), 3);
    QCOMPARE(owner_ranks(mapping, {0}), (Ranks{10}));
    QCOMPARE(owner_ranks(mapping, {11}), (Ranks{50}));
}

void MappingTest::noDistributedDimension() {
    auto const mapping = make(direct({3, 4}, {DistFormat::collapsed(), DistFormat::collapsed()}, {}));
    QCOMPARE(mapping.grid().size(), 1);
    QCOMPARE(mapping.owned_count(0), 12);
    QCOMPARE(owner_ranks(mapping, {2, 3}), (Ranks{0}));
}

void MappingTest::emptyArrays() {
    auto const direct_empty = make(direct({0, 5}, {DistFormat::block(), DistFormat::cyclic(2)}, {2, 2}));
    QCOMPARE(direct_empty.volume(), 0);
    QCOMPARE(direct_empty.owned_count(0), 0);
    QVERIFY(direct_empty.owned(3).empty());
    // Its alignment would leave the template, if there were an index to align; and a template may be empty too.
    auto const outside = make(aligned({0}, {4}, {affine(0, 5, 100)}, {DistFormat::block()}, {2}));
    QCOMPARE(outside.dim(0).extent(), 0);
    auto const nothing = make(aligned({0}, {0, 0}, {affine(0), replicated()}, {DistFormat::block(), DistFormat::cyclic()}, {2, 2}));
    QCOMPARE(nothing.replicas(), 2);
    QCOMPARE(nothing.owned_count(1), 0);
}

void MappingTest::fifteenDimensions() {
    std::vector<DistFormat> formats(15, DistFormat::cyclic());
    auto const mapping = make(direct(Extents(15, 3), formats, Extents(15, 2)));
    QCOMPARE(mapping.volume(), 14348907);
    QCOMPARE(mapping.grid().size(), 32768);
    QCOMPARE(mapping.owned_count(0), 32768); // two indices of three in each dimension
    QCOMPARE(mapping.owned_count(32767), 1);
    QCOMPARE(owner_ranks(mapping, Extents(15, 1)), (Ranks{32767}));
}

void MappingTest::hugeArrays() {
    Index const side = 1'000'000'000;
    auto const mapping = make(aligned({side, side}, {3 * side, side + 5}, {affine(0, -3, 3 * side + 1), affine(1, 1, 5)},
                                      {DistFormat::cyclic(7), DistFormat::block()}, {1000, 1000}));
    QCOMPARE(mapping.volume(), side * side);
    Index total = 0;
    for (Index c = 0; c < 1000; ++c) total += mapping.owned_count(c * 1000);
    QCOMPARE(total, side * mapping.dim(1).count(0));
    // A(1, 1) with T(3*10^9 - 2, 6); A(10^9, 10^9) with T(1, 10^9 + 5).
    QCOMPARE(owner_ranks(mapping, {0, 0}), (Ranks{static_cast<Rank>((3 * side - 3) / 7 % 1000 * 1000)}));
    QCOMPARE(owner_ranks(mapping, {side - 1, side - 1}), (Ranks{999}));
}

TEST_CLASS(MappingTest)
#include "mapping_test.moc"
