// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broken preconditions of public functions are seen in every build, where they would give a wrong result.
#include "libcore/base/require.hpp"
#include "libcore/mapping/dim_mapping.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/run_list.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class RequireTest : public QObject {
    Q_OBJECT

  private slots:
    void aKeptPreconditionIsSilent();
    void setsHaveNoElementsBeyondTheirLast();
    void dimensionsHaveNoIndicesBeyondTheirExtent();
};

void RequireTest::aKeptPreconditionIsSilent() {
    require(true, "nothing");
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, require(false, "f() expects more"));
}

void RequireTest::setsHaveNoElementsBeyondTheirLast() {
    PeriodicSet const five = PeriodicSet::interval({0, 5});
    QCOMPARE(five.element(4), Index{4});
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(five.element(5)));
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(five.element(-1)));
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(RunList::of(five).element(5)));
    BoxSet const box({five, five});
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(box.element(25)));
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(intersection(box, BoxSet({five}))));
}

void RequireTest::dimensionsHaveNoIndicesBeyondTheirExtent() {
    DimMapping const whole = DimMapping::whole(10);
    QCOMPARE(whole.owner(9), Index{0});
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(whole.owner(10)));
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(whole.owned(1)));
    QVERIFY_THROWS_EXCEPTION(BrokenPrecondition, static_cast<void>(whole.preimage(0, 0, 3)));
}

TEST_CLASS(RequireTest)
#include "require_test.moc"
