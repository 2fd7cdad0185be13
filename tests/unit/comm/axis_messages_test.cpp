// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of operations along a dimension.
#include "libcore/comm/axis_messages.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

class AxisMessagesTest : public QObject {
    Q_OBJECT

  private slots:
    void aReductionStaysInItsGroups();
    void aSpreadBeginsAtTheOwner();
    void onlyOwnersOfLaterIndicesTakePart();
    void aRankingSharesWhatItSorts();
    void wholeLinesNeedNoMessage();
};

namespace {

AxisPlan plan_along(int dim, char const* text) {
    Job const job = parse_compact({{"real8 A(8,6)"}, text, "", {}}, {4, nullptr}).value();
    return AxisPlan::make(Mapping::make(job.arrays[0].states[0]).value(), dim).value();
}

/// "0>1:24 1>0:24" for each round.
QStringList texts_of(Result<std::vector<AxisRound>> const& rounds) {
    QStringList texts;
    for (AxisRound const& round : rounds.value()) {
        QStringList messages;
        round.messages.for_each([&](int from, int to, Index bytes) {
            messages << QString("%1>%2:%3").arg(round.messages.rank(from)).arg(round.messages.rank(to)).arg(bytes);
        });
        texts << messages.join(' ');
    }
    return texts;
}

CollectiveAlgorithm const& algorithm(CollectiveKind kind, char const* name) {
    return **find_collective(kind, name);
}

} // namespace

void AxisMessagesTest::aReductionStaysInItsGroups() {
    // Ranks 0 and 2 hold rows 1 to 4 and 5 to 8 of columns 1 to 3: three lines of 8 bytes.
    auto const rounds = reduction_rounds(plan_along(0, "(block,block) onto P(2,2)"), algorithm(CollectiveKind::Reduce, "loglocex"));
    QCOMPARE(texts_of(rounds), QStringList({"0>2:24 1>3:24 2>0:24 3>1:24"}));
}

void AxisMessagesTest::aSpreadBeginsAtTheOwner() {
    AxisPlan const plan = plan_along(0, "(cyclic,block) onto P(2,2)");
    auto const& logfan = algorithm(CollectiveKind::Broadcast, "logfan");
    QCOMPARE(texts_of(spread_rounds(plan, 0, {}, logfan)), QStringList({"0>2:24 1>3:24"}));
    QCOMPARE(texts_of(spread_rounds(plan, 5, {}, logfan)), QStringList({"2>0:24 3>1:24"}));
}

void AxisMessagesTest::onlyOwnersOfLaterIndicesTakePart() {
    AxisPlan const plan = plan_along(0, "(cyclic,block) onto P(2,2)");
    auto const& logfan = algorithm(CollectiveKind::Broadcast, "logfan");
    QCOMPARE(texts_of(spread_rounds(plan, 5, {{.dim = 1, .index = 4}}, logfan)), QStringList({"3>1:24"}));
}

void AxisMessagesTest::aRankingSharesWhatItSorts() {
    // Each rank has 24 elements, samples 2 of them, and sorts half of its own and of its partner's.
    auto const texts = texts_of(ranking_rounds(plan_along(1, "(*,block) onto P(2)")));
    QCOMPARE(texts, QStringList({"0>1:48 1>0:48", "0>1:288 1>0:288", "0>1:96 1>0:96"}));
}

void AxisMessagesTest::wholeLinesNeedNoMessage() {
    AxisPlan const plan = plan_along(0, "(*,block) onto P(3)");
    QVERIFY(texts_of(scan_rounds(plan, 8)).empty());
    QVERIFY(texts_of(ranking_rounds(plan)).empty());
    QVERIFY(texts_of(reduction_rounds(plan, algorithm(CollectiveKind::Reduce, "ring"))).empty());
    QCOMPARE(texts_of(scan_rounds(plan_along(0, "(block,*) onto P(2)"), 8)), QStringList({"0>1:48 1>0:48"}));
}

TEST_CLASS(AxisMessagesTest)
#include "axis_messages_test.moc"
