// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of sentinels, comments and continuation lines, in fixed and free form.
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

class SourceFormTest : public QObject {
    Q_OBJECT
  private slots:
    void all_ways_to_write_a_directive_data();
    void all_ways_to_write_a_directive();
    void program_text_is_passed_over();
    void fixed_form_comments_begin_with_c();
    void a_quoted_exclamation_mark_is_no_comment();
    void windows_line_ends();
    void places_count_original_columns();
};

void SourceFormTest::all_ways_to_write_a_directive_data() {
    QTest::addColumn<QString>("directive");
    QTest::newRow("free") << "!hpf$ distribute A(block,cyclic(5)) onto P";
    QTest::newRow("upper case") << "!HPF$ DISTRIBUTE A(BLOCK,CYCLIC(5)) ONTO P";
    QTest::newRow("mixed case") << "!Hpf$ Distribute a(Block,Cyclic(5)) onto p";
    QTest::newRow("c") << "chpf$ distribute A(block,cyclic(5)) onto P";
    QTest::newRow("C") << "CHPF$ distribute A(block,cyclic(5)) onto P";
    QTest::newRow("star") << "*hpf$ distribute A(block,cyclic(5)) onto P";
    QTest::newRow("indented") << "      !hpf$ distribute A(block,cyclic(5)) onto P";
    QTest::newRow("no blank") << "!hpf$distribute A(block,cyclic(5)) onto P";
    QTest::newRow("blanks") << "!hpf$  distribute  A ( block , cyclic ( 5 ) )  onto  P  ";
    QTest::newRow("comment") << "!hpf$ distribute A(block,cyclic(5)) onto P ! as tiles";
    QTest::newRow("our sentinel") << "!dist$ distribute A(block,cyclic(5)) onto P";
    QTest::newRow("our sentinel, c") << "cdist$ distribute A(block,cyclic(5)) onto P";
    QTest::newRow("trailing &") << "!hpf$ distribute A(block, &\n!hpf$ cyclic(5)) onto P";
    QTest::newRow("trailing and leading &") << "!hpf$ distribute A(block, &\n!hpf$ & cyclic(5)) &\n!hpf$& onto P";
    QTest::newRow("comments between") << "!hpf$ distribute A(block, & ! rows\n! and now\n\n!hpf$ cyclic(5)) onto P";
    QTest::newRow("column 6, &") << "chpf$ distribute A(block,\nchpf$& cyclic(5)) onto P";
    QTest::newRow("column 6, digit") << "chpf$ distribute A(block,\nchpf$1 cyclic(5))\nchpf$2 onto P";
    QTest::newRow("column 6, zero begins") << "chpf$0distribute A(block,cyclic(5)) onto P";
    QTest::newRow("our continuation") << "!dist$ distribute A(block, &\n!dist$ cyclic(5)) onto P";
    QTest::newRow("attribute form") << "!hpf$ distribute (block,cyclic(5)) onto P :: A";
    QTest::newRow("combined form") << "!hpf$ dynamic, distribute (block,cyclic(5)) onto P :: A";
}

void SourceFormTest::all_ways_to_write_a_directive() {
    QFETCH(QString, directive);
    MappingSpec const spec = state("      real A(30,30)\n!hpf$ processors P(4,2)\n" + directive.toStdString() + "\n");
    QCOMPARE(spec.formats, (std::vector{DistFormat::block(), DistFormat::cyclic(5)}));
    QCOMPARE(spec.processors, (Processors{"P", {1, 1}, {4, 2}, {}, GridOrder::RowMajor}));
}

void SourceFormTest::program_text_is_passed_over() {
    Job const job = parsed("program main\n"
                           "implicit none\n"
                           "use iso_fortran_env\n"
                           "real*8, target :: A(10), work(n), x = 3.5, y(2) = (/ 1.0, 2.0 /)\n"
                           "real(dp), intent(in) :: q(:)\n"
                           "character(len=*) :: title\n"
                           "logical flag /.true./, flags(2) /.true., .false./\n"
                           "integer, external :: omp_get_num_threads\n"
                           "#ifdef DEBUG\n"
                           "type(thing) :: t\n"
                           "!hpf$ processors P(2)\n"
                           "!hpf$ distribute A(block) onto P\n"
                           "!hpf$ independent, new(t)\n"
                           "do 10 i = 1, 10\n"
                           "  real = 3; short(2) = 1\n"
                           "  print *, 'distribute A(cyclic)', \"it's\" &\n"
                           "    , A(i)\n"
                           "10 continue\n"
                           "end\n"
                           "double precision function f(x)\n"
                           "real x\n"
                           "end\n");
    QCOMPARE(job.arrays.size(), 1U);
    QCOMPARE(job.arrays[0].array, (ArraySpec{"A", {"float64", 8}, {1}, {10}, StorageOrder::Fortran, {}}));
}

void SourceFormTest::fixed_form_comments_begin_with_c() {
    QCOMPARE(parsed("      real A(10)\n"
                    "complex is the right word for what follows\n"
                    "Character (of the mesh): regular\n"
                    "chpf$ processors P(2)\n"
                    "chpf$ distribute A(block) onto P\n")
                 .arrays.size(),
             1U);
    // In free form the same column holds a declaration.
    QCOMPARE(parsed("complex A(10)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P").arrays[0].array.type.name,
             std::string("complex64"));
    // Fixed form continues a declaration with any mark in column 6.
    QCOMPARE(parsed("      real A(10),\n     1     B(20)\nchpf$ processors P(2)\nchpf$ distribute B(block) onto P")
                 .arrays[0]
                 .array.extents,
             Extents{20});
}

void SourceFormTest::a_quoted_exclamation_mark_is_no_comment() {
    ListsInMemory const files(Lists{{"sizes!.txt", "3, 7"}});
    Job const job = parsed("real A(10)\n!hpf$ processors P(2)\n!hpf$ distribute A(gen_block(@'sizes!.txt')) onto P", {{}, &files});
    QCOMPARE(job.arrays[0].states[0].formats[0].list()->values, (std::vector<Index>{3, 7}));
}

void SourceFormTest::windows_line_ends() {
    QCOMPARE(state("real A(10)\r\n!hpf$ processors P(2)\r\n!hpf$ distribute A( &\r\n!hpf$ block) onto P\r\n").formats,
             std::vector{DistFormat::block()});
}

void SourceFormTest::places_count_original_columns() {
    QCOMPARE(error_of(parse_job("  !hpf$   processors P(2), &\n   !hpf$ &  P(3)", "f")),
             "f:2:13+1: 'P' is already the name of a processor arrangement");
    QCOMPARE(error_of(parse_job("!hpf$ processors P(2,", "f")), "f:1:22+1: expected an integer, found the end of the line");
    QCOMPARE(error_of(parse_job("!hpf$", "f")), "no error");
    QCOMPARE(error_of(parse_job("", "f")), "no error");
    QCOMPARE(error_of(parse_job("!hpf$ &", "f")), "f:1:7+1: this line continues a directive, but there is none before it");
    QCOMPARE(error_of(parse_job("!hpf$ processors P(2) &", "f")),
             "f:1:23+1: the directive is continued (&), but the next line does not repeat its sentinel");
    QCOMPARE(error_of(parse_job("!hpf4 processors P(2)\n!dir$ ivdep\n!omp$ parallel", "f")), "no error"); // other people's comments
    QCOMPARE(error_of(parse_job("!dsit$ order P(col)", "f")),
             "f:1:1+6: this is not a sentinel; write !hpf$ for HPF directives and !dist$ for Tessera directives");
}

TEST_CLASS(SourceFormTest)
#include "source_form_test.moc"
