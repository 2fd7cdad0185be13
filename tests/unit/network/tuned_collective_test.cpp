// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the table of measured collectives.
#include "libcore/network/tuned_collective.hpp"
#include "tests/suite/qt_suite.hpp"

#include <cmath>
#include <random>
#include <vector>

using namespace tessera;

class TunedCollectiveTest : public QObject {
    Q_OBJECT

  private slots:
    void ends_of_the_reach();
    void nearest_by_logarithm();
};

void TunedCollectiveTest::ends_of_the_reach() {
    std::vector<TunedCollective> const table{{.operation = "reduce", .ranks = 4, .bytes = 64, .algorithm = "ring"},
                                             {.operation = "reduce", .ranks = 4, .bytes = 16, .algorithm = "chain"}};
    QCOMPARE(nearest_tuned(table, "reduce", 4, 512), &table[0]);
    QVERIFY(nearest_tuned(table, "reduce", 4, 513) == nullptr);
    QCOMPARE(nearest_tuned(table, "reduce", 4, 2), &table[1]);
    QVERIFY(nearest_tuned(table, "reduce", 4, 1) == nullptr);
    QCOMPARE(nearest_tuned(table, "reduce", 4, 32), &table[1]); // as near to both
    QVERIFY(nearest_tuned(table, "reduce", 5, 64) == nullptr);
    QVERIFY(nearest_tuned(table, "broadcast", 4, 64) == nullptr);
    QVERIFY(nearest_tuned({}, "reduce", 4, 64) == nullptr);
}

/// Beside the definition: no row of that kind is nearer than the one found.
void TunedCollectiveTest::nearest_by_logarithm() {
    std::mt19937 random(7);
    auto const any_length = [&] { return Index{1} << (random() % 24U) | static_cast<Index>(random() % 3U); };
    for (int round = 0; round < 2000; ++round) {
        std::vector<TunedCollective> table(random() % 6U);
        for (TunedCollective& row : table)
            row = {.operation = random() % 2U ? "reduce" : "broadcast",
                   .ranks = 2 + static_cast<int>(random() % 2U),
                   .bytes = any_length(),
                   .algorithm = "ring"};
        Index const bytes = any_length();
        auto const away = [&](TunedCollective const& row) {
            return std::abs(std::log(static_cast<double>(row.bytes)) - std::log(static_cast<double>(bytes)));
        };
        double least = std::log(8.0) + 1e-9;
        bool any = false;
        for (TunedCollective const& row : table) {
            bool const fits = row.operation == "reduce" && row.ranks == 2 && away(row) <= least;
            if (!fits) continue;
            least = away(row);
            any = true;
        }
        TunedCollective const* const found = nearest_tuned(table, "reduce", 2, bytes);
        QCOMPARE(found != nullptr, any);
        if (!found) continue;
        QVERIFY(found->operation == "reduce" && found->ranks == 2);
        QVERIFY(away(*found) <= least + 1e-9);
    }
}

TEST_CLASS(TunedCollectiveTest)
#include "tuned_collective_test.moc"
