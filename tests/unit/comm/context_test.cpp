// SPDX-License-Identifier: BSD-3-Clause
// Tessera: contexts on the examples of pC*, sections 3.3 and 6.1.
#include "libcore/comm/context/context.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class ContextTest : public QObject {
    Q_OBJECT

  private slots:
    void maskOfSection33();
    void boundariesOfTable61();
    void theSmallestFormIsChosen();
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
