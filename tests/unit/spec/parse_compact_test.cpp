// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the compact notation.
#include "libcore/spec/parse.hpp"

#include <QTest>

using namespace tessera;

namespace {

Job parsed(CompactJob const& compact, ParseOptions const& options = {}) {
    auto job = parse_compact(compact, options);
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return std::move(*job);
}

} // namespace

class ParseCompactTest : public QObject {
    Q_OBJECT
  private slots:
    void block_to_cyclic();
};

void ParseCompactTest::block_to_cyclic() {
    Job const job = parsed({{"real8 A(1024,1024)"}, "(block,*) onto P(4)", "(*,cyclic(3)) onto Q(8) ranks(4:11) order(col)", ""});
    QCOMPARE(job.arrays.size(), 1U);
    auto const& states = job.arrays[0].states;
    QCOMPARE(states.size(), 2U);
    QCOMPARE(states[0].processors, (Processors{"P", {1}, {4}, {}, GridOrder::RowMajor}));
    QCOMPARE(states[1].processors, (Processors{"Q", {1}, {8}, {4, 5, 6, 7, 8, 9, 10, 11}, GridOrder::ColumnMajor}));
    QCOMPARE(states[1].formats, (std::vector{DistFormat::collapsed(), DistFormat::cyclic(3)}));
}

QTEST_APPLESS_MAIN(ParseCompactTest)
#include "parse_compact_test.moc"
