// SPDX-License-Identifier: BSD-3-Clause
// Tessera: remaps and detours through a third layout, for all candidates.
#include "libcore/advise/layout_candidates.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>

using namespace tessera;
using testing::PricedProgram;

class TriangleTest : public QObject {
    Q_OBJECT
  private slots:
    void detours_save_little_data();
    void detours_save_little();
};

void TriangleTest::detours_save_little_data() {
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("phase");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<double>("most"); // the remap straight there, over the cheapest detour
    QTest::newRow("a triangle on 8") << "A(96,96)"
                                     << "on A(i,j) work 1 where j <= i" << 8 << 1.06;
    QTest::newRow("a triangle on 12") << "A(60,100)"
                                      << "on A(i,j) work i+j" << 12 << 1.33;
    QTest::newRow("three dimensions on 16") << "A(32,16,24)"
                                            << "on A(i,j,k) work 1" << 16 << 1.25;
    QTest::newRow("a matrix on 1024") << "A(8192,8192)"
                                      << "on A(i,j) work 1" << 1024 << 2.02;
}

/// A remap costs nothing just where nothing moves. The triangle inequality does not hold: two exchanges with few partners each may
/// start fewer messages, or fit their steps better, than one with many. How much that is worth, which the advice tells of the
/// remaps that it advises, is kept here.
void TriangleTest::detours_save_little() {
    QFETCH(QString, array);
    QFETCH(QString, phase);
    QFETCH(int, ranks);
    QFETCH(double, most);
    std::string stars;
    for (int d = 0; d < array.count(','); ++d) stars += ",*";
    PricedProgram priced("      real*8 " + array.toStdString() + "\n!hpf$ processors P(" + std::to_string(ranks) +
                             ")\n!hpf$ distribute A(block" + stars + ") onto P\n!dist$ phase p: " + phase.toStdString() + "\n",
                         2e-6, 1e-10, 1e-9);
    auto const layouts = candidates_for(priced.coster, 0, ranks).value().mappings;
    std::size_t const count = layouts.size();
    std::vector<std::vector<double>> seconds(count, std::vector<double>(count, 0));
    for (std::size_t from = 0; from < count; ++from)
        for (std::size_t to = 0; to < count; ++to) {
            seconds[from][to] = *priced.prices.remap(layouts[from], layouts[to]).value().seconds;
            Index const moved = RedistPlan::make(layouts[from], layouts[to]).value().totals().moved;
            QCOMPARE(seconds[from][to] == 0, moved == 0);
        }
    double worst = 1;
    for (std::size_t from = 0; from < count; ++from)
        for (std::size_t to = 0; to < count; ++to)
            for (std::size_t between = 0; between < count; ++between) {
                double const detour = seconds[from][between] + seconds[between][to];
                if (seconds[from][to] > 0) worst = std::max(worst, seconds[from][to] / detour);
            }
    QVERIFY2(worst <= most, qPrintable(QString::number(worst)));
}

TEST_CLASS(TriangleTest)
#include "triangle_test.moc"
