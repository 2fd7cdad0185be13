// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of reading published tables from CSV.
#include "cli/distbench/tables/paper_table.hpp"

#include "tests/suite/qt_suite.hpp"

#include <array>

using namespace tessera;
using namespace tessera::cli;

class PaperTableTest : public QObject {
    Q_OBJECT

  private slots:
    void facts_keys_and_figures_are_read();
    void a_repeated_fact_adds_a_line();
    void cells_in_quotation_marks_may_hold_anything();
    void figures_are_found_by_keys();
    void texts_need_not_be_numbers();
    void mistakes_name_file_and_line_data();
    void mistakes_name_file_and_line();
    void missing_facts_and_columns_are_named();
    void extents_are_read();
};

namespace {

PaperTable table_of(std::string const& text) {
    return PaperTable::parse(text, "folder/mine.csv").value();
}

} // namespace

void PaperTableTest::facts_keys_and_figures_are_read() {
    PaperTable const table = table_of("# paper: Somebody 2001\n# unit: s\n# keys: bytes,mesh\nbytes,mesh,pex,gen\n8,4x4,?1.5,\n");
    QCOMPARE(table.name(), std::string("mine"));
    QCOMPARE(table.fact("paper"), std::string("Somebody 2001"));
    QCOMPARE(table.fact("page"), std::string());
    QCOMPARE(table.keys().size(), std::size_t{2});
    QCOMPARE(table.figures().size(), std::size_t{2});
    QCOMPARE(table.rows(), std::size_t{1});
    QCOMPARE(table.text(0, "mesh"), std::string("4x4"));
    QCOMPARE(table.number(0, "pex").value(), 1.5);
    QVERIFY(table.is_doubtful(0, "pex"));
    QVERIFY(!table.number(0, "gen"));
    QVERIFY(!table.is_doubtful(0, "gen"));
}

void PaperTableTest::a_repeated_fact_adds_a_line() {
    QCOMPARE(table_of("# note: one\n# note:  two: three\n# keys: a\na\n").fact("note"), std::string("one\n two: three"));
}

void PaperTableTest::cells_in_quotation_marks_may_hold_anything() {
    PaperTable const table = table_of("# keys: a\na,\"b, c\"\n\"say \"\"x\"\", 1\",2\n");
    QCOMPARE(table.text(0, "a"), std::string("say \"x\", 1"));
    QCOMPARE(table.number(0, "b, c").value(), 2.0);
}

void PaperTableTest::figures_are_found_by_keys() {
    PaperTable const table = table_of("# keys: ranks,shift\nranks,shift,copy\n2,0,0.5\n2,1,0.25\n");
    QCOMPARE(table.number({"2", "1"}, "copy").value(), 0.25);
    QCOMPARE(table.number({"2"}, "copy").value(), 0.5);
    QVERIFY(!table.number({"4", "1"}, "copy"));
}

void PaperTableTest::texts_need_not_be_numbers() {
    QCOMPARE(table_of("# unit: text\n# keys: a\na,b\n1,two\n").text(0, "b"), std::string("two"));
}

void PaperTableTest::mistakes_name_file_and_line_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("cells") << "# keys: a\na,b\n1\n"
                           << "mine.csv:3: the row has 1 cells, and there are 2 headings";
    QTest::newRow("quotation") << "# keys: a\na,b\n\"1,2\n"
                               << "mine.csv:3: a quotation mark has no end; close the cell with \"";
    QTest::newRow("keys") << "# keys: b\na,b\n"
                          << "mine.csv: the first columns must be 'b', as the fact '# keys: ...' says";
    QTest::newRow("no keys") << "a,b\n"
                             << "mine.csv: the first columns must be '', as the fact '# keys: ...' says";
    QTest::newRow("empty") << ""
                           << "mine.csv: the first columns must be '', as the fact '# keys: ...' says";
    QTest::newRow("number") << "# keys: a\na,b\n1,2s\n"
                            << "mine.csv: row '1', column 'b': '2s' is not a number";
}

void PaperTableTest::mistakes_name_file_and_line() {
    QFETCH(QString, text);
    auto const table = PaperTable::parse(text.toStdString(), "mine.csv");
    QVERIFY(!table);
    QTEST(QString::fromStdString(table.error().message), "message");
}

void PaperTableTest::missing_facts_and_columns_are_named() {
    PaperTable const table = table_of("# unit: s\n# keys: a\na,b\n");
    QVERIFY(table.require(std::array<std::string_view, 1>{"unit"}, std::array<std::string_view, 2>{"a", "b"}));
    QCOMPARE(table.require(std::array<std::string_view, 1>{"page"}, {}).error().message,
             std::string("table mine: it lacks the fact '# page: ...'"));
    QCOMPARE(table.require({}, std::array<std::string_view, 1>{"c"}).error().message,
             std::string("table mine: it lacks the column 'c'"));
}

void PaperTableTest::extents_are_read() {
    QVERIFY((extents_in("4x5", 20) == Extents{4, 5}));
    QVERIFY((extents_in("7", 7) == Extents{7}));
    for (char const* const wrong : {"", "4x", "0x3", "-1", "4x6", "a", "1.5x2", "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1"})
        QVERIFY2(!extents_in(wrong, 20), wrong);
}

TEST_CLASS(PaperTableTest)
#include "paper_table_test.moc"
