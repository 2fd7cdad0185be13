// SPDX-License-Identifier: BSD-3-Clause
// Tessera: methods of file access compared.
#include "libcore/io/io_choice.hpp"

#include "tests/suite/qt_suite.hpp"
#include "tests/unit/io/file_sections.hpp"

using namespace tessera;

namespace {

Machine machine() {
    Machine m;
    m.protocols.push_back({0, 1e-3, {}, 1e-6, {}, {}});
    m.io = IoRates{1.0, 0.01, std::nullopt};
    return m;
}

} // namespace

class IoChoiceTest : public QObject {
    Q_OBJECT

  private slots:
    void timesAreThoseOfTheBusiestRank();
    void disksAreShared();
    void missingRates();
    void wholeColumnsAreReadDirectly();
    void rowsAreReadTogether();
    void racesAreNotChosen();
    void whatIsAskedForIsTaken();
    void racesAreTakenWhereAskedFor();
};

void IoChoiceTest::timesAreThoseOfTheBusiestRank() {
    // Rank 0: two columns in one request; rank 1: one row in eight.
    auto const fad = fad_of(matrix(8, 8), 2, [](Index p) {
        return p == 0 ? BoxSet({triplet(1, 8), triplet(1, 2)}) : BoxSet({triplet(1, 1), triplet(1, 8)});
    });
    auto const plan = IoPlan::make(fad, IoDirection::Read, {Access::Direct, {}, {}, {}});
    auto const time = predicted_time(*plan, machine());
    QCOMPARE(time->file, 8 * 1.0 + 32 * 0.01);
    QCOMPARE(time->messages, 0.0);
}

void IoChoiceTest::disksAreShared() {
    auto const fad = fad_of(matrix(8, 8), 4, [](Index p) { return BoxSet({triplet(1, 8), triplet(p + 1, p + 1)}); });
    auto const plan = IoPlan::make(fad, IoDirection::Read, {Access::Direct, {}, {}, {}});
    Machine slow = machine();
    slow.io->disks = 2;
    QCOMPARE(predicted_time(*plan, machine())->file, 1.32);
    QCOMPARE(predicted_time(*plan, slow)->file, 2.64);
}

void IoChoiceTest::missingRates() {
    auto const fad = fad_of(matrix(8, 8), 2, [](Index p) { return BoxSet({triplet(p + 1, p + 1), triplet(1, 8)}); });
    auto const direct = IoPlan::make(fad, IoDirection::Read, {Access::Direct, {}, {}, {}});
    auto const two_phase = IoPlan::make(fad, IoDirection::Read, IoSettings());
    Machine only_files = machine();
    only_files.protocols.clear();
    QVERIFY(predicted_time(*direct, only_files).has_value());
    QVERIFY(!predicted_time(*two_phase, only_files).has_value());
    QVERIFY(!predicted_time(*direct, Machine()).has_value());
}

void IoChoiceTest::wholeColumnsAreReadDirectly() {
    auto const fad = fad_of(matrix(512, 512), 4, [](Index p) {
        return BoxSet({triplet(1, 512), triplet(1 + 128 * p, 128 + 128 * p)});
    });
    auto const choice = compare_access(fad, IoDirection::Read, {}, nullptr);
    QCOMPARE(choice->candidates[choice->best].name, std::string("direct per run"));
}

void IoChoiceTest::rowsAreReadTogether() {
    auto const fad = fad_of(matrix(512, 512), 4, [](Index p) {
        return BoxSet({triplet(1 + 128 * p, 128 + 128 * p), triplet(1, 512)});
    });
    for (Machine const& each : {machine(), Machine()}) {
        auto const choice = compare_access(fad, IoDirection::Read, {}, &each);
        QVERIFY(choice->candidates[choice->best].name.starts_with("two-phase"));
    }
}

void IoChoiceTest::racesAreNotChosen() {
    // Every second row: sieving would be cheap, but writes back what the other rank writes.
    auto const fad = fad_of(matrix(512, 4), 2, [](Index p) { return BoxSet({triplet(1 + p, 512, 2), triplet(1, 4)}); });
    auto const choice = compare_access(fad, IoDirection::Write, {}, nullptr);
    QVERIFY(choice->candidates[2].plan.has_races());
    QVERIFY(choice->candidates[choice->best].name.starts_with("two-phase"));
}

void IoChoiceTest::whatIsAskedForIsTaken() {
    auto const fad = fad_of(matrix(8, 8), 2, [](Index p) { return BoxSet({triplet(p + 1, p + 1), triplet(1, 8)}); });
    auto const choice = compare_access(fad, IoDirection::Read, {}, nullptr, {Access::TwoPhase, DomainKind::BlockCyclic});
    QCOMPARE(choice->candidates.size(), std::size_t{6});
    QCOMPARE(choice->candidates[choice->best].name, std::string("two-phase cyclic"));
    QVERIFY(QString::fromStdString(choice->reason).startsWith("two-phase cyclic was requested: "));
    auto const direct = compare_access(fad, IoDirection::Read, {}, nullptr, {Access::Direct, {}});
    QCOMPARE(direct->candidates[direct->best].name, std::string("direct per run"));
}

void IoChoiceTest::racesAreTakenWhereAskedFor() {
    auto const fad = fad_of(matrix(8, 8), 2, [](Index) { return BoxSet({triplet(1, 8), triplet(1, 8)}); });
    auto const choice = compare_access(fad, IoDirection::Write, {}, nullptr, {Access::Direct, {}});
    QVERIFY(choice->candidates[choice->best].plan.has_races());
}

TEST_CLASS(IoChoiceTest)
#include "io_choice_test.moc"
