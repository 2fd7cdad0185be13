// SPDX-License-Identifier: BSD-3-Clause
// Tessera: regions taken from a program's loops.
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

std::string const nest_head = "      real A(30,30), B(30), C(30,30)\n"
                              "      integer idx(30)\n"
                              "!hpf$ processors P(4)\n"
                              "!hpf$ distribute (block,*) onto P :: A, C\n"
                              "!hpf$ distribute B(cyclic(2)) onto P\n";

/// The regions of a program, one line each, with their remarks.
QStringList regions_of_program(std::string const& program) {
    Job const job = parsed(nest_head + program);
    QStringList lines;
    for (RegionStatement const& region : job.regions) {
        lines << QString::fromStdString(describe(region, job.find(region.array)->array));
        for (std::string const& remark : region.remarks) lines << QString::fromStdString(remark);
    }
    return lines;
}

} // namespace

class LoopNestTest : public QObject {
    Q_OBJECT
  private slots:
    void the_paper();
    void steps_and_bounds();
    void implied_loops_and_sections();
    void assignments();
    void skewed_subscripts();
    void what_is_not_affine();
    void names_that_change();
    void directives_win();
    void is_written_back();
};

void LoopNestTest::the_paper() {
    QCOMPARE(regions_of_program("      read *, m\n"
                                "      do 1 j=3, m\n"
                                "        do 1 i=3, m-j+1\n"
                                "1         print *, A(i,j)\n"
                                "      end\n"),
             QStringList("region read must A(i,j) for(m: 3 <= j, j <= m, 3 <= i, i+j <= m+1)"));
}

void LoopNestTest::steps_and_bounds() {
    QCOMPARE(regions_of_program("do j = 1, n, 2\n do i = max(j,3), min(n,20)\n write(*,*) A(i,j)\n end do\nenddo\n"),
             QStringList("region read must A(i,j) for(n: 1 <= j, j <= n, mod(j-1,2) == 0, j <= i, 3 <= i, i <= n, i <= 20)"));
    QCOMPARE(regions_of_program("do i = n, 1, -3\n print *, B(i)\n end do\n"),
             QStringList("region read must B(i) for(n: 1 <= i, i <= n, mod(i-n,3) == 0)"));
}

void LoopNestTest::implied_loops_and_sections() {
    QCOMPARE(regions_of_program("print *, ((A(i,j), i=1,j), j=1,m)\n"),
             QStringList("region read must A(i,j) for(m: 1 <= j, j <= m, 1 <= i, i <= j)"));
    QCOMPARE(regions_of_program("read (5,*) C(1:10:3,:), B\n"),
             QStringList({"region write must C(a1,:) for(1 <= a1, a1 <= 10, mod(a1-1,3) == 0)", "region write must B(:)"}));
}

void LoopNestTest::assignments() {
    QCOMPARE(regions_of_program("do i = 1, 10\n B(i+1) = A(i,2*i+1) * x\nend do\n"),
             QStringList(
                 {"region read must A(i,a2) for(a2 == 2*i+1, 1 <= i, i <= 10)", "region write must B(i+1) for(1 <= i, i <= 10)"}));
}

void LoopNestTest::skewed_subscripts() {
    QCOMPARE(regions_of_program("do i = 1, 9\n do j = 1, 9\n print *, A(i+j,j)\n end do\n end do\n"),
             QStringList("region read must A(a1,j) with(i) for(a1 == j+i, 1 <= i, i <= 9, 1 <= j, j <= 9)"));
}

void LoopNestTest::what_is_not_affine() {
    QCOMPARE(regions_of_program("do i = 1, n*n\n print *, B(i)\nend do\n"),
             QStringList({"region read may B(i) for(1 <= i, 1 <= i, i <= 30)",
                          "line 6: the loop i=1, n*n is not affine: what it leaves open is taken as far as the array goes"}));
    QCOMPARE(regions_of_program("do i = 1, 9\n if (x > 0) B(idx(i)) = 0\nend do\n"),
             QStringList({"region write may B(:) with(i) for(1 <= i, i <= 9)", "line 7: the statement runs only under a condition",
                          "line 7: the subscript idx(i) of B is not affine: any index of dimension 1 may be touched"}));
}

void LoopNestTest::names_that_change() {
    QCOMPARE(regions_of_program("k = 0\ndo i = 1, 9\n k = k + i\n print *, B(k)\nend do\n"),
             QStringList({"region read may B(:) with(i) for(1 <= i, i <= 9)",
                          "line 9: the subscript k of B is not affine: any index of dimension 1 may be touched"}));
}

void LoopNestTest::directives_win() {
    QCOMPARE(regions_of_program("!dist$ region write may B(:)\nprint *, A\n"), QStringList("region write may B(:)"));
    QCOMPARE(regions_of_program("call solve(A)\nx = y + 1\n"), QStringList());
}

void LoopNestTest::is_written_back() {
    Job const job = parsed(nest_head + "do i = 1, n\n do j = i, n, 2\n B(i) = A(i+j,j)\n end do\n end do\n");
    QCOMPARE(job.regions.size(), std::size_t{2});
    QVERIFY(parsed(write_hpf(job)).regions == job.regions);
}

TEST_CLASS(LoopNestTest)
#include "loop_nest_test.moc"
