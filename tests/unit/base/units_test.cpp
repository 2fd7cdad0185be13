// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of numbers as people read them.
#include "libcore/base/units.hpp"
#include "tests/suite/qt_suite.hpp"

#include <limits>

using namespace tessera;

class UnitsTest : public QObject {
    Q_OBJECT

  private slots:
    void long_numbers_are_grouped();
    void bytes_get_a_unit();
    void short_forms_drop_what_says_nothing();
    void shares_are_never_rounded_to_nothing_or_all();
    void nouns_agree_with_their_number();
};

void UnitsTest::long_numbers_are_grouped() {
    QCOMPARE(grouped(0), "0");
    QCOMPARE(grouped(9999), "9999");
    QCOMPARE(grouped(10'000), "10 000");
    QCOMPARE(grouped(123'456), "123 456");
    QCOMPARE(grouped(-1'234'567), "-1 234 567");
    QCOMPARE(grouped(-1234), "-1234");
    QCOMPARE(grouped(std::numeric_limits<Index>::max()), "9 223 372 036 854 775 807");
    QCOMPARE(grouped(std::numeric_limits<Index>::min()), "-9 223 372 036 854 775 808");
}

void UnitsTest::bytes_get_a_unit() {
    QCOMPARE(scaled_bytes(0), "0 B");
    QCOMPARE(scaled_bytes(1023), "1023 B");
    QCOMPARE(scaled_bytes(1024), "1.0 KiB");
    QCOMPARE(scaled_bytes(1536), "1.5 KiB");
    QCOMPARE(scaled_bytes((1 << 20) - 1), "1.0 MiB"); // not 1024.0 KiB
    QCOMPARE(scaled_bytes(Index{3} << 40), "3.0 TiB");
    QCOMPARE(scaled_bytes(std::numeric_limits<Index>::max()), "8.0 EiB");
}

void UnitsTest::short_forms_drop_what_says_nothing() {
    QCOMPARE(short_bytes(0), "0 B");
    QCOMPARE(short_bytes(0.5), "0.5 B");
    QCOMPARE(short_bytes(1023), "1023 B");
    QCOMPARE(short_bytes(4096), "4 KiB");
    QCOMPARE(short_bytes(1536), "1.5 KiB");
    QCOMPARE(short_bytes(1e6), "977 KiB");
    QCOMPARE(short_seconds(0), "0 s");
    QCOMPARE(short_seconds(75e-6), "75 us");
    QCOMPARE(short_seconds(1e-3), "1 ms");
    QCOMPARE(short_seconds(0.9999), "1 s");
    QCOMPARE(short_seconds(1234.5), "1234 s");
}

void UnitsTest::shares_are_never_rounded_to_nothing_or_all() {
    QCOMPARE(percent_text(0, 0), "0 %");
    QCOMPARE(percent_text(0, 7), "0 %");
    QCOMPARE(percent_text(1, 256), "< 1 %");
    QCOMPARE(percent_text(1, 8), "12 %");
    QCOMPARE(percent_text(255, 256), "> 99 %");
    QCOMPARE(percent_text(7, 7), "100 %");
}

void UnitsTest::nouns_agree_with_their_number() {
    QCOMPARE(counted(1, "message"), "1 message");
    QCOMPARE(counted(0, "message"), "0 messages");
    QCOMPARE(counted(12'000, "message"), "12 000 messages");
}

TEST_CLASS(UnitsTest)
#include "units_test.moc"
