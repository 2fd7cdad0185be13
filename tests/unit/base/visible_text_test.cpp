// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of text as a terminal may show it.
#include "libcore/base/visible_text.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QtTest>

using namespace tessera;

class VisibleTextTest : public QObject {
    Q_OBJECT
  private slots:
    void plainTextStays();
    void whatActsOnATerminalIsWrittenOut();
    void coloursStayWhereTheyAreOurs();
    void namesStayOnTheirLine();
};

void VisibleTextTest::plainTextStays() {
    for (std::string const text : {"", "A(1:10) of 'x'\n\ttwo", "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80"})
        QCOMPARE(visible(text), text);
}

void VisibleTextTest::whatActsOnATerminalIsWrittenOut() {
    QCOMPARE(visible("a\x1b[2J\x1b]52;c;AAAA\x07"), std::string("a\\x1b[2J\\x1b]52;c;AAAA\\x07"));
    QCOMPARE(visible("\r\x7f"), std::string("\\x0d\\x7f"));
    QCOMPARE(visible("\xc2\x9b"
                     "2J"),
             std::string("\\u009b2J")); // CSI in one character
    QCOMPARE(visible("exe.\xe2\x80\xae"
                     "gpj"),
             std::string("exe.\\u202egpj"));
    QCOMPARE(visible("\x9b\xff\xc3("), std::string("\\x9b\\xff\\xc3("));
    QCOMPARE(visible("\xc0\xaf\xe2\x82"), std::string("\\xc0\\xaf\\xe2\\x82")); // longer than needed, and cut off
}

void VisibleTextTest::coloursStayWhereTheyAreOurs() {
    std::string const coloured = "\x1b[48;5;17mA\x1b[0m";
    QCOMPARE(visible_in_colour(coloured), coloured);
    QCOMPARE(visible_in_colour("\x1b[2J\x1b[31"), std::string("\\x1b[2J\\x1b[31"));
    QCOMPARE(visible(coloured), std::string("\\x1b[48;5;17mA\\x1b[0m"));
}

void VisibleTextTest::namesStayOnTheirLine() {
    QCOMPARE(visible_name("a\niocopy: done\t"), std::string("a\\niocopy: done\\t"));
}

TEST_CLASS(VisibleTextTest)
#include "visible_text_test.moc"
