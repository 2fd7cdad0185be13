// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of networks in motion: where messages are drawn, and what is said of them.
#include "libcore/scene/network/network_moment.hpp"

#include "libcore/scene/detail/link_styles.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <cmath>

using namespace tessera;

namespace {

struct Line {
    std::shared_ptr<Schedule const> schedule;
    Site site;
    Scene picture;
    NetworkMotion moving;
};

/// On a line of four, 0 sends 800 bytes to 2 and 1 as many to 3: they meet on the middle link.
Line two_that_meet(char const* net = "mesh(1,4)") {
    std::vector<MessageSet::Triple> const triples{{0, 2, 800}, {1, 3, 800}};
    auto const schedule = make_schedule("unscheduled", *MessageSet::of(triples));
    Site site;
    site.topology = *make_topology(net);
    site.placement = Placement::row_major(4);
    auto motion = StepMotion::of(**schedule, 0, site);
    Scene const picture = resting_network_picture(**schedule, site, "title", "when", "note");
    return {*schedule, site, picture, NetworkMotion(*motion, **schedule, site, picture)};
}

/// The middles of the dots of a rank.
std::vector<ScenePoint> dots_of(Scene const& scene, Rank rank) {
    std::vector<ScenePoint> dots;
    for (ScenePolygon const& polygon : scene.polygons) {
        if (polygon.points.size() != 8 || polygon.fill != rank_color(rank)) continue;
        ScenePoint sum{};
        for (ScenePoint const& point : polygon.points) sum = {sum[0] + point[0] / 8, sum[1] + point[1] / 8};
        dots.push_back(sum);
    }
    return dots;
}

bool is_at(ScenePoint a, ScenePoint b) {
    return std::hypot(a[0] - b[0], a[1] - b[1]) < 1e-6;
}

std::vector<std::string> texts_of(Scene const& scene) {
    std::vector<std::string> texts;
    for (SceneText const& text : scene.texts) texts.push_back(text.text);
    return texts;
}

} // namespace

class NetworkMotionTest : public QObject {
    Q_OBJECT

  private slots:
    void nothing_moves_before_and_after();
    void dots_move_along_links();
    void dots_wait_beside_the_link_they_wait_for();
    void links_have_the_colour_of_what_they_carry_now();
    void ranks_show_what_they_have_sent_and_received();
    void a_bus_is_reached_from_the_nodes();
    void a_marked_link_stands_out();
    void a_time_is_a_moment_of_a_step();
    void the_picture_says_when_it_is();
};

void NetworkMotionTest::nothing_moves_before_and_after() {
    Line const line = two_that_meet();
    QCOMPARE(line.moving.dot_bytes(), Index{100});
    QCOMPARE(line.moving.dots().size(), std::size_t{16});
    for (double const time : {1600.0, 2000.0}) {
        Scene const scene = line.moving.at(time);
        QVERIFY(dots_of(scene, 0).empty() && dots_of(scene, 1).empty());
        QVERIFY(scene.lines.empty());
    }
    Scene const first = line.moving.at(0);
    QCOMPARE(dots_of(first, 0).size(), std::size_t{1}); // it leaves
    QVERIFY(is_at(dots_of(first, 0).front(), line.moving.ways()[0].at(0)));
}

/// After 50 of 1600, half of the first dot of 0 has left the port and crossed the first link; nothing waits there.
void NetworkMotionTest::dots_move_along_links() {
    Line const line = two_that_meet();
    auto const dots = dots_of(line.moving.at(50), 0);
    QCOMPARE(dots.size(), std::size_t{1});
    LinkPaths const ways(*line.site.topology, line.picture);
    auto const link = line.moving.motion().messages()[0].route[0];
    QVERIFY(is_at(dots.front(), ways.of(link).at(0.5)));
}

/// After 800 both ports are empty, and of each message half has crossed the middle link.
void NetworkMotionTest::dots_wait_beside_the_link_they_wait_for() {
    Line const line = two_that_meet();
    Scene const scene = line.moving.at(800);
    auto const middle = line.moving.motion().messages()[0].route[1];
    auto const& queues = line.moving.queues();
    auto const queue = std::ranges::find(queues, middle, &MotionQueue::link);
    QVERIFY(queue != queues.end());
    QCOMPARE(line.moving.bytes_waiting(static_cast<std::size_t>(queue - queues.begin()), 800), 800.0);
    QCOMPARE(texts_of(scene), (std::vector<std::string>{"800 B"}));
    // Of each rank one dot begins to cross, and three wait: the next to go in front.
    auto all = dots_of(scene, 0);
    QCOMPARE(all.size(), std::size_t{4});
    auto const others = dots_of(scene, 1);
    QCOMPARE(others.size(), std::size_t{4});
    all.insert(all.end(), others.begin(), others.end());
    for (std::size_t place = 0; place < 6; ++place)
        QVERIFY(std::ranges::any_of(all, [&](ScenePoint dot) { return is_at(dot, queue->place(place)); }));
}

void NetworkMotionTest::links_have_the_colour_of_what_they_carry_now() {
    Line const line = two_that_meet();
    auto const colour_of = [](Scene const& scene, int link) {
        auto const found =
            std::ranges::find_if(scene.lines, [link](SceneLine const& each) { return each.tag == SceneTag(LinkTag{link}); });
        return found == scene.lines.end() ? std::optional<Color>() : std::optional(found->color);
    };
    auto const route = line.moving.motion().messages()[0].route;
    Scene const early = line.moving.at(400);
    QCOMPARE(colour_of(early, route[0]), std::optional(style_of_link(1).color));
    QCOMPARE(colour_of(early, route[1]), std::optional(style_of_link(1).color));
    Scene const late = line.moving.at(1200);
    QVERIFY(!colour_of(late, route[0])); // all has passed it
    QCOMPARE(colour_of(late, route[1]), std::optional(style_of_link(1).color));
    QCOMPARE(colour_of(late, line.moving.motion().messages()[1].route[1]), std::optional(style_of_link(0.5).color));
    QCOMPARE(late.lines.front().tooltip,
             std::string("link 1 to 2 is used at 100 % of its capacity: 1.17 KiB crossed, 400 B waiting, 0 B still to come"));
}

void NetworkMotionTest::ranks_show_what_they_have_sent_and_received() {
    Line const line = two_that_meet();
    Scene const scene = line.moving.at(200);
    auto const light_width = [&](int position, bool above) {
        SceneRect const& node = line.moving.node(position);
        double width = -1;
        for (ScenePolygon const& polygon : scene.polygons) {
            auto const [x, y] = polygon.points.front();
            bool const here = node.x < x && x < node.x + node.width && node.y < y && y < node.y + node.height;
            if (polygon.points.size() == 4 && polygon.fill == paper && here && (y < node.y + node.height / 2) == above)
                width = (polygon.points[1][0] - x) / (node.width * 10.5 / 13);
        }
        return width;
    };
    QVERIFY(std::abs(light_width(0, true) - 0.75) < 1e-9);   // 600 of 800 are still to go
    QVERIFY(std::abs(light_width(2, false) - 0.125) < 1e-9); // 100 of 800 have arrived
    QCOMPARE(light_width(0, false), -1.0);                   // it receives nothing
}

void NetworkMotionTest::a_bus_is_reached_from_the_nodes() {
    Line const bus = two_that_meet("bus(4)");
    LinkPath const& way = bus.moving.ways()[0];
    auto const middle = [&](int position) {
        SceneRect const& node = bus.moving.node(position);
        return ScenePoint{node.x + node.width / 2, node.y + node.height / 2};
    };
    QVERIFY(is_at(way.at(0), middle(0)));
    QVERIFY(is_at(way.at(1), middle(2)));
    QVERIFY(dots_of(bus.moving.at(300), 0).size() > 1);
}

void NetworkMotionTest::a_marked_link_stands_out() {
    Line const line = two_that_meet();
    Scene const scene = line.moving.at(1600, {3});
    QCOMPARE(scene.lines.size(), std::size_t{1});
    QVERIFY(scene.lines.front().color == detail::marked_link && std::get<LinkTag>(scene.lines.front().tag).link == 3);
}

void NetworkMotionTest::a_time_is_a_moment_of_a_step() {
    ScheduleCost cost;
    for (double const time : {2.0, 0.0, 4.0}) {
        cost.steps.emplace_back();
        cost.steps.back().time = time;
    }
    QCOMPARE(moment_after(cost, 0), (NetworkMoment{0, 0}));
    QCOMPARE(moment_after(cost, 1), (NetworkMoment{0, 0.5}));
    QCOMPARE(moment_after(cost, 2), (NetworkMoment{2, 0}));
    QCOMPARE(moment_after(cost, 5), (NetworkMoment{2, 0.75}));
    QCOMPARE(moment_after(cost, 7), (NetworkMoment{2, 1}));
}

void NetworkMotionTest::the_picture_says_when_it_is() {
    Line const line = two_that_meet();
    auto const scene = network_picture_at(*line.schedule, line.site, {0, 0.5});
    QVERIFY(scene);
    auto const texts = texts_of(*scene);
    QVERIFY(std::ranges::count(texts, "unscheduled on mesh(1,4), step 1 of 1") == 1);
    QVERIFY(std::ranges::count(texts, "50 % of the step; 800 B wait for links") == 1);
    QVERIFY(std::ranges::count(texts, "Each dot is 100 B of a message, in the colour of its sender.") == 1);
}

TEST_CLASS(NetworkMotionTest)
#include "network_motion_test.moc"
