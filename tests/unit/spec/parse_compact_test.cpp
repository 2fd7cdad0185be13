// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the compact notation.
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

MappingSpec mapped(std::string const& text, ParseOptions const& options = {}) {
    return parsed({{"real8 A(1024,1024)"}, text, "", {}}, options).arrays.at(0).states.at(0);
}

} // namespace

class ParseCompactTest : public QObject {
    Q_OBJECT
  private slots:
    void both_mappings();
    void one_mapping();
    void arrangements();
    void without_arrangement();
    void names_are_made_unique();
    void copies();
    void even_blocks();
    void lists_from_files();
    void errors_data();
    void errors();
};

void ParseCompactTest::both_mappings() {
    Job const job = parsed({{"real8 A(1024,1024)"}, "(block,*) onto P(4)", "(*,cyclic(3)) onto Q(8) ranks(4:11) order(col)", {}});
    QCOMPARE(job.name, std::string("<command line>"));
    QCOMPARE(job.arrays.size(), 1U);
    auto const& states = job.arrays[0].states;
    QCOMPARE(states.size(), 2U);
    QCOMPARE(states[0].processors, (Processors{"P", {1}, {4}, {}, GridOrder::RowMajor}));
    QCOMPARE(states[1].processors, (Processors{"Q", {1}, {8}, {4, 5, 6, 7, 8, 9, 10, 11}, GridOrder::ColumnMajor}));
    QCOMPARE(states[1].formats, (std::vector{DistFormat::collapsed(), DistFormat::cyclic(3)}));
    QCOMPARE(states[1].array, (ArraySpec{"A", {"float64", 8}, {1, 1}, {1024, 1024}, StorageOrder::Fortran, {}}));
}

void ParseCompactTest::one_mapping() {
    QCOMPARE(parsed({{"real A(10)"}, "", "(block) onto P(2)", {}}).arrays[0].states.size(), 1U);
    QCOMPARE(parsed({{"real A(10)"}, "(block) onto P(2)", "", {}}).arrays[0].states.size(), 1U);
}

void ParseCompactTest::arrangements() {
    QCOMPARE(mapped("(block,cyclic) onto P(4,2)").processors, (Processors{"P", {1, 1}, {4, 2}, {}, GridOrder::RowMajor}));
    QCOMPARE(mapped("(block,*) onto P(2:5)").processors, (Processors{"P", {2}, {4}, {}, GridOrder::RowMajor}));
    QCOMPARE(mapped("(*,*) ranks(7)", {}).processors.ranks, std::vector<Rank>{7});
    QCOMPARE(mapped("(BLOCK, CYCLIC) ONTO P(2,2) ORDER(COL) RANKS(3,2,1,0)").processors,
             (Processors{"P", {1, 1}, {2, 2}, {3, 2, 1, 0}, GridOrder::ColumnMajor}));
    // The second mapping may use the arrangement of the first.
    Job const job = parsed({{"real A(10)"}, "(block) onto P(2) ranks(5,3)", "(cyclic) onto p", {}});
    QCOMPARE(job.arrays[0].states[0].processors, job.arrays[0].states[1].processors);
}

void ParseCompactTest::without_arrangement() {
    QCOMPARE(mapped("(block,cyclic)", {12, nullptr}).processors, (Processors{"P_4x3", {1, 1}, {4, 3}, {}, GridOrder::RowMajor}));
    QCOMPARE(mapped("(block,cyclic) order(col)", {12, nullptr}).processors.order, GridOrder::ColumnMajor);
    QCOMPARE(mapped("(block,*) ranks(3,5,7)").processors, (Processors{"P_3", {1}, {3}, {3, 5, 7}, GridOrder::RowMajor}));
}

void ParseCompactTest::names_are_made_unique() {
    Job const job = parsed({{"real A(10)"}, "(block) onto P(2)", "(cyclic) onto P(4)", {}});
    QCOMPARE(job.arrays[0].states[0].processors.name, std::string("P"));
    QCOMPARE(job.arrays[0].states[1].processors.name, std::string("P_4"));
    Job const ranks = parsed({{"real A(10)"}, "(block) onto P(2)", "(cyclic) onto P(2) ranks(1,0)", {}});
    QCOMPARE(ranks.arrays[0].states[1].processors.name, std::string("P_2"));
    Job const same = parsed({{"real A(10)"}, "(block) onto P(2)", "(cyclic) onto P(2)", {}});
    QCOMPARE(same.arrays[0].states[1].processors.name, std::string("P"));
    QCOMPARE(parsed({{"real P(10)"}, "(block) onto P(2)", "", {}}).arrays[0].states[0].processors.name, std::string("P_2"));
}

void ParseCompactTest::copies() {
    CompactJob const compact{{"real A(10,20)", "real B(20,10)"}, "(block,*) onto P(2)", "(block,*) onto Q(5)", {"B(j,i)=A(i,j)"}};
    Job const job = parsed(compact);
    QCOMPARE(job.copies.size(), 1U);
    QCOMPARE(job.copies[0].source, std::string("A"));
    QCOMPARE(job.arrays[0].states[0].processors.name, std::string("P"));
    QCOMPARE(job.arrays[1].states[0].processors.name, std::string("Q"));
    // --from belongs to what is read, whichever array came first.
    CompactJob turned = compact;
    turned.arrays = {"real A(10,20), B(20,10)"};
    turned.copies = {"A(i,j)=B(j,i)"};
    QCOMPARE(parsed(turned).arrays[1].states[0].processors.name, std::string("P"));
    // Within one array.
    QCOMPARE(parsed({{"real A(10)"}, "(block) onto P(2)", "", {"A(1:5)=A(6:10)"}}).copies[0].map.axes[0].source->start, Index{5});
    // Several, in the order given; then one of them may stay within an array.
    CompactJob several = compact;
    several.copies = {"B(j,i)=A(i,j)", "B(1:5,:)=B(6:10,:)"};
    QCOMPARE(parsed(several).copies.size(), 2U);
    QCOMPARE(parsed(several).copies[1].source, std::string("B"));
}

void ParseCompactTest::even_blocks() {
    QCOMPARE(mapped("(even,*) onto P(4)").formats, (std::vector{DistFormat::even(), DistFormat::collapsed()}));
    QCOMPARE(mapped("(EVEN(First),*) onto P(4)").formats[0], DistFormat::even(EvenRule::First));
    QCOMPARE(mapped("(even(last),even(floor)) onto P(4,2)").formats,
             (std::vector{DistFormat::even(EvenRule::Last), DistFormat::even(EvenRule::Floor)}));
    QCOMPARE(mapped("(even,cyclic)", {12, nullptr}).processors.extents, (Extents{4, 3})); // needs no list of processors
}

void ParseCompactTest::lists_from_files() {
    ListsInMemory const files(Lists{{"sizes.txt", "1000\n24\n"}});
    QCOMPARE(mapped("(gen_block(@sizes.txt),*)", {std::nullopt, &files}).formats[0].list()->values, (std::vector<Index>{1000, 24}));
}

void ParseCompactTest::errors_data() {
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("copy");
    QTest::addColumn<QString>("error");
    int number = 0;
    auto const row = [&](char const* array, char const* from, char const* to, char const* copy, char const* error) {
        QTest::addRow("%d", ++number) << array << from << to << copy << error;
    };
    char const* const a = "real A(10)";
    char const* const p = "(block) onto P(2)";
    row("", p, "", "", "--array:1:1+1: expected an element type, such as real*8 or int32, found the end of the line");
    row("rael A(10)", p, "", "", "--array:1:1+4: 'rael' is not an element type; did you mean 'real'?");
    row("real A", p, "", "", "--array:1:7+1: expected the bounds of A, such as (30,30) or [30][30], found the end of the line");
    row("real A(n)", p, "", "",
        "--array:1:8+1: 'n' has no value here; expected an integer or a named constant (integer, parameter :: n = 8)");
    row("real A(10) B", p, "", "", "--array:1:12+1: expected the end of the line after the array, found 'B'");
    row("real A(10), a(3)", p, "", "", "--array:1:13+1: a is declared twice");
    row(a, "", "", "", "expected --from or --to, such as --from '(block,*) onto P(4)'");
    row("real A(10), B(10)", p, p, "", "several arrays need --copy, such as --copy 'B(j,i)=A(i,j)', or a job file");
    row("real A(10), B(10)", p, "", "B=A", "--copy between two arrays needs --from for the source and --to for the target");
    row(a, p, p, "A(1:5)=A(6:10)", "--copy from one mapping to another needs two arrays: give the target as a second --array");
    row("real A(10), B(10), C(10)", p, p, "B=A", "--copy takes two arrays; for more, use a job file");
    row("real A(10), B(10)", p, p, "B=C", "--copy:1:3+1: no --array is called C");
    row("real A(10), B(10)", p, p, "B=B(:)", "--copy:1:3+1: this copies B to itself; expected the other array");
    row("real A(10), B(10)", p, p, "B=A now", "--copy:1:5+3: expected the end of the line after the copy, found 'now'");
    row("real A(10), B(5)", p, p, "B(i)=A(i)", "--copy:1:3+1: 5 indices here, but 10 in A; a copy needs the same number");
    row(a, "block onto P(2)", "", "",
        "--from:1:1+5: formats stand in parentheses, one for each dimension; did you mean '(block)'?");
    row(a, "[block] onto P(2)", "", "",
        "--from:1:1+1: expected a mapping such as (block,*) onto P(4), or jax(...), {devices=...}, dtensor(...), scalapack(...), "
        "found '['");
    row(a, "(even(lats)) onto P(2)", "", "",
        "--from:1:7+4: expected first, last or floor in the parentheses of even, found 'lats'");
    row(a, "(even()) onto P(2)", "", "", "--from:1:7+1: expected first, last or floor in the parentheses of even, found ')'");
    row(a, "(even(last,2)) onto P(2)", "", "", "--from:1:11+1: expected ')' after the word for even, found ','");
    row(a, "(evn) onto P(2)", "", "", "--from:1:2+3: 'evn' is not a distribution format; did you mean 'even'?");
    row(a, "(3) onto P(2)", "", "",
        "--from:1:2+1: expected a distribution format: *, block, block(m), cyclic, cyclic(m), even, even(first|last|floor), "
        "gen_block(...) or indirect(...), found '3'");
    row(a, "(block) onto P", "", "", "--from:1:15+1: expected the extents of P, such as P(4), found the end of the line");
    row(a, "(block)", "", "", "--from:1:1+7: processors are missing: add 'onto P(...)', or give the number of ranks with --ranks");
    row(a, p, "(cyclic) on Q(4)", "", "--to:1:10+2: expected onto, ranks(...), order(...), lld(...) or the end, found 'on'");
    row(a, p, "(cyclic) onto P ranks(3,4)", "",
        "--to:1:15+1: P was declared before; its ranks and order belong to that declaration");
    row(a, "(block) onto P(2) order(diagonal)", "", "", "--from:1:25+8: expected row or col, found 'diagonal'");
    row(a, "(block) onto P(2) ranks(1:)", "", "", "--from:1:25+2: a range of ranks needs both ends, such as 4:11");
    row(a, "(block) onto P(2) ranks(0:2)", "", "",
        "--from:1:24+5: 3 ranks are given for P; expected one for each of its 2 processors");
    row(a, "(block(4)) onto P(2)", "", "",
        "--from:1:2+8: block(4) on 2 processors covers 8 of 10 indices; use block(5) or larger, or cyclic(4)");
    row(a, "(block,*) onto P(2)", "", "", "--from:1:1+9: A has 1 dimension, but 2 distribution formats are given");
    row(a, "(block) onto P(2,2)", "", "",
        "--from:1:14+1: 1 dimension is distributed, but P has 2 dimensions; the numbers must be equal");
    row("bytes(0) A(10)", p, "", "", "--array:1:7+1: bytes(0): expected a size of at least 1");
    row("real A[10", p, "", "", "--array:1:10+1: expected ']' after the extent, found the end of the line");
    row("real A[4,8]", p, "", "",
        "--array:1:9+1: expected ']' after the extent; as in C each extent has its own brackets, [4][8], found ','");
    row("real A(99999999999)(3)", p, "", "", "--array:1:20+1: expected the end of the line after the array, found '('");
}

void ParseCompactTest::errors() {
    QFETCH(QString, array);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, copy);
    QFETCH(QString, error);
    CompactJob compact{{array.toStdString()}, from.toStdString(), to.toStdString(), {}};
    if (!copy.isEmpty()) compact.copies.push_back(copy.toStdString());
    QCOMPARE(error_of(parse_compact(compact)), error);
}

TEST_CLASS(ParseCompactTest)
#include "parse_compact_test.moc"
