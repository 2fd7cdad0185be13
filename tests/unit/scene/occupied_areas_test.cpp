// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the room for labels.
#include "libcore/scene/detail/occupied_areas.hpp"

#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <cmath>
#include <random>

using tessera::detail::OccupiedAreas;
using tessera::detail::Point;

namespace {

using Box = OccupiedAreas::Box;

struct Line {
    Point from;
    Point to;
    double apart = 0;
};

bool touch(Box const& a, Box const& b) {
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/// Walks along the line.
bool comes_near(Line const& line, Box const& box, double apart) {
    constexpr int steps = 4000;
    for (int i = 0; i <= steps; ++i) {
        double const x = std::lerp(line.from.x, line.to.x, static_cast<double>(i) / steps);
        double const y = std::lerp(line.from.y, line.to.y, static_cast<double>(i) / steps);
        if (x > box.x - apart && x < box.x + box.width + apart && y > box.y - apart && y < box.y + box.height + apart) return true;
    }
    return false;
}

/// Places of which many lie on the edges of squares, some left of and above zero.
class Places {
  public:
    explicit Places(unsigned seed) : random_(seed) {}

    double upto(double most) { return std::uniform_real_distribution<double>(0, most)(random_); }
    Point point() { return {place(), place()}; }
    Box box() { return {place(), place(), 1 + upto(60), 1 + upto(20)}; }
    /// Some lie flat or stand.
    Line line() {
        Line line{point(), point(), upto(3)};
        if (auto const kind = static_cast<int>(upto(5)); kind == 0)
            line.to.x = line.from.x;
        else if (kind == 1)
            line.to.y = line.from.y;
        return line;
    }

  private:
    double place() { return upto(4) < 1 ? 32 * std::floor(upto(14) - 2) : upto(400) - 64; }

    std::mt19937 random_;
};

} // namespace

class OccupiedAreasTest : public QObject {
    Q_OBJECT

  private slots:
    void labels_touch_neither_boxes_nor_lines_data();
    void labels_touch_neither_boxes_nor_lines();
    void a_line_takes_no_more_than_its_room();
};

void OccupiedAreasTest::labels_touch_neither_boxes_nor_lines_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 0; seed < 20; ++seed) QTest::addRow("%u", seed) << seed;
}

/// A label is refused where it touches something that was taken before, and only there.
void OccupiedAreasTest::labels_touch_neither_boxes_nor_lines() {
    QFETCH(unsigned, seed);
    Places places(seed);
    OccupiedAreas room;
    std::vector<Box> boxes;
    std::vector<Line> lines;
    for (int i = 0; i < 8; ++i) {
        boxes.push_back(places.box());
        room.take(boxes.back());
        lines.push_back(places.line());
        room.take_line(lines.back().from, lines.back().to, lines.back().apart);
    }
    for (int i = 0; i < 60; ++i) {
        Box const label = places.box();
        constexpr double rounding = 0.2; // the walk goes by steps
        auto const crossed = [&](double more) {
            return std::ranges::any_of(lines, [&](Line const& line) { return comes_near(line, label, line.apart + more); });
        };
        bool const boxed = std::ranges::any_of(boxes, [&](Box const& box) { return touch(box, label); });
        bool const taken = room.take_if_free(label);
        if (taken) QVERIFY(!boxed && !crossed(0));
        if (!taken) QVERIFY(boxed || crossed(rounding));
        if (taken) boxes.push_back(label);
    }
}

/// A slanted line takes no box around it.
void OccupiedAreasTest::a_line_takes_no_more_than_its_room() {
    OccupiedAreas room;
    room.take_line({0, 0}, {320, 320}, 1);
    QVERIFY(!room.take_if_free({100, 95, 20, 10}));
    QVERIFY(room.take_if_free({100, 88, 20, 10}));
    QVERIFY(room.take_if_free({200, 20, 40, 12}));
    QVERIFY(room.take_if_free({322, 322, 40, 12})); // beyond its end
}

TEST_CLASS(OccupiedAreasTest)
#include "occupied_areas_test.moc"
