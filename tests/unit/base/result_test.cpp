// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what an error looks like to the user.
#include "libcore/base/result.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class ResultTest : public QObject {
    Q_OBJECT

  private slots:
    void withoutAPlaceTheMessageAlone();
    void theCaretStandsUnderItsWord();
    void tabsBeforeTheCaretStay();
    void theCaretMayStandBehindTheLine();
    void failCarriesMessageBlameAndPlace();
};

void ResultTest::withoutAPlaceTheMessageAlone() {
    QCOMPARE(to_string(Error{"no such array 'B'"}), std::string("no such array 'B'"));
}

void ResultTest::theCaretStandsUnderItsWord() {
    Error const error{"unknown format 'cycle'", SourceLocation{"fft.hpf", 4, 20, 5, "!hpf$ distribute T(cycle,block) onto P"}};
    QCOMPARE(to_string(error), std::string("fft.hpf:4:20: unknown format 'cycle'\n"
                                           "  !hpf$ distribute T(cycle,block) onto P\n"
                                           "                     ^~~~~"));
}

void ResultTest::tabsBeforeTheCaretStay() {
    Error const error{"expected ')'", SourceLocation{"a.hpf", 1, 6, 1, "\treal\tA(3"}};
    QCOMPARE(to_string(error), std::string("a.hpf:1:6: expected ')'\n"
                                           "  \treal\tA(3\n"
                                           "  \t    ^"));
    Error const later{"expected ')'", SourceLocation{"a.hpf", 1, 7, 2, "\treal\tA(3"}};
    QCOMPARE(to_string(later), std::string("a.hpf:1:7: expected ')'\n"
                                           "  \treal\tA(3\n"
                                           "  \t    \t^~"));
}

void ResultTest::theCaretMayStandBehindTheLine() {
    Error const error{"expected a number", SourceLocation{"<command line>", 1, 8, 0, "block("}};
    QCOMPARE(to_string(error), std::string("<command line>:1:8: expected a number\n"
                                           "  block(\n"
                                           "         ^"));
}

void ResultTest::failCarriesMessageBlameAndPlace() {
    Result<int> const plain = fail("too few", ErrorSubject{ErrorSubject::Part::Processors, 2});
    QVERIFY(!plain && !plain.error().where);
    QCOMPARE(plain.error().message, std::string("too few"));
    QVERIFY(plain.error().subject->part == ErrorSubject::Part::Processors && plain.error().subject->axis == 2);
    Result<int> const placed = tl::unexpected(Error{"what is this?", SourceLocation{"j.hpf", 3, 1, 4, "real"}});
    Result<std::string> const forwarded = forward_error(placed);
    QVERIFY(!forwarded && !forwarded.error().subject);
    QCOMPARE(forwarded.error().where->line, 3);
}

TEST_CLASS(ResultTest)
#include "result_test.moc"
