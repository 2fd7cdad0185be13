// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of foreign forms. That they put every element where their libraries do is a property test.
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

MappingSpec mapped(std::string const& form, std::string const& array = "real8 A(100,60)") {
    return parsed({{array}, form, "", ""}).arrays.at(0).states.at(0);
}

} // namespace

class ForeignTest : public QObject {
    Q_OBJECT
  private slots:
    void scalapack();
    void darray();
    void dtensor();
    void listed_ranks();
    void written_as_plain_hpf();
    void errors_data();
    void errors();
};

void ForeignTest::scalapack() {
    MappingSpec const plain = mapped("scalapack(mb=64,nb=32,grid=2x3,rsrc=0,csrc=0)");
    QCOMPARE(plain.formats, (std::vector{DistFormat::cyclic(64), DistFormat::cyclic(32)}));
    QCOMPARE(plain.processors, (Processors{"P_2x3", {1, 1}, {2, 3}, {}, GridOrder::RowMajor}));
    QCOMPARE(mapped("ScaLAPACK( NB=32, grid=(2,3), MB=64 )"), plain);
    QCOMPARE(mapped("scalapack(mb=64,nb=32,grid=2x3,order=col)").processors.order, GridOrder::ColumnMajor);
    // Block (0,0) on process row 1, column 2.
    QCOMPARE(mapped("scalapack(mb=64,nb=32,grid=2x3,rsrc=1,csrc=2)").processors.ranks, (std::vector<Rank>{5, 3, 4, 2, 0, 1}));
    QCOMPARE(mapped("scalapack(mb=64,nb=32,grid=2x3,rsrc=1,csrc=2,order=col)").processors.ranks,
             (std::vector<Rank>{5, 1, 3, 4, 0, 2}));
}

void ForeignTest::darray() {
    MappingSpec const spec = mapped("darray(distribs=(block,cyclic(3),none),psizes=(2,3,1))", "real8 A(10,20,30)");
    QCOMPARE(spec.formats, (std::vector{DistFormat::block(), DistFormat::cyclic(3), DistFormat::collapsed()}));
    QCOMPARE(spec.processors, (Processors{"P_2x3", {1, 1}, {2, 3}, {}, GridOrder::RowMajor}));
    QCOMPARE(mapped("darray(order=fortran,psizes=(4,1),distribs=(block(25),none))").formats[0], DistFormat::block(25));
    QCOMPARE(mapped("darray(order=c,psizes=[1,4],distribs=(none,cyclic))", "double A[8][8]").processors.extents, Extents{4});
}

void ForeignTest::dtensor() {
    MappingSpec const rows = mapped("dtensor([Shard(0)], mesh=(8))");
    QCOMPARE(rows.formats, (std::vector{DistFormat::block(), DistFormat::collapsed()}));
    QVERIFY(!rows.target);
    QCOMPARE(mapped("dtensor([Shard(dim=-2)], mesh=[8])"), rows);

    MappingSpec const copies = mapped("dtensor([Shard(0),Replicate()], mesh=(2,4))");
    QCOMPARE(copies.target, (Template{"T", {1, 1, 1}, {100, 60, 4}}));
    QCOMPARE(copies.align, (std::vector{affine(0, 1, 0), affine(1, 1, 0), replicated()}));
    QCOMPARE(copies.formats, (std::vector{DistFormat::block(), DistFormat::collapsed(), DistFormat::block()}));
    QCOMPARE(copies.processors, (Processors{"P_2x4", {1, 1}, {2, 4}, {}, GridOrder::RowMajor}));
    // The grid's dimensions follow the tensor's, the ranks the mesh's.
    QCOMPARE(mapped("dtensor([Shard(1),Shard(0)], mesh=(2,3))").processors,
             (Processors{"P_3x2", {1, 1}, {3, 2}, {0, 3, 1, 4, 2, 5}, GridOrder::RowMajor}));
    // 100 in 3 chunks of 34, 34, 32, and each of them in 4.
    DistFormat const twice = DistFormat::gen_block({9, 9, 9, 7, 9, 9, 9, 7, 8, 8, 8, 8});
    QCOMPARE(mapped("dtensor([Shard(0),Shard(0)], mesh=(3,4))").formats, (std::vector{twice, DistFormat::collapsed()}));
    QCOMPARE(mapped("dtensor([Replicate()], mesh=(3))", "real T(5)").target->name, std::string("T_"));
}

void ForeignTest::listed_ranks() {
    QCOMPARE(mapped("dtensor([Shard(0)], mesh=(4)) ranks(8:11)").processors.ranks, (std::vector<Rank>{8, 9, 10, 11}));
    QCOMPARE(mapped("dtensor([Shard(1),Shard(0)], mesh=(2,3)) ranks(9,8,7,6,5,4)").processors.ranks,
             (std::vector<Rank>{9, 6, 8, 5, 7, 4}));
    QCOMPARE(mapped("scalapack(mb=1,nb=1,grid=1x3,csrc=1) ranks(5,6,7)").processors.ranks, (std::vector<Rank>{6, 7, 5}));
}

void ForeignTest::written_as_plain_hpf() {
    for (char const* const form :
         {"scalapack(mb=64,nb=32,grid=2x3,rsrc=1)", "darray(distribs=(block,none),psizes=(6,1))",
          "dtensor([Shard(0),Replicate(),Shard(1)], mesh=(2,4,3))", "dtensor([Shard(1),Shard(1)], mesh=(3,4))"}) {
        MappingSpec const spec = mapped(form);
        QCOMPARE(state(write_hpf(spec)), spec);
    }
    // Both mappings of a job bring their own template.
    Job const job = parsed(
        {{"real A(10,10)"}, "dtensor([Shard(0),Replicate()], mesh=(2,4))", "dtensor([Replicate(),Shard(1)], mesh=(2,4))", ""});
    QCOMPARE(parsed(write_hpf(job)).arrays, job.arrays);
}

void ForeignTest::errors_data() {
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("error");
    auto const row = [](char const* form, char const* error) { QTest::newRow(form) << form << error; };
    row("scalpack(mb=1)", "--from:1:1+8: 'scalpack' is no mapping; expected (formats) onto P(...), or scalapack(...), "
                          "darray(...), dtensor(...); did you mean 'scalapack'?");
    row("scalapack(mb=64)", "--from:1:11+5: scalapack needs mb=..., nb=... and a grid of two dimensions, such as grid=2x3");
    row("scalapack(mb=64,nb=0,grid=2x3)", "--from:1:20+1: expected an integer of at least 1, found 0");
    row("scalapack(mb=64,nb=64,grid=2y3)", "--from:1:28+3: expected the process grid as rows x columns, such as grid=2x3");
    row("scalapack(mb=64,nb=64,grid=2x3,rsrc=2)",
        "--from:1:11+27: rsrc=2 and csrc=0 must be coordinates of the 2x3 grid, counted from 0");
    row("scalapack(mb=64,nb=64,gird=2x3)",
        "--from:1:23+4: 'gird' is no argument of scalapack; expected mb, nb, grid, rsrc, csrc or order");
    row("scalapack(mb=64,nb=64,grid=2x3",
        "--from:1:31+1: expected ')' after the arguments of scalapack, found the end of the line");
    row("darray(distribs=(block),psizes=(2,2))", "--from:1:17+7: A has 2 dimensions, but 1 distribution is given");
    row("darray(distribs=(block,none),psizes=(2))", "--from:1:37+3: A has 2 dimensions, but 1 psize is given");
    row("darray(distribs=(block,none),psizes=(2,2))",
        "--from:1:37+5: dimension 2 is not distributed (none), so its psize must be 1, not 2");
    row("darray(distribs=(block,none),psizes=(2,1),order=c)",
        "--from:1:49+1: the array is declared in Fortran order; 'order' must agree with its declaration");
    row("darray(distribs=(blok,none),psizes=(2,1))", "--from:1:18+4: expected block, cyclic or none, found 'blok'");
    row("darray(psizes=(2,1))", "--from:1:8+12: darray needs distribs=(...) and psizes=(...)");
    row("darray(distribs=(block(20),none),psizes=(2,1))",
        "--from:1:18+9: block(20) on 2 processors covers 40 of 100 indices; use block(50) or larger, or cyclic(20)");
    row("dtensor([Partial()], mesh=(2))",
        "--from:1:10+7: Partial() holds addends, not elements: no rank owns a value, so nothing can be "
        "redistributed; reduce it first");
    row("dtensor([Shard(2)], mesh=(2))", "--from:1:16+1: the tensor has 2 dimensions, counted from 0; there is no dimension 2");
    row("dtensor([Shard(0)], mesh=(2,3))", "--from:1:9+22: the mesh has 2 dimensions, but 1 placement is given");
    row("dtensor([Shard(0)])", "--from:1:19+1: expected ',' and mesh=(...), found ')'");
    row("dtensor([Shared(0)], mesh=(2))", "--from:1:10+6: expected Shard(d) or Replicate(), found 'Shared'");
    row("dtensor([Shard(0)], mesh=(2)) ranks(0)",
        "--from:1:36+3: 1 rank is given for P_2; expected one for each of its 2 processors");
    row("dtensor([Shard(0)], mesh=(2)) onto P", "--from:1:31+4: expected the end of the line after the mapping, found 'onto'");
}

void ForeignTest::errors() {
    QFETCH(QString, form);
    QFETCH(QString, error);
    QCOMPARE(error_of(parse_compact({{"real8 A(100,60)"}, form.toStdString(), "", ""})), error);
}

TEST_CLASS(ForeignTest)
#include "foreign_test.moc"
