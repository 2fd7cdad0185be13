// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies that serve themselves first and the others in turn.
#include "libcore/redist/detail/class_receivers.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/redist/sample_mappings.hpp"

using namespace tessera;
using namespace tessera::detail;

class ClassReceiversTest : public QObject {
    Q_OBJECT

  private slots:
    void holdersServeThemselves();
    void othersAreDealt();
};

namespace {

/// Ranks 0, 1, 2 hold ten elements each; ranks 1, 7, 2, 8, 9 want two.
struct Fixture {
    PlanSide source{samples::replicated(10, DistFormat::block(), 1, 3), {CopySide{}}};
    PlanSide target{samples::distributed({10}, {DistFormat::block()}, {5}, {1, 7, 2, 8, 9}), {CopySide{}}};
    std::vector<std::vector<DimTransfer::Entry>> rows{DimTransfer(source.along(0, 10), target.along(0, 10)).row(0)};
    ClassReceivers receivers{source, target, {0}, RowProduct(rows)};
};

std::vector<Index> positions(std::vector<ClassReceivers::Receiver> const& receivers) {
    std::vector<Index> all;
    for (auto const& receiver : receivers) all.push_back(receiver.position);
    return all;
}

} // namespace

void ClassReceiversTest::holdersServeThemselves() {
    Fixture const f;
    QCOMPARE(f.receivers.count(), Index{5});
    QCOMPARE(f.receivers.server_of(0), Index{1}); // position 0 of the target is rank 1, which is copy 1
    QCOMPARE(f.receivers.server_of(2), Index{2});
}

void ClassReceiversTest::othersAreDealt() {
    Fixture const f;
    QCOMPARE(f.receivers.server_of(1), Index{0});
    QCOMPARE(f.receivers.server_of(3), Index{1});
    QCOMPARE(f.receivers.server_of(4), Index{2});
    QVERIFY((positions(f.receivers.served_by(0)) == std::vector<Index>{1}));
    QVERIFY((positions(f.receivers.served_by(1)) == std::vector<Index>{0, 3}));
    QVERIFY((positions(f.receivers.served_by(2)) == std::vector<Index>{2, 4}));
    QCOMPARE(f.receivers.served_by(2).front().elements, Index{2});
}

TEST_CLASS(ClassReceiversTest)
#include "class_receivers_test.moc"
