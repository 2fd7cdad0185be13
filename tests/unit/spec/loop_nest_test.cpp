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
    void as_strangers_write_data();
    void as_strangers_write();
    void directives_win();
    void is_written_back();
};

void LoopNestTest::as_strangers_write_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("regions");
    auto const row = [](char const* name, char const* program, char const* regions) {
        QTest::newRow(name) << QString(program) << QString(regions);
    };
    row("several statements on a line", "do i = 1, m; do j = 1, n; A(i,j) = 0; end do; end do\n",
        "region write must A(i,j) for(m,n: 1 <= i, i <= m, 1 <= j, j <= n)");
    row("do concurrent", "do concurrent (integer :: i = 1:m, j = 1:9:2)\n A(i,j) = 1.0\n end do\n",
        "region write must A(i,j) for(m: 1 <= i, i <= m, 1 <= j, j <= 9, mod(j-1,2) == 0)");
    row("do concurrent with a mask", "do concurrent (i = 1:m, C(i,1) > 0)\n B(i) = 1.0\n end do\nB(1) = 2\n",
        "region read may C(:,1)|line 6: the subscript i of C is not affine: any index of dimension 1 may be touched|"
        "region write may B(i) for(m: 1 <= i, i <= m)|line 6: the statement runs only under a condition|region write must B(1)");
    row("forall", "forall (i = 1:m, j = 1:i) A(i,j) = 0.0\nforall (i = 2:5)\n B(i) = 1\n end forall\nB(9) = 1\n",
        "region write must A(i,j) for(m: 1 <= i, i <= m, 1 <= j, j <= i)|region write must B(i) for(2 <= i, i <= 5)|"
        "region write must B(9)");
    row("where", "where (A(:,1) > 0) A(:,2) = 1.0\nwhere (B > 0)\n B = 1\n elsewhere\n B = 2\n end where\nB(1) = 3\n",
        "region read must A(:,1)|region write may A(:,2)|line 6: the statement runs only under a condition|"
        "region read must B(:)|region write may B(:)|line 7: the statement runs only under a condition|"
        "region write may B(:)|line 7: the statement runs only under a condition|region write must B(1)");
    row("exit", "do i = 1, m\n if (i == k) exit\n B(i) = 0\n end do\n",
        "region write may B(i) for(m: 1 <= i, i <= m)|line 7: a loop around the statement may end or restart early");
    row("cycle, behind the statement", "do j = 1, 4\n do i = 1, m\n B(i) = 0\n if (i == k) cycle\n end do\n A(j,1) = 0\n end do\n",
        "region write may B(i) with(j) for(m: 1 <= j, j <= 4, 1 <= i, i <= m)|line 9: a loop around the statement may end or "
        "restart early|"
        "region write must A(j,1) for(1 <= j, j <= 4)");
    row("goto", "do 10 i = 1, 9\n if (i .eq. k) go to 20\n B(i) = 0\n10 continue\n20 continue\n",
        "region write may B(i) for(1 <= i, i <= 9)|line 7: a loop around the statement may end or restart early");
    row("an arithmetic if", "do i = 1, 9\n if (k) 10, 20, 20\n10 B(i) = 0\n20 continue\n end do\n",
        "region write may B(i) for(1 <= i, i <= 9)|line 7: a loop around the statement may end or restart early");
    row("select", "select case (k)\n case (1)\n B(1) = 0\n case default\n B(2) = 0\n end select\nB(3) = 0\n",
        "region write may B(1)|line 6: the statement runs only under a condition|region write may B(2)|"
        "line 6: the statement runs only under a condition|region write must B(3)");
    row("else if", "if (k > 1) then\n B(1) = 0\n else if (C(2,2) > 0) then\n B(2) = 0\n endif\nB(3) = 0\n",
        "region write may B(1)|line 6: the statement runs only under a condition|region read may C(2,2)|"
        "line 6: the statement runs only under a condition|region write may B(2)|"
        "line 6: the statement runs only under a condition|region write must B(3)");
    row("do without an end", "do\n B(4) = 0\n if (k > 3) exit\n end do\n",
        "region write may B(4)|line 6: the statement runs only under a condition|"
        "line 8: a loop around the statement may end or restart early");
    row("a step that changes", "k = 4\ndo i = k, m, k\n A(i,3) = 1.0\n end do\n",
        "region write may A(i,3) for(1 <= i, i <= 30)|line 7: the loop i=k, m, k is not affine, so its open bounds extend to the "
        "bounds of the array");
    row("fixed form with digits as marks", "c  a = B(1)\n      do 10, i = 1, m\n   10 B(i) = C(i,1)\n     1     + C(i,2)\n",
        "region read must C(i,1) for(m: 1 <= i, i <= m)|region read must C(i,2) for(m: 1 <= i, i <= m)|"
        "region write must B(i) for(m: 1 <= i, i <= m)");
    row("upper case, named loops", "OUTER: DO I = N, 1, -2\n A(I+1, N-I+1) = 0.\nEND DO OUTER\n",
        "region write must A(i+1,a2) for(n: i+a2 == n+1, 1 <= i, i <= n, mod(i-n,2) == 0)");
    row("a function, and an array as a subscript", "do i = 1, 9\n A(i,f(i)) = C(i,idx(i))\n end do\n",
        "region read may C(i,:) for(1 <= i, i <= 9)|line 7: the subscript idx(i) of C is not affine: any index of dimension 2 may "
        "be touched|"
        "region write may A(i,:) for(1 <= i, i <= 9)|line 7: the subscript f(i) of A is not affine: any index of dimension 2 may "
        "be touched");
    row("formats and texts", "do i = 1, 9\n write (6,'(a,f8.3)') 'B(7) = ', B(2*i+1) ! B(8)\n end do\n100 format (B(3))\n",
        "region read must B(2*i+1) for(1 <= i, i <= 9)");
}

void LoopNestTest::as_strangers_write() {
    QFETCH(QString, program);
    QFETCH(QString, regions);
    QCOMPARE(regions_of_program(program.toStdString()).join('|'), regions);
}

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
             QStringList({"region read may B(i) for(1 <= i, i <= 30)",
                          "line 6: the loop i=1, n*n is not affine, so its open bounds extend to the bounds of the array"}));
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
