// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which layouts are considered: grids, blocks of equal work, none twice.
#include "libcore/advise/layout_candidates.hpp"

#include "libcore/advise/balanced_blocks.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/spec/forms/form.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

using namespace tessera;
using testing::PricedProgram;

class LayoutCandidatesTest : public QObject {
    Q_OBJECT
  private slots:
    void blocks_of_equal_work();
    void grids();
    void no_candidate_twice();
};

void LayoutCandidatesTest::blocks_of_equal_work() {
    std::vector<double> const triangle{1, 2, 3, 4, 5, 6, 7, 8};
    QVERIFY((balanced_blocks(triangle, 2) == std::vector<Index>{6, 2}) ||
            (balanced_blocks(triangle, 2) == std::vector<Index>{5, 3}));
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        std::vector<double> work(1 + random() % 8);
        for (double& each : work) each = static_cast<double>(random() % 10);
        auto const blocks = static_cast<Index>(1 + random() % 3);
        auto const largest = [&](std::vector<Index> const& sizes) {
            double most = 0;
            auto at = work.begin();
            for (Index const size : sizes) {
                most = std::max(most, std::accumulate(at, at + size, 0.0));
                at += size;
            }
            return most;
        };
        double least = std::numeric_limits<double>::infinity();
        auto const count = std::ssize(work);
        for (Index a = 0; a <= count; ++a)
            for (Index b = 0; a + b <= count; ++b) {
                if (blocks == 1) least = largest({count});
                if (blocks == 2) least = std::min(least, largest({a, count - a}));
                if (blocks == 3) least = std::min(least, largest({a, b, count - a - b}));
            }
        auto const found = balanced_blocks(work, blocks);
        QCOMPARE(std::ssize(found), blocks);
        QCOMPARE(std::accumulate(found.begin(), found.end(), Index{0}), count);
        QVERIFY(std::abs(largest(found) - least) < 1e-6);
    }
}

/// `block` has other names where the work is even, or a rank has one index: it is one answer.
void LayoutCandidatesTest::no_candidate_twice() {
    for (std::string const extents : {"12,12", "4,64", "5,7", "64,9"})
        for (std::string const work : {"1", "1 where j <= i", "i", "1+0*i", "1 where i <= 1"})
            for (Index const ranks : {2, 4, 6}) {
                PricedProgram const priced("!dist$ array bytes(1) A(" + extents +
                                               ")\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n" +
                                               "!dist$ phase all: on A(i,j) work " + work + "\n",
                                           1, 1);
                auto const candidates = candidates_for(priced.coster, 0, ranks);
                if (!candidates) continue;
                auto const& layouts = candidates->mappings;
                for (std::size_t one = 0; one < layouts.size(); ++one)
                    for (std::size_t other = 0; other < one; ++other)
                        QVERIFY2(!same_owners(layouts[one], layouts[other]), mapping_text(layouts[one].spec()).c_str());
            }
}

void LayoutCandidatesTest::grids() {
    QCOMPARE(grids_of(16, {100, 100}).size(), std::size_t{3}); // 2x8, 4x4, 8x2
    QCOMPARE(grids_of(12, {3, 100}).size(), std::size_t{2});   // 2x6, 3x4
    QCOMPARE(grids_of(1024, {2000, 2000, 2000}).size(), std::size_t{36});
    QVERIFY(grids_of(7, {100, 100}).empty());
    QVERIFY((squarer_ranks(191) == std::vector<Index>{190, 187, 182})); // 10x19, 11x17, 13x14
    QVERIFY(squarer_ranks(128).empty());                                // 8x16
    QVERIFY((cyclic_sizes(16) == std::vector<Index>{1, 2, 4, 8}));
    QVERIFY((cyclic_sizes(1000) == std::vector<Index>{1, 16, 32, 64, 128, 256}));
}

TEST_CLASS(LayoutCandidatesTest)
#include "layout_candidates_test.moc"
