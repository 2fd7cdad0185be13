// SPDX-License-Identifier: BSD-3-Clause
// Tessera: local addresses: Coelho's formula, both storage orders, permutations, shadows.
#include "libcore/mapping/local_layout.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/mapping/specs.hpp"

#include <limits>
#include <utility>

Q_DECLARE_METATYPE(tessera::LocalStorage)

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
    void everyRankAllocatesItsOwn();
    void callersStrides();
    void leadingDimension();
    void runsBackwards();
    void unevenGhosts();
    void onePlaceNeedsNoStride();
    void wrongStoragesAreRefused_data();
    void wrongStoragesAreRefused();
    void nothingOwned();
    void hugeOffsets();
};

void LocalLayoutTest::coelhoAddressing() {
    // Fig. 4, indices from 1: i' = ((2i-1) mod 17) div 2 + 1, j' = 5((j-1) div 10) + (j-1) mod 5 + 1. The paper allocates 9x15 on
    // all; here columns are as long as what the rank owns.
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
            QCOMPARE(layout.offset(*local), (local_i - 1) + layout.local_shape()[0] * (local_j - 1));
        }
}

void LocalLayoutTest::coelhoOwnedAndAllocated() {
    auto const mapping = make(coelho());
    Extents const rows{8, 9, 8, 5};
    for (Index position = 0; position < 8; ++position) {
        LocalLayout const layout(mapping, position);
        Index const owned = rows[static_cast<std::size_t>(position / 2)];
        QVERIFY((layout.local_shape() == Extents{owned, 15}));
        QVERIFY((layout.alloc_shape() == Extents{owned, 15}));
        QCOMPARE(layout.allocation_size(), owned * 15);
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
    QVERIFY((layout.alloc_shape() == Extents{5, 7}));
    QCOMPARE(layout.allocation_size(), 35);
    QCOMPARE(layout.first_offset(), 1);
    QCOMPARE(layout.offset(Extents{-1, 0}), 0); // the plane below
    QCOMPARE(layout.offset(Extents{1, 3}), 17);
    spec.array.order = StorageOrder::C;
    QCOMPARE(LocalLayout(make(spec), 2).first_offset(), 7);
}

void LocalLayoutTest::genBlockAllocatesItsOwn() {
    auto const mapping = make(direct({10}, {DistFormat::gen_block({7, 0, 3})}, {3}));
    QCOMPARE(LocalLayout(mapping, 0).allocation_size(), 7);
    QCOMPARE(LocalLayout(mapping, 1).allocation_size(), 0);
    QCOMPARE(LocalLayout(mapping, 2).allocation_size(), 3);
}

void LocalLayoutTest::everyRankAllocatesItsOwn() {
    // As ScaLAPACK's NUMROC: 57 rows in blocks of 2 on 4 are 15, 14, 14 and 14.
    auto const mapping = make(direct({57, 53}, {DistFormat::cyclic(2), DistFormat::cyclic(9)}, {4, 1}));
    Extents const rows{15, 14, 14, 14};
    for (Index position = 0; position < 4; ++position) {
        LocalLayout const layout(mapping, position);
        QVERIFY((layout.alloc_shape() == Extents{rows[static_cast<std::size_t>(position)], 53}));
        QVERIFY((layout.strides() == Extents{1, rows[static_cast<std::size_t>(position)]}));
    }
    LocalLayout const last(make(direct({10}, {DistFormat::block()}, {4})), 3);
    QCOMPARE(last.allocation_size(), 1);
}

/// 4x3 elements of 6x3 on rank 0.
Mapping rowsOfTwo() {
    return make(direct({6, 3}, {DistFormat::block(4), DistFormat::collapsed()}, {2}));
}

void LocalLayoutTest::callersStrides() {
    auto const layout = LocalLayout::strided(rowsOfTwo(), 0, {.strides = {7, 2}}).value(); // rows of every other element
    QCOMPARE(layout.permutation(), (std::vector<int>{1, 0}));
    QCOMPARE(layout.offset(Extents{3, 2}), 25);
    QCOMPARE(layout.allocation_size(), 26);
    QVERIFY((layout.alloc_shape() == Extents{4, 3}));
    auto const inside = LocalLayout::strided(rowsOfTwo(), 0, {.strides = {7, 2}, .first_offset = 5, .allocation_size = 40}).value();
    QCOMPARE(inside.offset(Extents{0, 0}), 5);
    QCOMPARE(inside.allocation_size(), 40);
    QVERIFY(LocalLayout::strided(rowsOfTwo(), 0, {.strides = {1, 4}}).value() == LocalLayout(rowsOfTwo(), 0));
}

void LocalLayoutTest::leadingDimension() {
    auto const layout = LocalLayout::padded(rowsOfTwo(), 1, 5).value(); // two rows
    QVERIFY((layout.strides() == Extents{1, 5}));
    QVERIFY((layout.alloc_shape() == Extents{5, 3}));
    QCOMPARE(layout.allocation_size(), 12); // behind the last element, padding is the caller's
    auto const small = LocalLayout::padded(rowsOfTwo(), 0, 3);
    QVERIFY(!small);
    QCOMPARE(small.error().message,
             std::string("a leading dimension of 3 is too small: a rank stores 4 elements of dimension 1 of A"));
    auto spec = direct({4, 6}, {DistFormat::collapsed(), DistFormat::collapsed()}, {});
    spec.array.order = StorageOrder::C;
    QVERIFY((LocalLayout::padded(make(spec), 0, 9).value().strides() == Extents{9, 1}));
}

void LocalLayoutTest::runsBackwards() {
    auto const layout = LocalLayout::strided(rowsOfTwo(), 0, {.strides = {-1, 4}}).value();
    QCOMPARE(layout.first_offset(), 3);
    QCOMPARE(layout.offset(Extents{3, 0}), 0);
    QCOMPARE(layout.allocation_size(), 12);
}

void LocalLayoutTest::unevenGhosts() {
    auto const layout = LocalLayout::strided(rowsOfTwo(), 0, {.strides = {1, 7}, .ghosts = {{1, 2}, {0, 3}}}).value();
    QCOMPARE(layout.offset(Extents{-1, 0}), 0);
    QCOMPARE(layout.offset(Extents{5, 5}), 41);
    QCOMPARE(layout.allocation_size(), 42);
    QVERIFY((layout.alloc_shape() == Extents{7, 6}));
    QVERIFY((layout.ghosts() == std::vector<ShadowWidth>{{1, 2}, {0, 3}}));
}

void LocalLayoutTest::onePlaceNeedsNoStride() {
    auto const mapping = make(direct({1, 5}, {DistFormat::collapsed(), DistFormat::block()}, {2}));
    auto const layout = LocalLayout::strided(mapping, 0, {.strides = {0, 2}}).value();
    QCOMPARE(layout.allocation_size(), 5);
    QVERIFY(LocalLayout::strided(mapping, 1, {.strides = {1'000'000, 1}}).has_value());
}

void LocalLayoutTest::wrongStoragesAreRefused_data() {
    QTest::addColumn<LocalStorage>("storage");
    QTest::addColumn<QString>("message");
    Index const huge = std::numeric_limits<Index>::max();
    auto const row = [](char const* name, LocalStorage storage, char const* message) {
        QTest::newRow(name) << std::move(storage) << QString(message);
    };
    row("dimensions", {.strides = {1}}, "1 strides are given for 2 dimensions");
    row("ghosts", {.strides = {1, 4}, .ghosts = {{1, 1}}}, "1 ghost widths are given for 2 dimensions");
    row("negative ghosts", {.strides = {1, 9}, .ghosts = {{-1, 1}, {0, 0}}}, "ghost widths -1 and 1 in dimension 1");
    row("endless ghosts", {.strides = {1, 9}, .ghosts = {{huge, huge}, {0, 0}}}, "ghost widths");
    row("columns overlap", {.strides = {1, 3}}, "stride 3 in dimension 2 lets elements overlap");
    row("ghosts overlap", {.strides = {1, 4}, .ghosts = {{0, 1}, {0, 0}}}, "stride 4 in dimension 2 lets elements overlap");
    row("no stride", {.strides = {0, 4}}, "stride 0 in dimension 1 lets elements overlap");
    row("both the same", {.strides = {2, -2}}, "stride -2 in dimension 2 lets elements overlap");
    row("too far", {.strides = {1, huge / 2}}, "stride 4611686018427387903 in dimension 2 is too large");
    row("below", {.strides = {-1, 4}, .first_offset = 2}, "elements lie outside of the allocation");
    row("above", {.strides = {1, 4}, .allocation_size = 11}, "elements lie outside of the allocation of 11");
    row("moved above", {.strides = {1, 4}, .first_offset = 1, .allocation_size = 12},
        "elements lie outside of the allocation of 12");
    row("far above", {.strides = {1, 4}, .first_offset = huge}, "elements lie outside");
    row("negative", {.strides = {1, 4}, .first_offset = std::numeric_limits<Index>::min()}, "elements lie outside");
}

void LocalLayoutTest::wrongStoragesAreRefused() {
    QFETCH(LocalStorage, storage);
    QFETCH(QString, message);
    auto const refused = LocalLayout::strided(rowsOfTwo(), 0, storage);
    QVERIFY(!refused);
    QVERIFY2(QString::fromStdString(refused.error().message).contains(message), refused.error().message.c_str());
    QVERIFY(!LocalLayout::strided(rowsOfTwo(), 2, {.strides = {1, 4}})); // no such position
}

void LocalLayoutTest::nothingOwned() {
    auto spec = direct({10, 4}, {DistFormat::block(), DistFormat::collapsed()}, {8}); // block(2): five own something
    spec.array.shadow = {{1, 1}, {1, 1}};
    LocalLayout const beyond(make(spec), 6);
    QCOMPARE(beyond.allocation_size(), 0);
    QCOMPARE(LocalLayout::strided(make(spec), 6, {.strides = {1, 1}}).value().allocation_size(), 0);
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
