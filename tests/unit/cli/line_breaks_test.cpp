// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of lines that are wider than a screen.
#include "cli/common/line_breaks.hpp"

#include "tests/suite/qt_suite.hpp"

using namespace tessera::cli;

class LineBreaksTest : public QObject {
    Q_OBJECT

  private slots:
    void reports_are_broken_under_their_sentences();
    void other_lines_stay();
};

void LineBreaksTest::reports_are_broken_under_their_sentences() {
    std::string const report = "  memory    one two three four five six seven eight\n"
                               "  chosen: pex sends seven KiB through the busiest rank\n"
                               "  short     this line fits\n";
    std::string const expected = "  memory    one two three four five six\n"
                                 "            seven eight\n"
                                 "  chosen: pex sends seven KiB through the\n"
                                 "    busiest rank\n"
                                 "  short     this line fits\n";
    QCOMPARE(with_broken_reports(report, 42), expected);
    std::string const of_wide_letters = "  time      50 \u00b5s to 60 \u00b5s, or 1 s"; // 40 characters in more bytes
    QCOMPARE(with_broken_reports(of_wide_letters, 42), of_wide_letters);
    QCOMPARE(with_broken_reports("  memory    a b", 42), std::string("  memory    a b")); // without a line's end
}

void LineBreaksTest::other_lines_stay() {
    for (std::string const& line : {std::string("  direct per run          16 384  128 MiB   100 %         -       -"),
                                    std::string("    int const answer = function_of(argument, another_argument);"),
                                    std::string("{\"memory\": 12, \"text\": \"a b c d e f g h i j k l m n o p\"}"),
                                    std::string("  file      /a/folder/with/a/name/that/has/no/blank/anywhere/in/it")})
        QCOMPARE(with_broken_reports(line + "\n", 42), line + "\n");
    std::string const report = "  memory    one two three four five six seven eight\n";
    QCOMPARE(with_broken_reports(report, 41 - 15), report); // too narrow for a sentence
}

TEST_CLASS(LineBreaksTest)
#include "line_breaks_test.moc"
