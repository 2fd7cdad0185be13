// SPDX-License-Identifier: BSD-3-Clause
// Tessera: line sweeps in both directions, worked out by hand: a step as a pipeline, and with two transposes.
#pragma once

#include <QTest>

namespace tessera {

/// The rows of a test's data: an n by n array of bytes, so many ranks, `g` seconds of work per element, `a` to start a message, and
/// the seconds of a step either way.
inline void add_line_sweeps() {
    QTest::addColumn<int>("n");
    QTest::addColumn<int>("ranks");
    QTest::addColumn<double>("g");
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("pipelined");
    QTest::addColumn<double>("transposed");
    QTest::newRow("transpose") << 8 << 4 << 2.0 << 1.0 << 98.0 << 94.0;
    QTest::newRow("stay") << 8 << 2 << 1.0 << 1.0 << 86.0 << 98.0;
    QTest::newRow("a tie: stay") << 8 << 2 << 4.0 << 1.0 << 290.0 << 290.0;
    QTest::newRow("stay: messages are dear") << 64 << 4 << 1.0 << 100.0 << 3620.0 << 4184.0;
    QTest::newRow("transpose: work is dear") << 64 << 4 << 10.0 << 100.0 << 24376.0 << 22616.0;
}

} // namespace tessera
