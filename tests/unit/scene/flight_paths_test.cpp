// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of flights in the pixels of a picture. The picture itself says whose cells lie under them.
#include "libcore/scene/messages/flight_paths.hpp"

#include "libcore/redist/redist_plan.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

namespace tessera {

class FlightPathsTest : public QObject {
    Q_OBJECT
  private slots:
    void flights_begin_and_end_on_cells_of_their_ranks_data();
    void flights_begin_and_end_on_cells_of_their_ranks();
};

namespace {

RedistPlan remapping(std::string const& array, std::string const& from, std::string const& to) {
    auto const job = parse_job("real " + array + "\n!hpf$ processors P(4)\n!hpf$ processors Q(2,3)\n!hpf$ distribute " + from +
                                   "\n!hpf$ dynamic A\n!hpf$ redistribute " + to + "\n",
                               "test.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    auto const movements = job->movements();
    Movement const& moved = movements->front();
    return RedistPlan::make(*Mapping::make(moved.source), *Mapping::make(moved.target), moved.map).value();
}

/// The rank whose cell of a panel a rectangle's middle lies on.
Index rank_under(Scene const& picture, Index panel, PixelRect const& rect) {
    SceneRect const* const cell = picture.hit(rect.x + rect.width / 2, rect.y + rect.height / 2);
    auto const* const tag = cell ? std::get_if<CellsTag>(&cell->tag) : nullptr;
    return tag && tag->panel == panel ? tag->rank : -1;
}

} // namespace

void FlightPathsTest::flights_begin_and_end_on_cells_of_their_ranks_data() {
    QTest::addColumn<QString>("array");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("matrix") << "A(20,31)"
                            << "A(block,*) onto P"
                            << "A(*,cyclic(3)) onto P";
    QTest::newRow("grid") << "A(12,-3:11)"
                          << "A(cyclic,cyclic(2)) onto Q"
                          << "A(*,block) onto P";
    QTest::newRow("vector on a line") << "A(24)"
                                      << "A(block) onto P"
                                      << "A(cyclic) onto P";
    QTest::newRow("vector of many lines") << "A(401)"
                                          << "A(block) onto P"
                                          << "A(cyclic(7)) onto P";
    QTest::newRow("blocks longer than lines") << "A(500)"
                                              << "A(cyclic(90)) onto P"
                                              << "A(block) onto P";
}

void FlightPathsTest::flights_begin_and_end_on_cells_of_their_ranks() {
    QFETCH(QString, array);
    QFETCH(QString, from);
    QFETCH(QString, to);
    RedistPlan const plan = remapping(array.toStdString(), from.toStdString(), to.toStdString());
    auto const panels = ownership_panels(plan);
    Scene const picture = ownership_picture(plan);
    DataFlow const flow = data_flow(plan, largest_messages(plan), slice_of(panels[0].grid), slice_of(panels[1].grid), {});
    QVERIFY(!flow.sampled);
    double area = 0;
    for (FlightPath const& path : flight_paths(flow, picture, panels)) {
        QCOMPARE(rank_under(picture, 0, path.source), Index{path.from});
        QCOMPARE(rank_under(picture, 1, path.target), Index{path.to});
        area += path.target.width * path.target.height;
    }
    // Every cell of the target gets what belongs there once.
    PixelRect const plot = plot_of(picture, panels[1].grid, 1);
    double const cells = plot.width * plot.height / (panels[1].grid.rows() * panels[1].grid.columns());
    QVERIFY(qAbs(area - cells * static_cast<double>(plan.target().volume())) < 1e-6 * area);
}

} // namespace tessera

APPLICATION_TEST_CLASS(QCoreApplication, tessera::FlightPathsTest)
#include "flight_paths_test.moc"
