// SPDX-License-Identifier: BSD-3-Clause
// Tessera: arithmetic modulo numbers near the limit of the integers.
#include "libcore/base/modular.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {
constexpr Index prime = (Index{1} << 61) - 1;
} // namespace

class ModularTest : public QObject {
    Q_OBJECT

  private slots:
    void productsDoNotOverflow();
    void inverses();
    void firstMultiple();
};

void ModularTest::productsDoNotOverflow() {
    QCOMPARE(mul_mod(prime - 1, prime - 1, prime), 1);
    QCOMPARE(mul_mod(12, 34, 1), 0);
}

void ModularTest::inverses() {
    QCOMPARE(inverse_mod(3, 10), 7);
    QCOMPARE(inverse_mod(5, 1), 0);
    QCOMPARE(inverse_mod(13, 10), 7);
    QCOMPARE(inverse_mod(2, prime), Index{1} << 60);
}

void ModularTest::firstMultiple() {
    QCOMPARE(*first_multiple_in(7, 10, 0, 3), 0);
    QCOMPARE(*first_multiple_in(7, 10, 5, 6), 5);
    QCOMPARE(*first_multiple_in(7, 10, 8, 8), 4);
    QVERIFY(!first_multiple_in(4, 10, 3, 3));
    QVERIFY(!first_multiple_in(0, 10, 1, 9));
    // 2k mod p = 1 first where 2k = p + 1: found without walking there.
    QCOMPARE(*first_multiple_in(2, prime, 1, 1), Index{1} << 60);
    QCOMPARE(*first_multiple_in(prime - 1, prime, 1, 1), prime - 1);
}

TEST_CLASS(ModularTest)
#include "modular_test.moc"
