// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of numbers and sizes as they are typed.
#include "libcore/base/size_text.hpp"
#include "tests/suite/qt_suite.hpp"

#include <limits>

using namespace tessera;

class SizeTextTest : public QObject {
    Q_OBJECT

  private slots:
    void sizes_take_units_data();
    void sizes_take_units();
    void what_is_no_size_is_refused_data();
    void what_is_no_size_is_refused();
    void numbers_reach_the_largest();
};

void SizeTextTest::sizes_take_units_data() {
    QTest::addColumn<std::string>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::newRow("plain") << std::string("4096") << qint64{4096};
    QTest::newRow("bytes") << std::string("7B") << qint64{7};
    QTest::newRow("KiB") << std::string("1KiB") << qint64{1024};
    QTest::newRow("MiB") << std::string("64MiB") << qint64{64} * 1024 * 1024;
    QTest::newRow("lower case") << std::string("2gib") << qint64{2} * 1024 * 1024 * 1024;
    QTest::newRow("blank") << std::string("3 KiB") << qint64{3072};
    QTest::newRow("short") << std::string("1T") << (qint64{1} << 40);
    QTest::newRow("decimal") << std::string("5MB") << qint64{5'000'000};
}

void SizeTextTest::sizes_take_units() {
    QFETCH(std::string, text);
    QFETCH(qint64, bytes);
    auto const size = parse_size(text);
    QVERIFY(size.has_value());
    QCOMPARE(*size, Index{bytes});
}

void SizeTextTest::what_is_no_size_is_refused_data() {
    QTest::addColumn<std::string>("text");
    for (char const* text : {"", "KiB", "-1", "1.5MiB", "12 parsecs", "9223372036854775808", "9007199254740992KiB", "0x10"})
        QTest::newRow(text) << std::string(text);
}

void SizeTextTest::what_is_no_size_is_refused() {
    QFETCH(std::string, text);
    auto const size = parse_size(text);
    QVERIFY(!size.has_value());
    QVERIFY(size.error().message.find("'" + text + "'") != std::string::npos || text == "9223372036854775808");
}

void SizeTextTest::numbers_reach_the_largest() {
    QCOMPARE(parse_number("9223372036854775807").value(), std::numeric_limits<Index>::max());
    QVERIFY(!parse_number("9223372036854775808").has_value());
    QVERIFY(!parse_number("12a").has_value());
    QVERIFY(!parse_number(" 12").has_value());
}

TEST_CLASS(SizeTextTest)
#include "size_text_test.moc"
