// SPDX-License-Identifier: BSD-3-Clause
// Tessera: contexts on the examples of pC*, sections 3.3 and 6.1.
#include "libcore/base/require.hpp"
#include "libcore/comm/context/context.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <vector>

using namespace tessera;

class ContextTest : public QObject {
    Q_OBJECT

  private slots:
    void maskOfSection33();
    void boundariesOfTable61();
    void theSmallestFormIsChosen();
    void bitmapsAreWalkedInTheirRuns();
    void contextsOfDifferentSizesAreNotCombined();
    void listsOfPositionsAscend();
};

namespace {

/// Lengths of the runs in turn, inactive ones first and positive, as the paper prints them.
std::vector<Index> signed_runs(Context const& context) {
    std::vector<Index> lengths;
    Index at = 0;
    context.for_each_run([&](Run run) {
        if (run.begin > at) lengths.push_back(run.begin - at);
        lengths.push_back(-run.size());
        at = run.end;
    });
    if (at < context.positions()) lengths.push_back(context.positions() - at);
    return lengths;
}

using Lengths = std::vector<Index>;

} // namespace

void ContextTest::maskOfSection33() {
    Context const mask = Context::everywhere(16).where([](Index i) { return i % 4 != 0 && i < 12; });
    QVERIFY((signed_runs(mask) == Lengths{1, -3, 1, -3, 1, -3, 4}));
}

void ContextTest::boundariesOfTable61() {
    // 4 rows of 6: everything, without the last row, without first and last column, without top row and last column.
    QVERIFY((signed_runs(Context::of_box({4, 6}, {{0, 4}, {0, 6}})) == Lengths{-24}));
    QVERIFY((signed_runs(Context::of_box({4, 6}, {{0, 3}, {0, 6}})) == Lengths{-18, 6}));
    QVERIFY((signed_runs(Context::of_box({4, 6}, {{0, 4}, {1, 5}})) == Lengths{1, -4, 2, -4, 2, -4, 2, -4, 1}));
    QVERIFY((signed_runs(Context::of_box({4, 6}, {{1, 3}, {0, 5}})) == Lengths{6, -5, 1, -5, 7}));
}

/// Runs that begin, end and go on at the borders of words.
void ContextTest::bitmapsAreWalkedInTheirRuns() {
    unsigned state = 1;
    for (Index const positions : {63, 64, 65, 128, 200, 640}) {
        for (int pattern = 0; pattern < 6; ++pattern) {
            std::vector<bool> wanted;
            for (Index i = 0; i < positions; ++i) {
                state = state * 1664525u + 1013904223u;
                bool const inLongRun = pattern >= 4 && i / 70 % 2 == 0;
                wanted.push_back(inLongRun || (pattern == 0 ? i % 2 == 1 : pattern == 1 ? i % 4 < 2 : (state >> 28) % 2 == 0));
            }
            Context const context = Context::everywhere(positions).where([&](Index i) { return wanted[as_size(i)]; });
            std::vector<bool> found(as_size(positions), false);
            Index last = -1; // the end of the run before
            context.for_each_run([&](Run run) {
                QVERIFY(run.begin > last && run.end > run.begin && run.end <= positions); // maximal and ascending
                std::fill(found.begin() + run.begin, found.begin() + run.end, true);
                last = run.end;
            });
            QVERIFY(found == wanted);
        }
    }
}

/// Positions of the longer one would be read and written beyond the shorter one, in a build without assertions.
void ContextTest::contextsOfDifferentSizesAreNotCombined() {
    Context const small = Context::everywhere(10);
    Context const large = Context::everywhere(20).where([](Index i) { return i % 3 == 0; });
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(small.and_in(large)));
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(small.or_in(large)));
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(large.except(small)));
    ContextBuilder builder(10);
    builder.add(true, 8);
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, builder.add(true, 3));
}

void ContextTest::listsOfPositionsAscend() {
    std::vector<Index> const twice{1, 1, 2};
    QVERIFY(Context::of_list(4, twice) == Context::everywhere(4).where([](Index k) { return k == 1 || k == 2; }));
    std::vector<Index> const backwards{2, 0};
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(Context::of_list(4, backwards)));
}

void ContextTest::theSmallestFormIsChosen() {
    Index const n = 1 << 20;
    auto const form_of = [&](auto const& holds) { return Context::everywhere(n).where(holds).form(); };
    QCOMPARE(form_of([](Index) { return true; }), ContextForm::Everywhere);
    QCOMPARE(form_of([](Index i) { return i % 2 == 0; }), ContextForm::Bitmap);
    QCOMPARE(form_of([](Index i) { return i % 100 < 90; }), ContextForm::Runs8);
    QCOMPARE(form_of([](Index i) { return i % 10000 < 9000; }), ContextForm::Runs16);
    QCOMPARE(form_of([](Index i) { return i < 600000; }), ContextForm::Runs32);
    QVERIFY(Context::everywhere(n).bytes() == 0 && Context::everywhere(n).where([](Index i) { return i > 5; }).bytes() <= 16);
}

TEST_CLASS(ContextTest)
#include "context_test.moc"
