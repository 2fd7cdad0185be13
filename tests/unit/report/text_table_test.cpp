// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the table formatter.
#include "libcore/report/text_table.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class TextTableTest : public QObject {
    Q_OBJECT

  private slots:
    void init() { text_.clear(); }
    void columns_are_as_wide_as_their_entries();
    void a_table_without_rows_has_its_headings();
    void lines_stand_among_the_rows();
    void lines_do_not_settle_the_widths();
    void rows_are_written_as_they_come();

  private:
    Sink sink() {
        return [this](std::string_view piece) { text_ += piece; };
    }
    std::string text_;
};

void TextTableTest::columns_are_as_wide_as_their_entries() {
    TextTable table({{"rank"}, {"name", TextTable::Align::Left}, {"n"}}, sink());
    table.add({"1", "a", "1000"});
    table.add({"12345", "bcd", "2"});
    table.finish();
    QCOMPARE(text_, "   rank  name     n\n"
                    "      1  a     1000\n"
                    "  12345  bcd      2\n");
}

void TextTableTest::a_table_without_rows_has_its_headings() {
    TextTable table({{"from"}, {"to"}}, sink());
    table.finish();
    QCOMPARE(text_, "  from  to\n");
}

void TextTableTest::lines_stand_among_the_rows() {
    TextTable table({{"n"}}, sink());
    table.add({"1"});
    table.add_line("...");
    table.add({"9"});
    table.finish();
    QCOMPARE(text_, "  n\n  1\n  ...\n  9\n");
}

void TextTableTest::lines_do_not_settle_the_widths() {
    TextTable table({{"phase", TextTable::Align::Left}, {"runs"}}, sink());
    table.add({"rows", "1"});
    table.add_line("    A (block,*)");
    table.add({"-> columns", "10"});
    table.finish();
    QCOMPARE(text_, "  phase       runs\n"
                    "  rows           1\n"
                    "      A (block,*)\n"
                    "  -> columns    10\n");
}

void TextTableTest::rows_are_written_as_they_come() {
    TextTable table({{"n"}}, sink());
    for (int i = 0; i < 1000; ++i) {
        table.add({std::to_string(i)});
        if (i == 200) QVERIFY(text_.ends_with("  200\n")); // nothing is held back once the widths are settled
    }
    table.finish();
    QCOMPARE(std::count(text_.begin(), text_.end(), '\n'), 1001);
}

TEST_CLASS(TextTableTest)
#include "text_table_test.moc"
