// SPDX-License-Identifier: BSD-3-Clause
// Tessera: phases and loops: read, refused and written back; expressions of work.
#include "libcore/spec/parse.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;

namespace {

std::string const two_arrays = "      integer, parameter :: n = 16, m = -2\n"
                               "      real*8 A(n,n), B(n,n), V(n)\n"
                               "!dist$ array double C[8][8]\n"
                               "!hpf$ processors P(4)\n"
                               "!hpf$ distribute (block,*) onto P :: A, B, C\n"
                               "!hpf$ distribute V(block) onto P\n";

Result<Job> job_of_phases(std::string const& lines) {
    return parse_job(two_arrays + lines, "phases.hpf");
}

Job with_phase(std::string const& phase) {
    return job_of_phases("!dist$ phase " + phase + "\n").value();
}

bool says_the_same(Job const& a, Job const& b) {
    return a.arrays == b.arrays && a.program == b.program;
}

/// Its work at A(3,5), times its conditions.
double work_at_3_5(std::string const& clauses) {
    PhaseStatement const phase = with_phase("p: on A(i,j) " + clauses).program.at(0).phase;
    Extents const index{3, 5};
    double work = phase.work.at(index);
    for (WorkExpression const& condition : phase.where) work *= condition.at(index);
    return work;
}

} // namespace

class PhaseTest : public QObject {
    Q_OBJECT
  private slots:
    void a_phase_says_what_it_needs();
    void operands_meet_by_index();
    void work_is_computed_data();
    void work_is_computed();
    void states_are_those_of_the_place();
    void is_written_and_read_back_data();
    void is_written_and_read_back();
    void what_is_wrong_data();
    void what_is_wrong();
};

void PhaseTest::a_phase_says_what_it_needs() {
    Job const job = with_phase("rows: on A(i,j) reads B with A writes V whole a(:,*) halo B(1:2,0) corners sweep A(>,:) "
                               "reduce A(:,+) work 5*n per element where j <= i repeat 3 times");
    PhaseStatement const& phase = job.program.at(0).phase;
    QCOMPARE(phase.name, std::string("rows"));
    QCOMPARE(phase.on, std::string("A"));
    QCOMPARE(phase.repeat, Index{3});
    QCOMPARE(phase.arrays.size(), std::size_t{3});
    PhaseArray const* const a = phase.find("A");
    PhaseArray const* const b = phase.find("b");
    QVERIFY(a != nullptr && b != nullptr);
    QVERIFY(a->access == PhaseAccess::Update && b->access == PhaseAccess::Read && phase.find("V")->access == PhaseAccess::Write);
    QVERIFY((a->whole == std::vector<bool>{false, true}));
    QVERIFY((a->sweep == std::vector<Sweep>{Sweep::Up, Sweep::None}));
    QVERIFY((b->halo == std::vector<ShadowWidth>{{1, 2}, {0, 0}}) && b->corners);
    QCOMPARE(b->with, std::string("A"));
    QVERIFY(b->partner_dims.empty());
}

void PhaseTest::operands_meet_by_index() {
    auto const dims = [](std::string const& reads) {
        return with_phase("p: on A(i,j) reads " + reads).program.at(0).phase.arrays.front().partner_dims;
    };
    QCOMPARE(dims("B(i,j) with A(j,i)"), (std::vector<int>{1, 0}));
    QCOMPARE(dims("B(x,y) with A(x,y)"), std::vector<int>{}); // as without subscripts
    QCOMPARE(dims("V(j) with A(:,j)"), std::vector<int>{1});
    QCOMPARE(dims("V(j) with A(i,j)"), std::vector<int>{1}); // for every i
    QCOMPARE(dims("B(i,:) with A(:,i)"), (std::vector<int>{1, PhaseArray::no_partner}));
}

void PhaseTest::work_is_computed_data() {
    QTest::addColumn<QString>("clauses");
    QTest::addColumn<double>("expected");
    QTest::newRow("constants") << "work 5*log2(n)" << 20.0;
    QTest::newRow("indices") << "work i-2*j" << -7.0;
    QTest::newRow("division keeps decimals") << "work i/2" << 1.5;
    QTest::newRow("a negative constant") << "work 2-m*i" << 8.0;
    QTest::newRow("powers from the right") << "work 2**3**2/2**-1" << 1024.0;
    QTest::newRow("a sign before a power") << "work -2**2" << -4.0;
    QTest::newRow("numbers") << "work 1.5e-1*2.*.5+1e2" << 100.15;
    QTest::newRow("functions") << "work min(i,j,2)+max(i,j)+mod(j,i)+abs(m)+sqrt(n)+log(1)" << 15.0;
    QTest::newRow("a condition that holds") << "work 1 where i < j" << 1.0;
    QTest::newRow("one that does not") << "work 1 where i >= j" << 0.0;
    QTest::newRow("a chain") << "work 1 where 1 <= i < j, i+2 == j" << 1.0;
    QTest::newRow("the other way around") << "work 1 where j > i > 3" << 0.0;
}

void PhaseTest::work_is_computed() {
    QFETCH(QString, clauses);
    QFETCH(double, expected);
    QCOMPARE(work_at_3_5(clauses.toStdString()), expected);
}

void PhaseTest::states_are_those_of_the_place() {
    Job const job = job_of_phases("!dist$ repeat 5\n!dist$ phase rows: updates A\n!hpf$ redistribute A(*,block) onto P\n"
                                  "!dist$ phase columns: updates A, B\n!dist$ end repeat\n!hpf$ redistribute A(block,*) onto P\n")
                        .value();
    QCOMPARE(job.program.size(), std::size_t{4});
    QVERIFY((job.program[0].states == std::vector<std::size_t>{0, 0, 0, 0}));
    QVERIFY((job.program[2].states == std::vector<std::size_t>{1, 0, 0, 0}));
    QCOMPARE(job.program[0].count, Index{5});
    QCOMPARE(job.find("A")->states.size(), std::size_t{3});
    QVERIFY(says_the_same(parse_job(write_hpf(job), job.name).value(), job));
    Job const endless = job_of_phases("!dist$ repeat\n!dist$ phase p: updates A\n!dist$ end repeat\n").value();
    QCOMPARE(endless.program[0].count, Index{0});
    QVERIFY(says_the_same(parse_job(write_hpf(endless), endless.name).value(), endless));
}

void PhaseTest::is_written_and_read_back_data() {
    QTest::addColumn<QString>("phase");
    for (char const* each :
         {"p: updates A", "p: on V", "p: on V(k) writes V work k", "p: reads B with A, V updates A",
          "p: on C[i][j] whole C[:][*] work i*j", "p: updates A halo A(1,2:0), B(1,1) corners spread A(+,+) repeat 7 fixed",
          "p: on A(i,j) work (i-(j-1))*2**(i+1)/(-m)",
          "p: on A(i,j) work -(i+j)*mod(i,3)-1e-9+123456789.25 where 1 < i <= j, j == 4", "p: sweep A(<,:) reduce V(+) work 1e30",
          "p: updates A reads B(j,i) with A(i,j)", "p: updates A reads V(k) with A(:,k), B(n,:) with A(:,n)"})
        QTest::newRow(each) << each;
}

void PhaseTest::is_written_and_read_back() {
    QFETCH(QString, phase);
    auto const job = job_of_phases("!dist$ phase " + phase.toStdString() + "\n");
    if (!job) QFAIL(qPrintable(QString::fromStdString(to_string(job.error()))));
    auto const again = parse_job(write_hpf(*job), job->name);
    if (!again) QFAIL(qPrintable(QString::fromStdString(write_hpf(*job) + to_string(again.error()))));
    QVERIFY2(says_the_same(*again, *job), write_hpf(*job).c_str());
}

void PhaseTest::what_is_wrong_data() {
    QTest::addColumn<QString>("lines");
    QTest::addColumn<QString>("message");
    auto const row = [](char const* lines, char const* message) { QTest::newRow(lines) << lines << message; };
    row("phase p: holds A", "'holds' is not a clause of phase; expected one of on, reads, writes");
    row("phase p: hallo A(1,1)", "'hallo' is not a clause of phase; did you mean 'halo'?");
    row("phase p:", "phase p uses no array; expected e.g. phase p: on A(i,j) work 1");
    row("phase p updates A", "expected ':' after the name of the phase, found 'updates'");
    row("phase p: whole A(*)", "A has 2 dimensions, but 1 mark is given");
    row("phase p: whole A(:,:)", "no dimension of A is marked with *; expected e.g. whole A(:,*)");
    row("phase p: whole A(:,+)", "expected `:`, or * for the dimension that is meant, found '+'");
    row("phase p: halo A(0,0)", "a halo of width 0 reads nothing");
    row("phase p: halo A(-1,0)", "a halo is 0 or more elements wide");
    row("phase p: reads A writes A", "the phase says twice how it uses A; a phase that reads and writes it says updates A");
    row("phase p: on B(i,j) reads A with B reads A(j,i) with B(i,j)",
        "a phase can say only once where A is needed; give the more distant of two places, or write two phases, each with its "
        "place and its share of the work");
    row("phase p: updates A reads A(j,i) with B(i,j)",
        "the phase says twice how it uses A; a phase that reads and writes it says updates A; "
        "if a phase needs other elements of the array, an earlier phase must copy them to a work array: writes W reads A(j,i) with "
        "W(i,j)");
    row("phase p: updates A(j,i) with A(i,j)", "A is matched with itself; if a phase needs other elements of the array, an earlier "
                                               "phase must copy them to a work array: writes W reads A(j,i) with "
                                               "W(i,j)");
    row("phase p: whole A(:,*) writes B(:,:)",
        "reads, writes and updates take only a name (B); give subscripts only with another array, as in reads B(i,j) with A(j,i)");
    row("phase p: reads B with A(j,i) updates A", "give subscripts to both or to none, e.g. reads B(i,j) with A(j,i)");
    row("phase p: reads B(i,j) with A updates A", "give subscripts to both or to none, e.g. reads B(i,j) with A(j,i)");
    row("phase p: reads B(i,i) with A(i,j) updates A", "'i' is named twice");
    row("phase p: reads V(i) with A(i) updates A", "A has 2 dimensions, but 1 subscript is given");
    row("phase p: reads C(i,j) with A(j,i) updates A",
        "dimension 1 of C has 8 indices and dimension 2 of A has 16; they cannot meet");
    row("phase p: reads V with A updates A", "V and A have different extents");
    row("phase p: reads B with A", "phase p does not use A");
    row("phase p: on A(i) work i", "A has 2 dimensions, but 1 index name is given");
    row("phase p: on A(i,n) work i", "n is already a named constant");
    row("phase p: on A(i,i) work i", "'i' is named twice");
    row("phase p: updates A work i",
        "'i' is neither an index nor a named constant; to name the indices of an element, write on A(i,j)");
    row("phase p: on A(i,j) work lg2(i)", "'lg2' is not a function; did you mean 'log2'?");
    row("phase p: on A(i,j) work max(i)", "expected ',' and the second operand of max");
    row("phase p: on A(i,j) work 1 where i", "expected <=, <, >=, > or == and the other side of the condition");
    row("phase p: updates A repeat 0", "repeated 0 times; expected 1 or more");
    row("phase p: updates A work 1 work 2", "work is given twice");
    row("phase p: updates A spread A(+,:) spread A(:,+)",
        "spread of A is given twice; put all marks into one list, such as spread A(+,+)");
    row("phase p: updates X", "'X' is not declared as an array");
    row("phase p: updates A\n!dist$ phase P: updates B", "phase P is already defined in line 7");
    row("repeat 3\n!dist$ phase p: updates A", "this repeat has no end; write !dist$ end repeat");
    row("repeat 3\n!dist$ end repeat", "this repeat contains no phase");
    row("end repeat", "end repeat without a repeat before it");
}

void PhaseTest::what_is_wrong() {
    QFETCH(QString, lines);
    QFETCH(QString, message);
    auto const job = job_of_phases("!dist$ " + lines.toStdString() + "\n");
    QVERIFY(!job);
    QString const found = QString::fromStdString(job.error().message);
    QVERIFY2(found.startsWith(message), qPrintable(found));
    QVERIFY(job.error().where.has_value());
}

TEST_CLASS(PhaseTest)
#include "phase_test.moc"
