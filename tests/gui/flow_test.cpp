// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the pieces that travel from picture to picture.
#include "gui/canvas/flow_scene.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/gui/plans.hpp"

#include <map>

namespace tessera::gui {

class FlowTest : public QObject {
    Q_OBJECT
  private slots:
    void piecesAreWhatTheMessagesCarry_data();
    void piecesAreWhatTheMessagesCarry();
    void largestMessagesComeFirst();
    void onlyWhatIsInSightTravels();
    void stepsAreThoseOfTheSchedule();
    void piecesSetOutTravelAndArrive();
};

namespace {

FlowSlice wholeOf(Mapping const& mapping) {
    Extents const& extents = mapping.array().extents;
    bool const flat = extents.size() < 2;
    return {flat ? std::nullopt : std::optional(0),
            flat ? 0 : 1,
            Extents(extents.size(), 0),
            {0, flat ? 1 : extents[0]},
            {0, extents[flat ? 0 : 1]}};
}

DataFlow flowOf(RedistPlan const& plan, Index most = mostPieces) {
    return dataFlow(plan, largestMessages(plan, most), wholeOf(plan.source()), wholeOf(plan.target()), {}, most);
}

/// Which pair of ranks each element (row, column) of the target comes from and goes to, by walking over every element.
using Travels = std::map<std::pair<Index, Index>, std::pair<Rank, Rank>>;

Travels travelsOf(std::vector<FlowPiece> const& pieces) {
    Travels travels;
    for (FlowPiece const& piece : pieces)
        for (Index row = piece.targetRows.begin; row < piece.targetRows.end; ++row)
            for (Index column = piece.targetColumns.begin; column < piece.targetColumns.end; ++column)
                travels[{row, column}] = {piece.from, piece.to};
    return travels;
}

} // namespace

void FlowTest::piecesAreWhatTheMessagesCarry_data() {
    QTest::addColumn<QString>("job");
    QTest::newRow("transposed mapping") << QString::fromStdString(transposed(16, 4));
    QTest::newRow("cyclic") << "real A(26)\n!hpf$ processors P(4)\n!hpf$ distribute A(cyclic) onto P\n!hpf$ dynamic A\n"
                               "!hpf$ redistribute A(cyclic(3)) onto P\n";
    QTest::newRow("transposed copy")
        << "real A(12,10), B(10,12)\n!hpf$ processors P(2,3), Q(6)\n!hpf$ distribute A(block,cyclic(4)) onto P\n"
           "!hpf$ distribute B(block,*) onto Q\n!dist$ copy B(j,i) = A(i,j)\n";
    QTest::newRow("reversed") << "real A(20), B(20)\n!hpf$ processors P(3)\n!hpf$ distribute (block) onto P :: A, B\n"
                                 "!dist$ copy B(1:20) = A(20:1:-1)\n";
}

void FlowTest::piecesAreWhatTheMessagesCarry() {
    QFETCH(QString, job);
    auto const derived = derivedFrom(job.toStdString());
    RedistPlan const& plan = derived->plan->plans()[0];
    DataFlow const flow = flowOf(plan);
    QVERIFY(!flow.sampled);
    QCOMPARE(flow.messages, plan.totals().messages);
    QCOMPARE(flow.messagesShown, flow.messages);
    Travels const travels = travelsOf(flow.pieces);
    Index elements = 0;
    plan.for_each_message([&](Message const& message) {
        plan.target_box(message).for_each([&](std::span<Index const> index) {
            std::pair const at = index.size() < 2 ? std::pair(Index{0}, index[0]) : std::pair(index[0], index[1]);
            auto const found = travels.find(at);
            QVERIFY(found != travels.end());
            QVERIFY((found->second == std::pair(message.from, message.to)));
            ++elements;
        });
    });
    QCOMPARE(static_cast<Index>(travels.size()), elements);
    for (FlowPiece const& piece : flow.pieces) { // a piece keeps its size, perhaps turned
        Index const sent = piece.sourceRows.size() * piece.sourceColumns.size();
        QCOMPARE(piece.targetRows.size() * piece.targetColumns.size(), sent);
        for (Index const row : {piece.sourceRows.begin, piece.sourceRows.end - 1}) {
            Extents const index =
                plan.source().dims() < 2 ? Extents{piece.sourceColumns.begin} : Extents{row, piece.sourceColumns.begin};
            QCOMPARE(plan.source().owners(index).front().rank, piece.from);
        }
    }
}

void FlowTest::largestMessagesComeFirst() {
    auto const derived = derivedFrom("real A(1000,1000)\n!hpf$ processors P(10)\n!hpf$ distribute A(gen_block(910,10,10,10,10,10,"
                                     "10,10,10,10),*) onto P\n!hpf$ dynamic A\n!hpf$ redistribute A(*,cyclic(1)) onto P\n");
    DataFlow const flow = flowOf(derived->plan->plans()[0], 9);
    QVERIFY(flow.sampled);
    QVERIFY(flow.pieces.size() <= 9);
    QVERIFY(!flow.pieces.empty());
    for (FlowPiece const& piece : flow.pieces) QCOMPARE(piece.from, 0); // it has nearly everything
    DataFlow const more = flowOf(derived->plan->plans()[0]);
    QVERIFY(more.sampled);
    QVERIFY(more.pieces.size() <= static_cast<std::size_t>(mostPieces));
    QVERIFY(more.pieces.size() > 1000);
    QCOMPARE(more.messagesShown, 90);
}

void FlowTest::onlyWhatIsInSightTravels() {
    auto const derived = derivedFrom(transposed(64, 8));
    RedistPlan const& plan = derived->plan->plans()[0];
    FlowSlice slice = wholeOf(plan.source());
    slice.rows = {8, 16}; // rank 1 of the old owners
    slice.columns = {0, 20};
    DataFlow const flow = dataFlow(plan, largestMessages(plan), slice, slice, {});
    QCOMPARE(flow.pieces.size(), std::size_t{3});
    for (FlowPiece const& piece : flow.pieces) {
        QCOMPARE(piece.from, 1);
        QVERIFY(piece.sourceColumns.end <= 20);
    }
}

void FlowTest::stepsAreThoseOfTheSchedule() {
    auto const derived = derivedFrom(transposed(64, 8));
    RedistPlan const& plan = derived->plan->plans()[0];
    for (char const* const name : {"pex", "bruck"}) {
        auto const schedule = make_schedule(name, *MessageSet::of(*derived->plan), std::nullopt);
        QVERIFY2(schedule.has_value(), name);
        StepsOfMessages const steps = stepsOf(**schedule);
        QCOMPARE(steps.size(), std::size_t{56});
        for (auto const& [pair, span] : steps) {
            QVERIFY(span.first <= span.last && span.last < (*schedule)->steps());
            if (!(*schedule)->store_and_forward()) QCOMPARE(pair.first ^ pair.second, span.first + 1); // PEX, Thakur 4.2.2
        }
        DataFlow const flow = dataFlow(plan, largestMessages(plan), wholeOf(plan.source()), wholeOf(plan.target()), steps);
        QCOMPARE(flow.steps, (*schedule)->steps());
        for (std::size_t i = 1; i < flow.pieces.size(); ++i)
            QVERIFY(flow.pieces[i].stays() || flow.pieces[i - 1].steps.first <= flow.pieces[i].steps.first);
    }
}

void FlowTest::piecesSetOutTravelAndArrive() {
    DataFlow flow;
    flow.steps = 2;
    flow.pieces = {{0, 0, {0, 2}, {0, 2}, {0, 2}, {0, 2}, {}}, {0, 1, {2, 4}, {0, 2}, {2, 4}, {2, 4}, {1, 1}}};
    FlowFrame const source{AxisWindow::whole(4, 40), AxisWindow::whole(4, 80), QRectF(0, 0, 80, 40)};
    FlowFrame const target{AxisWindow::whole(4, 40), AxisWindow::whole(4, 80), QRectF(100, 0, 80, 40)};
    auto scene = flowScene(flow, source, target, 0.5);
    QCOMPARE(scene.size(), std::size_t{1}); // what stays is there; the other waits for its step
    QCOMPARE(scene[0].rect, QRectF(100, 0, 40, 20));
    QVERIFY(scene[0].color == rank_color(0));
    scene = flowScene(flow, source, target, 1.5);
    QCOMPARE(scene.size(), std::size_t{2});
    QVERIFY(!scene[1].arrived);
    QCOMPARE(scene[1].rect, QRectF(70, 20, 40, 20)); // halfway from (0,20) to (140,20)
    scene = flowScene(flow, source, target, 2);
    QVERIFY(scene[1].arrived);
    QCOMPARE(scene[1].rect, QRectF(140, 20, 40, 20));
    QVERIFY(scene[1].color == rank_color(1));
    flow.steps = 120; // pieces travel longer than a step, and the last one still arrives
    QCOMPARE(flow.flight(), 10.0);
    QVERIFY(!flowScene(flow, source, target, 10.9)[1].arrived);
    QVERIFY(flowScene(flow, source, target, 11)[1].arrived);
    QCOMPARE(flow.length(), 129.0);
    flow.steps = 2; // bands of one row: the way leads below them
    FlowFrame const left{AxisWindow::whole(1, 40), AxisWindow::whole(4, 80), QRectF(0, 0, 80, 40)};
    FlowFrame const right{AxisWindow::whole(1, 40), AxisWindow::whole(4, 80), QRectF(100, 0, 80, 40)};
    flow.pieces = {{0, 1, {0, 1}, {0, 2}, {0, 1}, {2, 4}, {}}};
    QVERIFY(flowScene(flow, left, right, 0.5)[0].rect.top() > 40);
    QCOMPARE(flowScene(flow, left, right, 1)[0].rect.top(), 0.0);
}

} // namespace tessera::gui

QTEST_MAIN(tessera::gui::FlowTest)
#include "flow_test.moc"
