// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of foreign forms. That they put every element where their libraries do is a property test.
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/forms/form.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

MappingSpec mapped(std::string const& form, std::string const& array = "real8 A(100,60)") {
    return parsed({{array}, form, "", {}}).arrays.at(0).states.at(0);
}

Mapping mapping(std::string const& form, std::string const& array) {
    return Mapping::make(mapped(form, array)).value();
}

/// How many elements ranks 0, 1, 2, ... have.
Extents counts(std::string const& form, std::string const& array) {
    Mapping const map = mapping(form, array);
    Extents result;
    for (Rank rank = 0; rank <= map.grid().max_rank(); ++rank) result.push_back(map.owned_count(*map.grid().position(rank)));
    return result;
}

/// The indices of the first dimension that ranks 0, 1, 2, ... have.
std::vector<Extents> rows_of(std::string const& form, std::string const& array) {
    Mapping const map = mapping(form, array);
    std::vector<Extents> result;
    for (Rank rank = 0; rank <= map.grid().max_rank(); ++rank) {
        PeriodicSet const set = map.owned(*map.grid().position(rank)).dims().front();
        auto& rows = result.emplace_back();
        for (Index k = 0; k < set.count(); ++k) rows.push_back(set.element(k));
    }
    return result;
}

} // namespace

class ForeignTest : public QObject {
    Q_OBJECT
  private slots:
    void scalapack();
    void darray();
    void dtensor();
    void uneven_extents();
    void strided_shards();
    void axis_orders();
    void device_lists();
    void sub_axes();
    void other_systems();
    void listed_ranks();
    void written_in_forms_data();
    void written_in_forms();
    void refused_by_forms_data();
    void refused_by_forms();
    void written_as_plain_hpf();
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
    // Position 0 has block (0,0), and BLACS' coordinates (1,2).
    ProcessorGrid const grid = mapping("scalapack(mb=64,nb=32,grid=2x3,rsrc=1,csrc=2)", "real8 A(1000,1000)").grid();
    QCOMPARE(grid.named_coordinates(0), (Extents{1, 2}));
    for (Index position = 0; position < 6; ++position) {
        Extents const blacs = grid.named_coordinates(position);
        QCOMPARE(Index{grid.rank(position)}, blacs[0] * 3 + blacs[1]);
    }
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

/// B1 of the golden examples: one text, two rules.
void ForeignTest::uneven_extents() {
    std::string const rows = "real A(5)";
    QCOMPARE(counts("dtensor([Shard(0),Shard(0)], mesh=(2,2))", rows), (Extents{2, 1, 1, 1}));
    for (char const* const flat : {"jax(mesh={x:2,y:2}, P(('x','y')))", "{devices=[4]<=[4]}", "{mesh['a'=2,'b'=2], [{'a','b'}]}",
                                   "#sdy.sharding<mesh<[\"x\"=2, \"y\"=2]>, [{\"x\", \"y\"}]>"})
        QCOMPARE(counts(flat, rows), (Extents{2, 2, 1, 0}));
    QCOMPARE(counts("dtensor([Shard(0),Shard(0)], mesh=(2,4))", "real A(9)"), (Extents{2, 2, 1, 0, 1, 1, 1, 1}));
    QCOMPARE(counts("dmda(m=4)", "real A(10)"), (Extents{3, 3, 2, 2}));
    QCOMPARE(mapped("dmda(m=4)", "real A(10)").formats.front(), DistFormat::even());
    QCOMPARE(mapped("dmda(m=4,lx=(3,2,3,2))", "real A(10)").formats.front(), DistFormat::gen_block({3, 2, 3, 2}));
    QCOMPARE(counts("chapel(blockDist, locales=4)", "real A(10)"), (Extents{3, 2, 3, 2}));
    // The box 1..20 gives five indices to each locale; 0 goes to the first locale, 21 to 26 go to the last.
    QCOMPARE(counts("chapel(blockDist, boundingBox={1..20}, locales=4)", "real A(0:26)"), (Extents{6, 5, 5, 11}));
    QCOMPARE(counts("chapel(blockDist, boundingBox={1..20}, targetLocales=4)", "real A(7:12)"), (Extents{0, 4, 2, 0}));
    QCOMPARE(counts("chapel(blockDist, boundingBox={1..20}, targetLocales=4)", "real A(30)"), (Extents{5, 5, 5, 15}));
    QCOMPARE(counts("chapel(blockDist, boundingBox={-5..-2, 1..2}, locales=2x2)", "real A(3,2)"), (Extents{0, 0, 3, 3}));
    QCOMPARE(counts("mlir(grid=4, split_axes=[[0]], sharded_dims_offsets=[0,3,8,13,16])", "real A(16)"), (Extents{3, 5, 5, 3}));
}

/// B2.
void ForeignTest::strided_shards() {
    std::string const form = "dtensor([_StridedShard(0, split_factor=2)], mesh=(4))";
    QCOMPARE(rows_of(form, "real A(0:8)"), (std::vector<Extents>{{0, 1, 5}, {2, 3, 6}, {4, 7}, {8}}));
    QCOMPARE(rows_of("dtensor([_StridedShard(0,2),Shard(0)], mesh=(2,2))", "real A(0:7,0:7)"),
             (std::vector<Extents>{{0, 1}, {4, 5}, {2, 3}, {6, 7}}));
    QCOMPARE(rows_of("dtensor([_S(0, 2)], mesh=(2))", "real A(0:4)"), (std::vector<Extents>{{0, 1, 3}, {2, 4}}));
    QCOMPARE(mapped("dtensor([_StridedShard(0, split_factor=2)], mesh=(2))", "real A(8)").formats.front(), DistFormat::cyclic(2));
    // As Python prints it.
    QCOMPARE(rows_of("dtensor((_StridedShard(dim=0, sf=2), Shard(dim=0)), mesh=(2,2))", "real A(0:7,0:7)"),
             (std::vector<Extents>{{0, 1}, {4, 5}, {2, 3}, {6, 7}}));
    QCOMPARE(counts("dtensor((Shard(dim=0),), mesh=(2,))", "real A(5)"), (Extents{3, 2}));
}

/// B3: mesh a, b, c, d of 2 each.
void ForeignTest::axis_orders() {
    std::string const array = "real A(8,4,2,2)";
    Mapping const jax = mapping("jax(mesh={a:2,b:2,c:2,d:2}, P(None,('d','b'),'c'))", array);
    QCOMPARE(jax.owned(0).shape(), (Extents{8, 1, 1, 2}));
    for (char const* const same :
         {"{devices=[1,4,2,1,2]<=[2,2,2,2]T(3,1,2,0) last_tile_dim_replicate}",
          "{devices=[1,4,2,1,2]0,8,2,10,4,12,6,14,1,9,3,11,5,13,7,15 last_tile_dims={replicated}}",
          "{mesh[a=2,b=2,c=2,d=2], [{}, {'d','b'}, {'c',?}, {}], replicated={'a'}}",
          "sdy(mesh<[\"a\"=2,\"b\"=2,\"c\"=2,\"d\"=2]>, [{?}, {\"d\",\"b\",?}p1, {\"c\"}, {}], replicated={\"a\"})"})
        QVERIFY2(same_owners(mapping(same, array), jax), same);
    QVERIFY(same_owners(mapping("{devices=[4,4]<=[4,2,2]T(1,0,2)}", "real A(4,4)"),
                        mapping("{devices=[4,4]0,1,4,5,8,9,12,13,2,3,6,7,10,11,14,15}", "real A(4,4)")));
}

/// B4: who has what of 4x5.
void ForeignTest::device_lists() {
    Mapping const tiles = mapping("{devices=[2,2]0,3,2,1}", "real A(0:3,0:4)");
    auto const corner = [&](Rank rank) { return tiles.owned(*tiles.grid().position(rank)); };
    QCOMPARE(corner(0).element(0), (Extents{0, 0}));
    QCOMPARE(corner(3).element(0), (Extents{0, 3}));
    QCOMPARE(corner(2).element(0), (Extents{2, 0}));
    QCOMPARE(corner(1).element(0), (Extents{2, 3}));
    QCOMPARE(corner(0).shape(), (Extents{2, 3}));
    QCOMPARE(corner(1).shape(), (Extents{2, 2}));
    QCOMPARE(mapped("{maximal device=3}").processors.ranks, (std::vector<Rank>{3}));
}

void ForeignTest::sub_axes() {
    // y of 8 is [1, 2, 4]: the middle two-way axis cuts, the rest replicates.
    Mapping const two = mapping("sdy(mesh<[\"x\"=2,\"y\"=8]>, [{\"x\"}, {\"y\":(2)2}])", "real A(4,8)");
    QCOMPARE(two.owned(0).shape(), (Extents{2, 4}));
    QCOMPARE(two.replicas(), Index{4});
    QCOMPARE(mapping("sdy(mesh<[\"x\"=2,\"y\"=4,\"z\"=2]>, [{\"x\"}, {\"z\",\"y\"}])", "real A(4,8)").owned(0).shape(),
             (Extents{2, 1}));
}

void ForeignTest::other_systems() {
    // x is the fastest in memory: the first dimension in Fortran, the last in C.
    QCOMPARE(rows_of("dmda(m=2,n=2)", "real A(0:3,0:3)"), (std::vector<Extents>{{0, 1}, {2, 3}, {0, 1}, {2, 3}}));
    QCOMPARE(rows_of("dmda(m=2,n=2)", "float A[4][4]"), (std::vector<Extents>{{0, 1}, {0, 1}, {2, 3}, {2, 3}}));
    QCOMPARE(parsed({{"real A(100,50)"}, "dmda()", "", {}}, {.ranks = 8}).arrays[0].states[0].processors.extents, (Extents{4, 2}));
    auto const decided = [](char const* array, char const* form, int ranks) {
        return parsed({{array}, form, "", {}}, {.ranks = ranks}).arrays[0].states[0].processors.extents;
    };
    QCOMPARE(decided("real A(100,50)", "dmda(m=2)", 12), (Extents{2, 6}));
    QCOMPARE(decided("real A(100,50)", "dmda(m=2,n=PETSC_DECIDE,s=0)", 12), (Extents{2, 6}));
    QCOMPARE(decided("real A(64,64,64)", "dmda(p=2,dof=1)", 16), (Extents{2, 4, 2}));
    // MPI's constants: cyclic(2) is 0 1 4 5 and 2 3.
    QCOMPARE(rows_of("darray(distribs=(MPI_DISTRIBUTE_CYCLIC,MPI_DISTRIBUTE_NONE), dargs=(2,MPI_DISTRIBUTE_DFLT_DARG), "
                     "psizes=(2,1), order=MPI_ORDER_FORTRAN)",
                     "real A(0:5,0:5)"),
             (std::vector<Extents>{{0, 1, 4, 5}, {2, 3}}));
    for (char const* order : {"C", "'C'", "\"Col\"", "column"})
        QCOMPARE(mapped(std::string("scalapack(mb=4,nb=4,grid=2x2,order=") + order + ")").processors.order, GridOrder::ColumnMajor);
    QCOMPARE(mapped("scalapack(mb=4,nb=4,grid=2x2,order='R')").processors.order, GridOrder::RowMajor);
    QCOMPARE(mapped("scalapack(mb=4,nb=4,grid=2x2,order=R)").processors.order, GridOrder::RowMajor);
    // The first row of 8x8 in blocks of 2x3 on 3x2 locales.
    Mapping const chapel = mapping("chapel(blockCycDist, startIdx=(1,1), blocksize=(2,3), locales=3x2)", "real A(8,8)");
    Extents first_row;
    for (Index j = 0; j < 8; ++j) first_row.push_back(chapel.owners(Extents{0, j}).front().rank);
    QCOMPARE(first_row, (Extents{0, 0, 0, 1, 1, 1, 0, 0}));
    // NUMROC(16,3,.,src,2) is 9, 7, and with src 1 it is 7, 9.
    QCOMPARE(counts("scalapack(mb=3,nb=1,grid=2x1)", "real A(16,1)"), (Extents{9, 7}));
    QCOMPARE(counts("scalapack(mb=3,nb=1,grid=2x1,rsrc=1)", "real A(16,1)"), (Extents{7, 9}));
}

void ForeignTest::written_in_forms_data() {
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("written");
    auto const row = [](char const* array, char const* from, char const* form, char const* written) {
        QTest::newRow(qPrintable(QString("%1 as %2").arg(from, form))) << array << from << form << written;
    };
    char const* const b3 = "jax(mesh={'a':2,'b':2,'c':2,'d':2}, P(None,('d','b'),'c',None))";
    row("real A(8,4,2,2)", b3, "jax", b3);
    row("real A(8,4,2,2)", b3, "v2", "{devices=[1,4,2,1,2]<=[2,2,2,2]T(3,1,2,0) last_tile_dim_replicate}");
    row("real A(8,4,2,2)", b3, "v1", "{devices=[1,4,2,1,2]0,8,2,10,4,12,6,14,1,9,3,11,5,13,7,15 last_tile_dim_replicate}");
    row("real A(8,4,2,2)", b3, "v3", "{mesh['a'=2,'b'=2,'c'=2,'d'=2], [{}, {'d', 'b'}, {'c'}, {}], replicated={'a'}}");
    row("real A(8,4,2,2)", b3, "sdy",
        "#sdy.sharding<mesh<[\"a\"=2, \"b\"=2, \"c\"=2, \"d\"=2]>, [{}, {\"d\", \"b\"}, {\"c\"}, {}], replicated={\"a\"}>");
    row("real A(8,4,2,2)", b3, "dtensor",
        "dtensor([Replicate(),_StridedShard(1,split_factor=2),Shard(2),Shard(1)], mesh=(2,2,2,2))");
    char const* const b5 = "jax(mesh={'x':4,'y':2}, P('y',None,'x'))";
    row("real A(16,16,16)", b5, "v2", "{devices=[2,1,4]<=[4,2]T(1,0)}");
    row("real A(16,16,16)", "jax(mesh={'x':4,'y':2}, P(None,('x','y'),None))", "v2", "{devices=[1,8,1]<=[8]}");
    row("real A(4,4)", "(block,block) onto P(2,2)", "v2", "{devices=[2,2]<=[4]}");
    row("real A(4,5)", "{devices=[2,2]0,3,2,1}", "jax", "jax(mesh={'x':2,'y':2}, P('x','y'), devices=(0,3,2,1))");
    row("real A(5)", "dtensor([Shard(0),Shard(0)], mesh=(2,2))", "dtensor", "dtensor([Shard(0),Shard(0)], mesh=(2,2))");
    row("real A(5)", "dtensor([Shard(0),Shard(0)], mesh=(2,2))", "mlir",
        "mlir(grid=4, split_axes=[[0]], sharded_dims_offsets=[0, 2, 3, 4, 5])");
    row("real A(8)", "(cyclic(2)) onto P(2)", "dtensor", "dtensor([_StridedShard(0,split_factor=2)], mesh=(2))");
    row("real A(100,60)", "scalapack(mb=64,nb=32,grid=2x3,rsrc=1,csrc=2)", "scalapack",
        "scalapack(mb=64,nb=32,grid=2x3,rsrc=1,csrc=2)");
    row("real A(57,53)", "scalapack(mb=2,nb=9,grid=2x2,lld=40)", "scalapack", "scalapack(mb=2,nb=9,grid=2x2,lld=40)");
    row("real A(57,53)", "(cyclic(2),cyclic(9)) onto P(2,2) lld(29)", "scalapack", "scalapack(mb=2,nb=9,grid=2x2,lld=29)");
    row("double A[8][8]", "(*,block) onto P(4)", "darray", "darray(distribs=(none,block),psizes=(1,4),order=c)");
    row("real A(10,10)", "dmda(m=2,n=3)", "dmda", "dmda(m=2,n=3)");
    row("real A(10)", "(block) onto P(4)", "dmda", "dmda(m=4,lx=(3,3,3,1))");
    row("real A(10)", "(even) onto P(4)", "dmda", "dmda(m=4)");
    row("real A(10)", "(even(last)) onto P(4)", "dmda", "dmda(m=4,lx=(2,2,3,3))");
    row("real A(10)", "(even(last)) onto P(4)", "mlir", "mlir(grid=4, split_axes=[[0]], sharded_dims_offsets=[0, 2, 4, 7, 10])");
    row("real A(8,8)", "(cyclic,cyclic) onto P(2,2)", "chapel", "chapel(cyclicDist, startIdx=(1,1), locales=2x2)");
    row("real A(8,8)", "(gen_block(1,7),cyclic) onto P(2,2)", "chapel",
        "chapel(blockCycDist, startIdx=(-5,1), blocksize=(7,1), locales=2x2)");
    row("real A(10)", "chapel(blockDist, locales=4)", "chapel", "chapel(blockDist, locales=4)");
    char const* const partial = "dtensor([Shard(0),Partial('sum')], mesh=(2,4))";
    row("real A(8,8)", partial, "dtensor", "dtensor([Shard(0),Partial()], mesh=(2,4))");
    row("real A(8,8)", partial, "jax", "jax(mesh={'x':2,'y':4}, P('x',None,unreduced={'y'}))");
    row("real A(8,8)", partial, "v3", "{mesh['x'=2,'y'=4], [{'x'}, {}], unreduced={'y'}}");
    row("real A(8,8)", partial, "sdy", "#sdy.sharding<mesh<[\"x\"=2, \"y\"=4]>, [{\"x\"}, {}], unreduced={\"y\"}>");
    row("real A(8,8)", partial, "mlir", "mlir(grid=2x4, split_axes=[[0],[]], partial=sum [1])");
    row("real A(5,8)", "dtensor([Shard(0),Partial(),Shard(0),Replicate()], mesh=(2,4,2,3))", "dtensor",
        "dtensor([Shard(0),Partial(),Shard(0),Replicate()], mesh=(2,4,2,3))");
    row("real A(8,8)", "mlir(grid=2x4, split_axes=[[]], partial=sum [1,0])", "mlir",
        "mlir(grid=2x4, split_axes=[[],[]], partial=sum [1,0])");
    row("real A(8,8)", "{mesh['a'=8], [{'a':(1)2}], unreduced={'a':(4)2}, replicated={'a':(2)2}}", "dtensor",
        "dtensor([Shard(0),Replicate(),Partial()], mesh=(2,2,2))");
    char const* const largest = "dtensor([Shard(0),Partial(reduce_op='max')], mesh=(2,4))";
    row("real A(8,8)", largest, "dtensor", "dtensor([Shard(0),Partial('max')], mesh=(2,4))");
    row("real A(8,8)", largest, "v3", "{mesh['x'=2,'y'=4], [{'x'}, {}], unreduced=max{'y'}}");
    row("real A(8,8)", largest, "mlir", "mlir(grid=2x4, split_axes=[[0],[]], partial=max [1])");
    row("real A(8,8)", "mlir(grid=2x4, split_axes=[[0],[]], partial=product [1])", "dtensor",
        "dtensor([Shard(0),Partial('product')], mesh=(2,4))");
    row("real A(8,8)", "{mesh['a'=4], [{}], unreduced=min{'a'}}", "dtensor", "dtensor([Partial('min')], mesh=(4))");
    row("real A(8)", "dtensor([Partial('min')], mesh=(1))", "v3",
        "{mesh['x'=1,'y'=1], [{}], replicated={'x'}, unreduced=min{'y'}}");
    row("real A(8)", "dtensor([Partial()], mesh=(1))", "jax", "jax(mesh={'x':1,'y':1}, P(None,unreduced={'y'}))");
}

void ForeignTest::written_in_forms() {
    QFETCH(QString, array);
    QFETCH(QString, from);
    QFETCH(QString, form);
    QFETCH(QString, written);
    auto const text = write_form(mapping(from.toStdString(), array.toStdString()), form.toStdString());
    QVERIFY2(text.has_value(), qPrintable(error_of(text)));
    QCOMPARE(QString::fromStdString(*text), written);
}

void ForeignTest::refused_by_forms_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("error");
    auto const row = [](char const* from, char const* form, std::string const& error) {
        QTest::newRow(qPrintable(QString("%1 as %2").arg(from, form))) << from << form << QString::fromStdString(error);
    };
    row("(cyclic(2),*) onto P(2)", "jax", "jax cannot express cyclic(2) in dimension 1");
    row("(gen_block(1,7),*) onto P(2)", "v2", "v2 cannot express blocks of 1, 7 in dimension 1");
    row("(indirect(1,2,1,1,2,1,1,2),*) onto P(2)", "dtensor",
        "dtensor cannot express scattered indices (indirect) in dimension 1 over these ranks");
    row("(block,*) onto P(2) ranks(4:5)", "sdy", "sdy cannot express ranks other than 0 to 1");
    row("(block,block) onto P(2,2) order(col)", "darray",
        "darray cannot express this order of ranks: its process grid is row-major");
    row("dtensor([Shard(0),Replicate()], mesh=(2,2))", "scalapack", "scalapack cannot express 2 copies of the array");
    row("(cyclic,*) onto P(2)", "dmda", "dmda cannot express cyclic(1) in dimension 1");
    row("(gen_block(1,3,4),cyclic) onto P(3,2)", "chapel", "chapel cannot express blocks of 1, 3, 4 in dimension 1");
    row("dtensor([Shard(0),Partial()], mesh=(2,4))", "v2",
        "v2 cannot express addends of a pending sum; jax, v3, sdy, dtensor and mlir have them");
    row("dtensor([Shard(0),Partial('max')], mesh=(2,4))", "v1",
        "v1 cannot express addends of a pending sum; jax, v3, sdy, dtensor and mlir have them");
    for (char const* const form : {"jax", "sdy"})
        row("dtensor([Shard(0),Partial('max')], mesh=(2,4))", form,
            form + std::string(" cannot express addends that give the largest; v3, dtensor and mlir have them"));
    row("mlir(grid=2x4, split_axes=[[]], partial=sum [1,0])", "dtensor",
        "dtensor cannot express addends that are counted in another order than the axes of the mesh");
    row("(*,block) onto P(2) lld(40)", "jax", "jax cannot express a leading dimension (lld=40); hpf and scalapack have them");
    row("(block,*) onto P(2)", "jacks",
        "there is no form 'jacks'; known forms are hpf, pitfalls, jax, v1, v2, v3, sdy, dtensor, mlir, darray, "
        "scalapack, dmda, chapel");
}

void ForeignTest::refused_by_forms() {
    QFETCH(QString, from);
    QFETCH(QString, form);
    QFETCH(QString, error);
    QCOMPARE(error_of(write_form(mapping(from.toStdString(), "real A(8,8)"), form.toStdString())), error);
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
        {{"real A(10,10)"}, "dtensor([Shard(0),Replicate()], mesh=(2,4))", "dtensor([Replicate(),Shard(1)], mesh=(2,4))", {}});
    QCOMPARE(parsed(write_hpf(job)).arrays, job.arrays);
}

TEST_CLASS(ForeignTest)
#include "foreign_test.moc"
