// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the rectangles that fly from picture to picture.
#include "gui/canvas/flow_scene.hpp"
#include "libcore/scene/palette.hpp"
#include "tests/suite/qt_suite.hpp"

#include <QApplication>

namespace tessera::gui {

class FlowTest : public QObject {
    Q_OBJECT
  private slots:
    void flightsSetOutTravelAndArrive();
};

void FlowTest::flightsSetOutTravelAndArrive() {
    DataFlow flow;
    flow.steps = 2;
    flow.flights = {{0, 0, {0, 2}, {0, 2}, {0, 2}, {0, 2}, {}}, {0, 1, {2, 4}, {0, 2}, {2, 4}, {2, 4}, {1, 1}}};
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
    QCOMPARE(flow.flight_steps(), 10.0);
    QVERIFY(!flowScene(flow, source, target, 10.9)[1].arrived);
    QVERIFY(flowScene(flow, source, target, 11)[1].arrived);
    QCOMPARE(flow.length(), 129.0);
    flow.steps = 2; // bands of one row: the way leads below them
    FlowFrame const left{AxisWindow::whole(1, 40), AxisWindow::whole(4, 80), QRectF(0, 0, 80, 40)};
    FlowFrame const right{AxisWindow::whole(1, 40), AxisWindow::whole(4, 80), QRectF(100, 0, 80, 40)};
    flow.flights = {{0, 1, {0, 1}, {0, 2}, {0, 1}, {2, 4}, {}}};
    QVERIFY(flowScene(flow, left, right, 0.5)[0].rect.top() > 40);
    QCOMPARE(flowScene(flow, left, right, 1)[0].rect.top(), 0.0);
}

} // namespace tessera::gui

APPLICATION_TEST_CLASS(QApplication, tessera::gui::FlowTest)
#include "flow_test.moc"
