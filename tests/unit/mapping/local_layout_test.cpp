// SPDX-License-Identifier: BSD-3-Clause
// Tessera: local addresses: Coelho's formula, both storage orders, permutations, shadows.
#include "libcore/mapping/local_layout.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/mapping/specs.hpp"

using namespace tessera;
using namespace tessera::specs;

class LocalLayoutTest : public QObject {
    Q_OBJECT

  private slots:
    void coelhoAddressing();
    void coelhoOwnedAndAllocated();
    void pcstarSubgrids();
    void storageOrders();
    void permutation();
    void shadow();
    void genBlockAllocatesItsOwn();
    void nothingOwned();
    void hugeOffsets();
};

void LocalLayoutTest::coelhoAddressing() {
    // Fig. 4, indices from 1: i' = ((2i-1) mod 17) div 2 + 1, j' = 5((j-1) div 10) + (j-1) mod 5 + 1, in a 9x15 allocation.
    auto const mapping = make(coelho());
    for (Index i = 1; i <= 30; ++i)
        for (Index j = 1; j <= 30; ++j) {
            auto const owner = mapping.owners(Extents{i - 1, j - 1}).front();
            LocalLayout const layout(mapping, owner.position);
            Index const local_i = (2 * i - 1) % 17 / 2 + 1;
            Index const local_j = 5 * ((j - 1) / 10) + (j - 1) % 5 + 1;
            auto const local = layout.global_to_local(Extents{i - 1, j - 1});
            QVERIFY(local && *local == (Extents{local_i - 1, local_j - 1}));
            QVERIFY(layout.local_to_global(*local) == (Extents{i - 1, j - 1}));
            QCOMPARE(layout.offset(*local), (local_i - 1) + 9 * (local_j - 1));
        }
}

void LocalLayoutTest::coelhoOwnedAndAllocated() {
    auto const mapping = make(coelho());
    Extents const rows{8, 9, 8, 5};
    for (Index position = 0; position < 8; ++position) {
        LocalLayout const layout(mapping, position);
        QVERIFY((layout.local_shape() == Extents{rows[static_cast<std::size_t>(position / 2)], 15}));
        QVERIFY((layout.alloc_shape() == Extents{9, 15}));
        QCOMPARE(layout.allocation_size(), 135);
    }
}

void LocalLayoutTest::pcstarSubgrids() {
    // Blocks to processors row-major, each subgrid stored row-major: NPA[0], positions per index of axis 0, is 2 6 2 6 2 6.
    auto spec = direct({8, 8}, {DistFormat::gen_block({3, 1, 4}), DistFormat::gen_block({2, 6})}, {3, 2});
    spec.array.order = StorageOrder::C;
    auto const mapping = make(spec);
    Extents const npa{2, 6, 2, 6, 2, 6};
    for (Index position = 0; position < 6; ++position) {
        LocalLayout const layout(mapping, position);
        QVERIFY((layout.strides() == Extents{npa[static_cast<std::size_t>(position)], 1}));
        QCOMPARE(layout.allocation_size(), mapping.owned_count(position));
    }
    QVERIFY((LocalLayout(mapping, 5).global_to_local(Extents{7, 7}) == Extents{3, 5}));
    QVERIFY(!LocalLayout(mapping, 5).global_to_local(Extents{7, 1}));
}

void LocalLayoutTest::storageOrders() {
    auto spec = direct({6, 10, 4}, {DistFormat::collapsed(), DistFormat::block(), DistFormat::collapsed()}, {2});
    LocalLayout const fortran(make(spec), 1);
    QCOMPARE(fortran.permutation(), (std::vector<int>{0, 1, 2}));
    QVERIFY((fortran.strides() == Extents{1, 6, 30}));
    spec.array.order = StorageOrder::C;
    LocalLayout const c(make(spec), 1);
    QCOMPARE(c.permutation(), (std::vector<int>{2, 1, 0}));
    QVERIFY((c.strides() == Extents{20, 4, 1}));
    QCOMPARE(c.offset(Extents{5, 4, 3}), 119);
}

void LocalLayoutTest::permutation() {
    auto const mapping = make(direct({6, 10, 4}, {DistFormat::collapsed(), DistFormat::block(), DistFormat::collapsed()}, {2}));
    LocalLayout const layout(mapping, 0, {1, 2, 0});
    QVERIFY((layout.strides() == Extents{20, 1, 5}));
    QVERIFY((layout.alloc_shape() == Extents{6, 5, 4})); // per dimension, whatever the order in memory
    QCOMPARE(layout.dims(), 3);
}

void LocalLayoutTest::shadow() {
    auto spec = direct({10, 4}, {DistFormat::block(), DistFormat::collapsed()}, {3}); // 4, 4, 2 rows
    spec.array.shadow = {{1, 2}, {0, 3}};
    LocalLayout const layout(make(spec), 2);
    QVERIFY((layout.local_shape() == Extents{2, 4}));
    QVERIFY((layout.alloc_shape() == Extents{7, 7}));
    QCOMPARE(layout.allocation_size(), 49);
    QCOMPARE(layout.first_offset(), 1);
    QCOMPARE(layout.offset(Extents{-1, 0}), 0); // the plane below
    QCOMPARE(layout.offset(Extents{1, 3}), 23);
    spec.array.order = StorageOrder::C;
    QCOMPARE(LocalLayout(make(spec), 2).first_offset(), 7);
}

void LocalLayoutTest::genBlockAllocatesItsOwn() {
    auto const mapping = make(direct({10}, {DistFormat::gen_block({7, 0, 3})}, {3}));
    QCOMPARE(LocalLayout(mapping, 0).allocation_size(), 7);
    QCOMPARE(LocalLayout(mapping, 1).allocation_size(), 0);
    QCOMPARE(LocalLayout(mapping, 2).allocation_size(), 3);
}

void LocalLayoutTest::nothingOwned() {
    auto spec = direct({10, 4}, {DistFormat::block(), DistFormat::collapsed()}, {8}); // block(2): five own something
    spec.array.shadow = {{1, 1}, {1, 1}};
    LocalLayout const beyond(make(spec), 6);
    QCOMPARE(beyond.allocation_size(), 0);
    QVERIFY((beyond.local_shape() == Extents{0, 4} && beyond.alloc_shape() == Extents{0, 0}));
    QVERIFY(!beyond.global_to_local(Extents{9, 3}));
    // A position that holds no copy.
    auto const fixed_mapping =
        make(aligned({6}, {6, 10}, {affine(0), fixed(7)}, {DistFormat::block(), DistFormat::block()}, {3, 2}));
    QCOMPARE(LocalLayout(fixed_mapping, 0).allocation_size(), 0);
    QCOMPARE(LocalLayout(fixed_mapping, 1).allocation_size(), 2);
}

void LocalLayoutTest::hugeOffsets() {
    Index const side = 1'000'000'000;
    auto const mapping = make(direct({side, side}, {DistFormat::cyclic(5), DistFormat::collapsed()}, {2}));
    LocalLayout const layout(mapping, 1);
    QCOMPARE(layout.allocation_size(), side / 2 * side);
    auto const last = layout.global_to_local(Extents{side - 1, side - 1});
    QVERIFY(last.has_value());
    QCOMPARE(layout.offset(*last), layout.allocation_size() - 1);
}

TEST_CLASS(LocalLayoutTest)
#include "local_layout_test.moc"
