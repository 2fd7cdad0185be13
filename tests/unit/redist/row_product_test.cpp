// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the product of factor rows, numbered row-major.
#include "libcore/redist/detail/row_product.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;
using detail::RowProduct;

class RowProductTest : public QObject {
    Q_OBJECT

  private slots:
    void numbersRowMajor();
    void withoutAxes();
    void withAnEmptyRow();
};

namespace {
using Rows = std::vector<std::vector<DimTransfer::Entry>>;
}

void RowProductTest::numbersRowMajor() {
    Rows const rows{{{2, 10}, {7, 1}}, {{0, 3}, {4, 5}, {9, 6}}};
    RowProduct const product(rows);
    QCOMPARE(product.size(), Index{6});
    auto const partner = product.at(4);
    QVERIFY((partner.coords == Extents{7, 4}));
    QCOMPARE(partner.elements, Index{5});
    for (Index number = 0; number < 6; ++number) QCOMPARE(product.find(product.at(number).coords), std::optional(number));
    QVERIFY(!product.find(Extents{7, 5}) && !product.find(Extents{8, 4}) && !product.find(Extents{7, 10}));
}

void RowProductTest::withoutAxes() {
    Rows const rows;
    RowProduct const product(rows);
    QCOMPARE(product.size(), Index{1});
    QCOMPARE(product.at(0).elements, Index{1});
    QCOMPARE(product.find(Extents{}), std::optional(Index{0}));
}

void RowProductTest::withAnEmptyRow() {
    Rows const rows{{{2, 10}}, {}};
    RowProduct const product(rows);
    QCOMPARE(product.size(), Index{0});
    QVERIFY(!product.find(Extents{2, 0}));
}

TEST_CLASS(RowProductTest)
#include "row_product_test.moc"
