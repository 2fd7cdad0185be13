// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans of file access, with the numbers of Thakur's chapters 5 and 6.
#include "libcore/io/io_plan.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/io/file_sections.hpp"

using namespace tessera;

namespace {

Index const column = 4096 * 4; // bytes, of the global array of chapter 6

IoPlan plan_of(std::shared_ptr<Fad const> fad, IoDirection direction, IoSettings const& settings) {
    auto plan = IoPlan::make(std::move(fad), direction, settings);
    if (!plan) qFatal("%s", plan.error().message.c_str());
    return *plan;
}

/// Bounding bytes of one column at a time, file domains of whole columns: section 6.3.1.
IoSettings by_columns(DomainKind kind, Index aggregators) {
    IoSettings settings;
    settings.sieve.buffer_bytes = column;
    settings.domains = {kind, FileUnit::Slab, 0, 1, aggregators, {}};
    return settings;
}

} // namespace

class IoPlanTest : public QObject {
    Q_OBJECT

  private slots:
    void table53_data();
    void table53();
    void sievingWritesReadFirst();
    void fullSlabsAreNotRead();
    void commonSectionIsReadOnce();
    void dynamicDomainsShareTheWork();
    void interleavedRowsBecomeLargePieces();
    void highestRankWinsOnlyCollectively();
    void aggregatorsOutsideTheGroup();
    void whatAllRanksOwnIsOneBox();
    void mistakes();
};

void IoPlanTest::table53_data() {
    QTest::addColumn<QList<Index>>("bounds");
    QTest::addColumn<Index>("direct");
    QTest::addColumn<Index>("sieved");
    QTest::newRow("1") << QList<Index>{1, 2048, 2, 1, 32, 2} << Index{16384} << Index{65536};
    QTest::newRow("2") << QList<Index>{1, 2048, 4, 1, 32, 4} << Index{4096} << Index{65536};
    QTest::newRow("3") << QList<Index>{10, 1024, 3, 3, 22, 3} << Index{2373} << Index{40960};
    QTest::newRow("4") << QList<Index>{100, 2048, 6, 5, 32, 4} << Index{2275} << Index{57344};
    QTest::newRow("5") << QList<Index>{1024, 2048, 2, 1, 32, 3} << Index{5643} << Index{65536};
}

void IoPlanTest::table53() {
    QFETCH(QList<Index>, bounds);
    QFETCH(Index, direct);
    QFETCH(Index, sieved);
    auto const fad = fad_of(matrix(2048, 32), 1, [&](Index) {
        return BoxSet({triplet(bounds[0], bounds[1], bounds[2]), triplet(bounds[3], bounds[4], bounds[5])});
    });
    IoSettings settings;
    settings.access = Access::Direct;
    settings.direct = DirectUnit::Element;
    IoPlan const one_by_one = plan_of(fad, IoDirection::Read, settings);
    QCOMPARE(one_by_one.totals().requests(), direct);
    QCOMPARE(one_by_one.totals().bytes(), 4 * direct);

    // Slabs of 16 columns, from l2 to u2, whether the stride reaches u2 or not.
    settings.access = Access::Sieve;
    settings.sieve = {SieveShape::WholeSlabs, 16 * 2048 * 4, Run{(bounds[3] - 1) * 2048, bounds[4] * 2048}};
    IoPlan const by_slabs = plan_of(fad, IoDirection::Read, settings);
    QCOMPARE(by_slabs.totals().requests(), Index{2});
    QCOMPARE(by_slabs.totals().bytes(), 4 * sieved);
    QCOMPARE(by_slabs.totals().useful, 4 * direct);
    QCOMPARE(by_slabs.totals().memory, Index{16 * 2048 * 4});

    // Writing costs twice as many requests, since every slab is read before.
    IoPlan const writing = plan_of(fad, IoDirection::Write, settings);
    QCOMPARE(writing.totals().requests(), Index{4});
    QCOMPARE(writing.totals().bytes(), 8 * sieved);
}

void IoPlanTest::sievingWritesReadFirst() {
    auto const fad = fad_of(matrix(8, 8), 1, [](Index) { return BoxSet({triplet(1, 8, 2), triplet(3, 4)}); });
    IoPlan const plan = plan_of(fad, IoDirection::Write, {Access::Sieve, {}, {SieveShape::BoundingBytes, 1024, {}}, {}});
    QCOMPARE(plan.totals().reads, Index{1});
    QCOMPARE(plan.totals().writes, Index{1});
    QCOMPARE(plan.totals().bytes_written, Index{15 * 4}); // from (1,3) to (7,4)
    QCOMPARE(plan.totals().useful, Index{8 * 4});
}

void IoPlanTest::fullSlabsAreNotRead() {
    auto const fad = fad_of(matrix(8, 8), 1, [](Index) { return BoxSet({triplet(1, 8), triplet(3, 6)}); });
    IoPlan const plan = plan_of(fad, IoDirection::Write, {Access::Sieve, {}, {SieveShape::WholeSlabs, 64, {}}, {}});
    QCOMPARE(plan.totals().reads, Index{0});
    QCOMPARE(plan.totals().writes, Index{2});
}

void IoPlanTest::commonSectionIsReadOnce() {
    // Table 6.1, row III: (400:800:1, 400:800:1), 16 processors.
    auto const fad = fad_of(matrix(4096, 4096), 16, [](Index) { return BoxSet({triplet(400, 800), triplet(400, 800)}); });
    QVERIFY(fad->is_common());
    QCOMPARE(plan_of(fad, IoDirection::Read, {Access::Direct, {}, {}, {}}).totals().requests(), Index{16 * 401});
    IoPlan const plan = plan_of(fad, IoDirection::Read, by_columns(DomainKind::Dynamic, 16));
    QCOMPARE(plan.totals().requests(), Index{401});
    QCOMPARE(plan.totals().bytes(), Index{401 * 401 * 4});
    QCOMPARE(plan.totals().bytes_sent, Index{15 * 401 * 401 * 4});
    QCOMPARE(plan.phases(), Index{26}); // 401 columns among 16
}

void IoPlanTest::dynamicDomainsShareTheWork() {
    // Table 6.3, row II: (1+100p:100+100p:1, 1:100:1): all columns in the domain of one processor of the static partition.
    auto const fad = fad_of(matrix(4096, 4096), 16, [](Index p) {
        return BoxSet({triplet(1 + 100 * p, 100 + 100 * p), triplet(1, 100)});
    });
    IoPlan const fixed = plan_of(fad, IoDirection::Read, by_columns(DomainKind::Static, 16));
    IoPlan const dynamic = plan_of(fad, IoDirection::Read, by_columns(DomainKind::Dynamic, 16));
    QCOMPARE(fixed.totals().requests(), Index{100});
    QCOMPARE(dynamic.totals().requests(), Index{100});
    QCOMPARE(fixed.phases(), Index{100});
    QCOMPARE(dynamic.phases(), Index{7});
    auto const domain = dynamic.two_phase()->domains().domain(1);
    QCOMPARE(domain.bounds().begin, Index{7 * 4096});
    QCOMPARE(domain.count(), Index{7 * 4096});
}

void IoPlanTest::interleavedRowsBecomeLargePieces() {
    // Table 6.3, row IV: (1+32p:16+32p:1, 1:4096:1), with room for 16 columns at a time.
    auto const fad = fad_of(matrix(4096, 4096), 16, [](Index p) {
        return BoxSet({triplet(1 + 32 * p, 16 + 32 * p), triplet(1, 4096)});
    });
    QCOMPARE(plan_of(fad, IoDirection::Read, {Access::Direct, {}, {}, {}}).totals().requests(), Index{16 * 4096});
    IoSettings settings = by_columns(DomainKind::Dynamic, 16);
    settings.sieve = {SieveShape::WholeSlabs, 16 * column, {}};
    QCOMPARE(plan_of(fad, IoDirection::Read, settings).totals().requests(), Index{256});
}

void IoPlanTest::highestRankWinsOnlyCollectively() {
    auto const fad = fad_of(matrix(4, 4), 3, [](Index p) { return BoxSet({triplet(1, 4), triplet(1 + p, 2 + p)}); });
    QVERIFY(!fad->is_distinct());
    QCOMPARE(fad->wanted().count(), Index{16});
    QVERIFY(plan_of(fad, IoDirection::Write, {Access::Direct, {}, {}, {}}).has_races());
    QVERIFY(!plan_of(fad, IoDirection::Write, IoSettings()).has_races());
}

void IoPlanTest::aggregatorsOutsideTheGroup() {
    auto const fad = fad_of(matrix(4, 4), 2, [](Index p) { return BoxSet({triplet(1, 4), triplet(1 + 2 * p, 2 + 2 * p)}); });
    IoSettings settings;
    settings.domains.ranks = {7, 9};
    IoPlan const plan = plan_of(fad, IoDirection::Write, settings);
    QCOMPARE(plan.ranks().size(), std::size_t{4});
    QCOMPARE(plan.totals().sends, Index{2});
    QCOMPARE(plan.ranks()[2].totals.writes, Index{1});
}

void IoPlanTest::whatAllRanksOwnIsOneBox() {
    Rank const ranks = 100;
    Index const rows = 1000;
    auto const blocks = [&](Index rank) { return PeriodicSet::interval({rank * 10, rank * 10 + 10}); };
    auto const dealt = [&](Index rank) { return PeriodicSet::periodic(rank, ranks, {{0, 1}}, {0, rows}); };
    auto const columns = PeriodicSet::interval({0, 4});
    QCOMPARE(fad_of(matrix(rows, 4), ranks,
                    [&](Index rank) {
                        return BoxSet({blocks(rank), columns});
                    })
                 ->wanted()
                 .parts()
                 .size(),
             1u);
    QCOMPARE(fad_of(matrix(rows, 4), ranks,
                    [&](Index rank) {
                        return BoxSet({dealt(rank), columns});
                    })
                 ->wanted()
                 .parts()
                 .size(),
             1u);
    // In two dimensions, first along one and then along the other.
    auto const grid = fad_of(matrix(rows, 4), ranks, [&](Index rank) {
        return BoxSet({PeriodicSet::interval({rank % 50 * 20, rank % 50 * 20 + 20}),
                       PeriodicSet::interval({rank / 50 * 2, rank / 50 * 2 + 2})});
    });
    QCOMPARE(grid->wanted().parts().size(), 1u);
    QCOMPARE(grid->wanted().count(), rows * 4);
}

void IoPlanTest::mistakes() {
    auto const fad = fad_of(matrix(4, 4, 10), 2, [](Index) { return BoxSet({triplet(1, 4), triplet(1, 2)}); });
    IoSettings settings;
    auto const message = [&] {
        auto const plan = IoPlan::make(fad, IoDirection::Read, settings);
        return plan ? std::string() : plan.error().message;
    };
    settings.sieve.buffer_bytes = 3;
    QCOMPARE(message(), std::string("a buffer of 3 bytes does not hold an element of 4 bytes"));
    settings.sieve.buffer_bytes = 64;
    settings.domains.aggregators = 3;
    QCOMPARE(message(), std::string("3 aggregators cannot be picked from 2 ranks: expected 1 to 2"));
    settings.domains.aggregators.reset();
    settings.domains.unit = FileUnit::Bytes;
    settings.domains.unit_bytes = 4096;
    QCOMPARE(message(),
             std::string(
                 "file domains cannot be cut at multiples of 4096 bytes: elements of 4 bytes from byte 10 on never begin there"));
}

TEST_CLASS(IoPlanTest)
#include "io_plan_test.moc"
