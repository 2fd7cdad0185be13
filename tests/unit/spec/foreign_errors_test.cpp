// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of foreign forms that are refused, and of the places that errors point to.
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

class ForeignErrorsTest : public QObject {
    Q_OBJECT
  private slots:
    void errors_data();
    void errors();
    void errors_of_sums_data();
    void errors_of_sums();
};

void ForeignErrorsTest::errors_data() {
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("error");
    auto const row = [](char const* form, char const* error) { QTest::newRow(form) << form << error; };
    row("scalpack(mb=1)",
        "--from:1:1+8: 'scalpack' is not a mapping; expected (formats) onto P(...), or jax(...), sdy(...), dtensor(...), "
        "mlir(...), darray(...), scalapack(...), dmda(...), chapel(...); did you mean 'scalapack'?");
    row("scalapack(mb=64)", "--from:1:11+5: scalapack needs mb=..., nb=... and a grid of two dimensions, such as grid=2x3");
    row("scalapack(mb=64,nb=0,grid=2x3)", "--from:1:20+1: expected an integer of at least 1, found 0");
    row("scalapack(mb=64,nb=64,grid=2y3)", "--from:1:28+3: expected the process grid as rows x columns, such as grid=2x3");
    row("scalapack(mb=64,nb=64,grid=2x3,rsrc=2)",
        "--from:1:11+27: rsrc=2 and csrc=0 must be coordinates of the 2x3 grid, counted from 0");
    row("scalapack(mb=64,nb=64,gird=2x3)",
        "--from:1:23+4: 'gird' is not an argument of scalapack; expected mb, nb, grid, rsrc, csrc, order or lld");
    row("scalapack(mb=2,nb=9,grid=4x1,lld=2)",
        "--from:1:30+5: a leading dimension of 2 is too small: a rank stores 26 elements of dimension 1 of A");
    row("(cyclic(2),*) onto P(4) lld(9", "--from:1:30+1: expected ')' after the leading dimension, found the end of the line");
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
    row("dtensor([Shard(2)], mesh=(2))", "--from:1:16+1: the tensor has 2 dimensions, counted from 0; there is no dimension 2");
    row("dtensor([Shard(0)], mesh=(2,3))", "--from:1:9+22: the mesh has 2 dimensions, but 1 placement is given");
    row("dtensor([Shard(0)])", "--from:1:19+1: expected ',' and mesh=(...), found ')'");
    row("dtensor([Shared(0)], mesh=(2))", "--from:1:10+6: expected Shard(d), Replicate() or Partial(), found 'Shared'");
    row("dtensor([Shard(0)], mesh=(2)) ranks(0)",
        "--from:1:36+3: 1 rank is given for P_2; expected one for each of its 2 processors");
    row("{devices=[8,8]<=[16]}", "--from:1:15+6: [8,8] are 64 tiles, but 16 devices are given");
    row("{devices=[2,2,2]<=[8]}", "--from:1:2+20: A has 2 dimensions, but the tiles have 3 dimensions");
    row("{devices=[4,1]<=[2,2]T(0,0)}", "--from:1:23+5: T(...) must name each of the 2 dimensions of [2,2] once, from 0");
    row("{manual}", "--from:1:2+6: 'manual' does not define owners; expected tiles, such as devices=[2,2]<=[4]");
    row("{replicated}", "--from:1:2+10: a copy on every rank, but their number is not known; give it with --ranks");
    row("jax(mesh={'x':4}, P('x','x'))", "--from:1:25+3: axis 'x' is used twice");
    row("jax(mesh={'x':4}, P('y'))", "--from:1:21+3: the mesh has no axis 'y'; it has x");
    row("jax(mesh={'x':4}, P('x',None,None))", "--from:1:5+30: A has 2 dimensions, but 3 entries are given");
    row("jax(mesh={'x':4}, P('x'), devices=(0,1))", "--from:1:5+35: the mesh has 4 positions, but 2 devices are given");
    row("sdy(mesh<[\"x\"=8]>, [{\"x\":(2)3}, {}])", "--from:1:22+3: x:(2)3 does not divide the axis, which has 8");
    row("sdy(@m, [{}, {}])", "--from:1:5+2: a mesh by its name is not known here; write it out, such as mesh<[\"x\"=4,\"y\"=2]>");
    row("mlir(grid=2x2, split_axes=[[0],[0]])", "--from:1:6+30: axis 0 splits twice");
    row("mlir(grid=2x2, split_axes=[[4294967296],[1]])",
        "--from:1:6+39: the grid has no axis 2147483647; it has 2, counted from 0");
    row("mlir(grid=2x2, split_axes=[[9223372036854775807],[1]])",
        "--from:1:6+48: the grid has no axis 2147483647; it has 2, counted from 0");
    row("mlir(grid=2, split_axes=[[0]], sharded_dims_offsets=[0,3,9])",
        "--from:1:6+54: the offsets of a dimension must rise from 0 to its extent, 100");
    row("dmda(m=2)", "--from:1:6+3: dmda arranges all ranks, but their number is not known; give it with --ranks, or give m, n, p");
    row("dmda(m=2,n=3,dof=3)",
        "--from:1:18+1: dof is 1 here: declare the components as a dimension of its own that is not distributed (*)");
    row("darray(distribs=(block,none),dargs=(50),psizes=(2,1))",
        "--from:1:36+4: 1 darg for 2 distributions: each distribution needs one");
    row("dmda(m=200,n=1)", "--from:1:6+9: 200 processes along x are too many for 100 points");
    row("chapel(blockDist, locales=4)", "--from:1:8+20: A has 2 dimensions; expected the locales along each, such as locales=2x3");
    row("dtensor([Shard(0)], mesh=(2)) onto P", "--from:1:31+4: expected the end of the line after the mapping, found 'onto'");
}

void ForeignErrorsTest::errors_of_sums_data() {
    QTest::addColumn<QString>("form");
    QTest::addColumn<QString>("error");
    auto const row = [](char const* form, char const* error) { QTest::newRow(form) << form << error; };
    row("dtensor([Partial('avg')], mesh=(2))", "--from:1:18+5: Partial of avg is a mean; write sum, and let redist divide by the "
                                               "number of addends, e.g. --alpha 0.25 for four");
    row("dtensor([Partial('most')], mesh=(2))",
        "--from:1:18+6: Partial of most is not known here; expected sum, product, min or max");
    row("dtensor([Partial('max'),Partial()], mesh=(2,2))", "--from:1:25+9: along this axis addends are added up, along another "
                                                           "they give the largest; one after the other they take two "
                                                           "redistributions");
    row("jax(mesh={'x':4}, P(None,unreduced=max{'x'}))", "--from:1:36+3: unreduced=max is not a sum, and this form has only sums; "
                                                         "v3 ({mesh[..], ..}), dtensor and mlir have others");
    row("jax(mesh={'x':4}, P('x',unreduced={'x'}))", "--from:1:36+3: axis 'x' is used twice");
    row("{devices=[1,1,4]<=[4] last_tile_dims={unreduced}}",
        "--from:1:39+9: unreduced holds addends, and tiles do not tell which rank holds which addend; name the axes, as in "
        "{mesh['a'=2], [{}], unreduced=sum{'a'}}");
}

void ForeignErrorsTest::errors_of_sums() {
    errors();
}

void ForeignErrorsTest::errors() {
    QFETCH(QString, form);
    QFETCH(QString, error);
    QCOMPARE(error_of(parse_compact({{"real8 A(100,60)"}, form.toStdString(), "", {}})), error);
}

TEST_CLASS(ForeignErrorsTest)
#include "foreign_errors_test.moc"
