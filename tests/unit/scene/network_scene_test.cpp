// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of pictures of networks.
#include "libcore/scene/network/network_scene.hpp"

#include "libcore/network/busy_links.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/link_styles.hpp"
#include "libcore/scene/pictures.hpp"
#include "libcore/scene/svg.hpp"
#include "libcore/schedule/algorithm.hpp"
#include "tests/suite/qt_suite.hpp"

#include <algorithm>
#include <set>

using namespace tessera;

namespace {

constexpr char const* nets[] = {"mesh(4,4)",    "mesh(5)",  "mesh(2,3,4)",     "torus(4,4)",       "torus(4,4,4)",
                                "hypercube(4)", "cm5(16)",  "cm5(64)",         "fattree(4,2)",     "fattree(2,4)",
                                "crossbar(16)", "bus(9)",   "clusters(8,4,2)", "dragonfly(5,4,2)", "dragonfly(1,3,2)",
                                "mesh(1,1)",    "torus(2)", "hypercube(6)"};

struct Drawn {
    std::shared_ptr<Topology const> net;
    std::shared_ptr<Schedule const> schedule;
    NetworkTraffic traffic;
    Scene scene;
};

Drawn draw(char const* topology, char const* algorithm, std::optional<int> step, MessageSet const& messages,
           std::vector<int> marked = {}) {
    auto const net = make_topology(topology);
    auto const schedule = make_schedule(algorithm, messages);
    if (!net || !schedule) qFatal("%s, %s", topology, algorithm);
    NetworkTraffic const traffic = traffic_of(**schedule, **net, Placement::row_major(messages.size()), step).value();
    return {*net, *schedule, traffic, network_scene(**net, traffic, {"title", "in this step", {std::move(marked), ""}})};
}

/// Everybody to everybody on all nodes.
Drawn draw(char const* topology, std::optional<int> step = 0) {
    int const nodes = (*make_topology(topology))->nodes();
    return draw(topology, "gen", nodes > 1 ? step : std::nullopt, *MessageSet::all_to_all(nodes, 1000));
}

struct Box {
    double left = 0;
    double top = 0;
    double right = 0;
    double bottom = 0;
};

Box edges_of(SceneText const& text) {
    double const width = detail::text_width(text.text, text.size);
    double const left = text.anchor == SceneText::Anchor::Start ? text.x : text.x - width / 2;
    return {left, text.y - text.size / 2, left + width, text.y + text.size / 2};
}

void add_nets() {
    QTest::addColumn<QString>("net");
    for (char const* net : nets) QTest::newRow(net) << net;
}

} // namespace

class NetworkSceneTest : public QObject {
    Q_OBJECT

  private slots:
    void traffic_of_a_step_by_hand();
    void traffic_of_all_steps_is_their_sum();
    void the_busiest_step_is_found();
    void counting_stops_when_asked();
    void everything_has_its_tag_data() { add_nets(); }
    void everything_has_its_tag();
    void everything_is_within_the_picture_data() { add_nets(); }
    void everything_is_within_the_picture();
    void texts_do_not_touch_data() { add_nets(); }
    void texts_do_not_touch();
    void nodes_do_not_touch_data() { add_nets(); }
    void nodes_do_not_touch();
    void opposite_links_lie_apart();
    void lines_are_hit();
    void numbers_say_the_load();
    void more_load_is_darker_and_thicker();
    void different_lengths_are_shown_in_bytes();
    void idle_ranks_and_empty_nodes_differ();
    void wrapping_links_have_two_stubs();
    void a_bus_is_one_bar();
    void a_marked_link_has_a_border_and_its_load();
    void compared_pictures_have_one_scale();
    void a_route_is_explained();
    void large_networks_are_cells();
    void numbers_keep_their_units();
    void huge_networks_are_not_drawn();
    void svg_has_shapes_and_tooltips();
};

/// 1x3, rank 0 sends to 2 and 1 to 2: the second link carries both.
void NetworkSceneTest::traffic_of_a_step_by_hand() {
    std::vector<MessageSet::Triple> const triples{{0, 2, 10}, {1, 2, 30}};
    Drawn const drawn = draw("mesh(1,4)", "unscheduled", 0, *MessageSet::of(triples));
    NetworkTraffic const& traffic = drawn.traffic;
    QCOMPARE(traffic.transfers, Index{2});
    QCOMPARE(traffic.longest, Index{30});
    QVERIFY(!traffic.equal_lengths);
    QCOMPARE(traffic.busy, (std::vector<char>{1, 1, 1, 0}));
    QVERIFY(traffic.ranks[2] == 2 && !traffic.ranks[3]);
    QCOMPARE(traffic.loads.max_load, 2.0);
    QCOMPARE(traffic.loads.max_load_bytes, 40.0);
    QCOMPARE(traffic.most_shown(*drawn.net), 40.0);
    Link const& busiest = drawn.net->links()[static_cast<std::size_t>(traffic.loads.busiest)];
    QVERIFY(busiest.from == 1 && busiest.to == 2);
}

void NetworkSceneTest::traffic_of_all_steps_is_their_sum() {
    MessageSet const messages = *MessageSet::all_to_all(12, 8);
    Drawn const all = draw("mesh(3,4)", "gen", std::nullopt, messages);
    std::vector<Index> sum(all.net->links().size(), 0);
    for (int step = 0; step < all.schedule->steps(); ++step) {
        Drawn const one = draw("mesh(3,4)", "gen", step, messages);
        for (std::size_t link = 0; link < sum.size(); ++link) sum[link] += one.traffic.loads.messages[link];
    }
    QCOMPARE(all.traffic.loads.messages, sum);
    QCOMPARE(all.traffic.transfers, Index{12 * 11});
    QCOMPARE(all.traffic.loads.max_load, static_cast<double>(*std::ranges::max_element(sum)));
    QVERIFY(!all.traffic.single_step);
}

/// pex on 8x8: f(i) is 4 first in step 4.
void NetworkSceneTest::the_busiest_step_is_found() {
    auto const net = make_topology("mesh(8,8)");
    auto const pex = make_schedule("pex", *MessageSet::all_to_all(64, 8));
    QCOMPARE(busiest_step(**pex, **net, Placement::row_major(64)), 3);
    auto const nothing = make_schedule("pex", *MessageSet::all_to_all(64, 0));
    QCOMPARE(busiest_step(**nothing, **net, Placement::row_major(64)), 0);
}

void NetworkSceneTest::everything_has_its_tag() {
    QFETCH(QString, net);
    Drawn const drawn = draw(qPrintable(net));
    std::set<Index> vertices;
    for (SceneRect const& rect : drawn.scene.rects)
        if (std::holds_alternative<VertexTag>(rect.tag)) {
            vertices.insert(std::get<VertexTag>(rect.tag).vertex);
            QVERIFY(!rect.tooltip.empty());
            SceneRect const* const hit = drawn.scene.hit(rect.x + rect.width / 2, rect.y + rect.height / 2);
            QVERIFY(hit != nullptr && hit->tag == rect.tag);
        }
    int const expected = net.startsWith("bus") ? drawn.net->nodes() : drawn.net->vertices();
    QCOMPARE(static_cast<int>(vertices.size()), expected);
    std::set<Index> links;
    for (SceneLine const& line : drawn.scene.lines)
        if (std::holds_alternative<LinkTag>(line.tag)) {
            links.insert(std::get<LinkTag>(line.tag).link);
            QVERIFY(!line.tooltip.empty());
        }
    QCOMPARE(links.size(), drawn.net->links().size());
}

void NetworkSceneTest::everything_is_within_the_picture() {
    QFETCH(QString, net);
    Scene const scene = draw(qPrintable(net)).scene;
    auto const inside = [&](double x, double y) { return x >= 0 && y >= 0 && x <= scene.width && y <= scene.height; };
    for (SceneRect const& rect : scene.rects) QVERIFY(inside(rect.x, rect.y) && inside(rect.x + rect.width, rect.y + rect.height));
    for (SceneLine const& line : scene.lines) QVERIFY(inside(line.x1, line.y1) && inside(line.x2, line.y2));
    for (ScenePolygon const& polygon : scene.polygons)
        for (auto const& [x, y] : polygon.points) QVERIFY(inside(x, y));
    for (SceneText const& text : scene.texts) {
        Box const box = edges_of(text);
        QVERIFY2(inside(box.left, box.top) && inside(box.right, box.bottom), text.text.c_str());
    }
}

void NetworkSceneTest::texts_do_not_touch() {
    QFETCH(QString, net);
    Scene const scene = draw(qPrintable(net)).scene;
    for (std::size_t i = 0; i < scene.texts.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            Box const a = edges_of(scene.texts[i]);
            Box const b = edges_of(scene.texts[j]);
            bool const touch = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            QVERIFY2(!touch, qPrintable(QString("'%1' and '%2'").arg(scene.texts[i].text.c_str(), scene.texts[j].text.c_str())));
        }
}

void NetworkSceneTest::nodes_do_not_touch() {
    QFETCH(QString, net);
    Scene const scene = draw(qPrintable(net)).scene;
    std::vector<SceneRect> vertices;
    std::ranges::copy_if(scene.rects, std::back_inserter(vertices),
                         [](SceneRect const& rect) { return std::holds_alternative<VertexTag>(rect.tag); });
    for (std::size_t i = 0; i < vertices.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            SceneRect const& a = vertices[i];
            SceneRect const& b = vertices[j];
            QVERIFY2(
                a.x + a.width < b.x || b.x + b.width < a.x || a.y + a.height < b.y || b.y + b.height < a.y,
                qPrintable(QString("%1 and %2").arg(std::get<VertexTag>(a.tag).vertex).arg(std::get<VertexTag>(b.tag).vertex)));
        }
}

/// Traffic keeps to the right: from 0 to 1, which goes to the right, the line is the lower one (y points down).
void NetworkSceneTest::opposite_links_lie_apart() {
    Drawn const drawn = draw("mesh(1,2)");
    std::vector<SceneLine> lines;
    std::ranges::copy_if(drawn.scene.lines, std::back_inserter(lines),
                         [](SceneLine const& line) { return std::holds_alternative<LinkTag>(line.tag); });
    QCOMPARE(lines.size(), std::size_t{2});
    for (SceneLine const& line : lines) {
        bool const forth = drawn.net->links()[static_cast<std::size_t>(std::get<LinkTag>(line.tag).link)].from == 0;
        QCOMPARE(line.x2 > line.x1, forth);
        QCOMPARE(line.y1 > (lines[0].y1 + lines[1].y1) / 2, forth);
    }
}

void NetworkSceneTest::lines_are_hit() {
    Drawn const drawn = draw("mesh(3,3)");
    for (SceneLine const& line : drawn.scene.lines) {
        if (!std::holds_alternative<LinkTag>(line.tag)) continue;
        SceneLine const* const hit = drawn.scene.hit_line((line.x1 + line.x2) / 2, (line.y1 + line.y2) / 2, 2);
        QVERIFY(hit != nullptr && hit->tag == line.tag);
    }
    QVERIFY(drawn.scene.hit_line(1, drawn.scene.height - 1) == nullptr);
}

/// gen, step 2 on a line of four: 0 -> 2 and 1 -> 3 share the middle link, 2 -> 0 and 3 -> 1 the one back.
void NetworkSceneTest::numbers_say_the_load() {
    Drawn const drawn = draw("mesh(1,4)", 1);
    auto const count = [&](char const* text) {
        return std::ranges::count_if(drawn.scene.texts, [&](SceneText const& t) { return t.text == text && t.size == 10; });
    };
    QCOMPARE(count("2"), 2);
    QCOMPARE(count("1"), 4);
}

void NetworkSceneTest::more_load_is_darker_and_thicker() {
    Drawn const drawn = draw("mesh(1,4)", 1);
    auto const line = [&](int from, int to) {
        return *std::ranges::find_if(drawn.scene.lines, [&](SceneLine const& each) {
            if (!std::holds_alternative<LinkTag>(each.tag)) return false;
            Link const& link = drawn.net->links()[static_cast<std::size_t>(std::get<LinkTag>(each.tag).link)];
            return link.from == from && link.to == to;
        });
    };
    QVERIFY(line(1, 2).width > line(0, 1).width);
    QVERIFY(luminance(line(1, 2).color) < luminance(line(0, 1).color));
    QCOMPARE(line(1, 2).tooltip, std::string("link 1 to 2: 2 messages, 2.0 KiB"));
}

void NetworkSceneTest::different_lengths_are_shown_in_bytes() {
    std::vector<MessageSet::Triple> const triples{{0, 1, 2048}, {1, 0, 1024}};
    Scene const scene = draw("mesh(1,2)", "unscheduled", 0, *MessageSet::of(triples)).scene;
    auto const has = [&](char const* text) { return std::ranges::count(scene.texts, text, &SceneText::text) > 0; };
    QVERIFY(has("2 KiB"));
    QVERIFY(has("1 KiB"));
    QVERIFY(has("bytes on a link in this step"));
}

void NetworkSceneTest::idle_ranks_and_empty_nodes_differ() {
    std::vector<MessageSet::Triple> const triples{{0, 1, 8}};
    Scene const scene = draw("mesh(1,4)", "unscheduled", 0, *MessageSet::of(triples, std::vector<Rank>{0, 1, 2})).scene;
    std::vector<Color> fills(4);
    for (SceneRect const& rect : scene.rects)
        if (std::holds_alternative<VertexTag>(rect.tag))
            fills[static_cast<std::size_t>(std::get<VertexTag>(rect.tag).vertex)] = rect.fill;
    QVERIFY(fills[0] == fills[1] && fills[1] != fills[2] && fills[2] != fills[3] && fills[3] != fills[0]);
}

void NetworkSceneTest::wrapping_links_have_two_stubs() {
    Drawn const drawn = draw("torus(4)");
    for (int link = 0; link < static_cast<int>(drawn.net->links().size()); ++link) {
        auto const lines =
            std::ranges::count_if(drawn.scene.lines, [link](SceneLine const& line) { return line.tag == SceneTag(LinkTag{link}); });
        QCOMPARE(lines, drawn.net->wraps(link) ? 2 : 1);
    }
    auto const wraps = std::ranges::count_if(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}, [&](int l) { return drawn.net->wraps(l); });
    QCOMPARE(wraps, 2);
}

void NetworkSceneTest::counting_stops_when_asked() {
    std::stop_source stop;
    Watch const watch(stop.get_token());
    Drawn const drawn = draw("mesh(2,2)", "gen", std::nullopt, *MessageSet::all_to_all(4, 8));
    Placement const placement = Placement::row_major(4);
    int steps = 0;
    auto const count = [&](Transfer const& transfer) {
        if (transfer.from == 0) ++steps;
        stop.request_stop();
    };
    auto const through = for_each_through(*drawn.schedule, *drawn.net, placement, std::nullopt, 0, count, watch);
    QVERIFY(!through && is_stopped(through.error()));
    QVERIFY(steps < drawn.schedule->steps());
    auto const traffic = traffic_of(*drawn.schedule, *drawn.net, placement, std::nullopt, watch);
    QVERIFY(!traffic && is_stopped(traffic.error()));
}

void NetworkSceneTest::a_bus_is_one_bar() {
    Drawn const drawn = draw("bus(4)");
    QCOMPARE(
        std::ranges::count_if(drawn.scene.lines, [](SceneLine const& line) { return std::holds_alternative<LinkTag>(line.tag); }),
        1);
    QCOMPARE(std::ranges::count(drawn.scene.texts, std::string("4"), &SceneText::text), 2); // on the bar, and in the scale
}

void NetworkSceneTest::a_marked_link_has_a_border_and_its_load() {
    Drawn const plain = draw("mesh(2,2)", "gen", 0, *MessageSet::all_to_all(4, 8));
    Drawn const drawn = draw("mesh(2,2)", "gen", 0, *MessageSet::all_to_all(4, 8), {3});
    std::vector<SceneLine> borders;
    std::vector<SceneLine> links;
    for (SceneLine const& line : drawn.scene.lines) (line.color == detail::marked_link ? borders : links).push_back(line);
    QCOMPARE(borders.size(), std::size_t{1});
    QCOMPARE(links.size(), plain.scene.lines.size());
    QVERIFY(borders[0].width > std::ranges::find(links, SceneTag(LinkTag{3}), &SceneLine::tag)->width);
    for (std::size_t i = 0; i < links.size(); ++i) QVERIFY(links[i].color == plain.scene.lines[i].color);
}

/// Two schedules that send 8 and 64 bytes at once have one scale, in bytes.
void NetworkSceneTest::compared_pictures_have_one_scale() {
    Drawn one = draw("mesh(2,2)", "gen", 0, *MessageSet::all_to_all(4, 8));
    Drawn other = draw("mesh(2,2)", "gen", 0, *MessageSet::all_to_all(4, 64));
    auto const color = [](Drawn const& drawn) {
        Scene const scene = network_scene(*drawn.net, drawn.traffic, {"title", "in this step"});
        return std::ranges::find(scene.lines, SceneTag(LinkTag{drawn.traffic.loads.busiest}), &SceneLine::tag)->color;
    };
    QVERIFY(color(one) == color(other)); // each is the darkest of its own picture
    use_one_scale(one.traffic, other.traffic, *one.net);
    QVERIFY(!one.traffic.equal_lengths && !other.traffic.equal_lengths);
    QCOMPARE(one.traffic.scale_end(*one.net), other.traffic.scale_end(*other.net));
    QVERIFY(luminance(color(one)) > luminance(color(other)));
}

/// The note says when the message travels.
void NetworkSceneTest::a_route_is_explained() {
    auto const net = make_topology("mesh(2,2)").value();
    Site const site = Site::borrowed(*net, Placement::row_major(4), nullptr);
    SitedSchedule const sited{site, make_schedule("pex", *MessageSet::all_to_all(4, 8)).value(), ""};
    NetworkHighlight const route{.message = std::pair<Rank, Rank>(0, 3), .link = {}};
    QVERIFY(marks_of(sited, 2, route).note.ends_with("Its message travels in this step."));
    QVERIFY(marks_of(sited, 0, route).note.ends_with("Its message travels in step 3, not in step 1."));
    QVERIFY(marks_of(sited, std::nullopt, route).note.ends_with("Its message travels in step 3."));
    QCOMPARE(marks_of(sited, 0, route).links.size(), std::size_t{2});
    Scene const scene = network_picture(sited, 0, route).value();
    QVERIFY(std::ranges::any_of(scene.texts,
                                [](SceneText const& text) { return text.text.find("not in step 1") != std::string::npos; }));
}

/// 1024 nodes are cells; no cell is black, and the busiest links are named.
void NetworkSceneTest::large_networks_are_cells() {
    Drawn const drawn = draw("mesh(32,32)", "gen", 7, *MessageSet::all_to_all(1024, 8));
    Scene const& scene = drawn.scene;
    QVERIFY(scene.width <= 640 && scene.height <= 900);
    std::set<int> vertices;
    std::set<std::string> colors;
    for (SceneRect const& rect : scene.rects) {
        auto const* const vertex = std::get_if<VertexTag>(&rect.tag);
        if (!vertex) continue;
        vertices.insert(vertex->vertex);
        colors.insert(hex(rect.fill));
        QVERIFY(!(rect.fill == ink));
        QVERIFY2(rect.tooltip.starts_with("rank "), rect.tooltip.c_str());
    }
    QCOMPARE(vertices.size(), std::size_t{1024});
    QVERIFY(colors.size() > 2);
    QVERIFY(std::ranges::any_of(scene.texts, [](SceneText const& text) { return text.text.starts_with("The busiest links: "); }));
    Scene const dragonfly = draw("dragonfly(16,8,8)", "gen", 0, *MessageSet::all_to_all(1024, 8)).scene;
    QVERIFY(dragonfly.width <= 640 && dragonfly.height <= 900);
}

/// "756" and "B" do not stand on two lines, nor "25" and "280".
void NetworkSceneTest::numbers_keep_their_units() {
    auto const lines = [](std::string const& text, std::string const& fits) {
        return detail::wrapped(text, 12, detail::text_width(fits, 12));
    };
    QCOMPARE(lines("2 messages, 756 B", "2 messages, 756"), (std::vector<std::string>{"2 messages,", "756 B"}));
    QCOMPARE(lines("it has 25 280 links", "it has 25"), (std::vector<std::string>{"it has", "25 280", "links"}));
    QCOMPARE(lines("step 3 of 15", "step 3"), (std::vector<std::string>{"step 3", "of 15"}));
}

/// In motion each link is drawn; at rest a cell stands for several vertices.
void NetworkSceneTest::huge_networks_are_not_drawn() {
    Drawn const drawn = draw("mesh(80,80)", "unscheduled", 0, *MessageSet::of(std::vector<MessageSet::Triple>{{0, 1, 8}}));
    QVERIFY(std::ranges::any_of(drawn.scene.texts,
                                [](SceneText const& text) { return text.text.find("up to 4 vertices") != std::string::npos; }));
    Scene const moving = network_scene(*drawn.net, drawn.traffic, {.title = "title", .when = "now", .in_motion = true});
    QVERIFY(moving.lines.empty());
    QVERIFY(std::ranges::any_of(moving.texts, [](SceneText const& text) {
        return text.text == "mesh(80,80) has 25 280 links, too many to draw; the most is 20 000.";
    }));
}

void NetworkSceneTest::svg_has_shapes_and_tooltips() {
    std::string const svg = to_svg(draw("mesh(1,2)").scene);
    QVERIFY(svg.find("<polygon points=\"") != std::string::npos);
    QVERIFY(svg.find("<title>link 0 to 1: 1 message, 1000 B</title></line>") != std::string::npos);
    QVERIFY(svg.find("<title>rank 0 on node 0</title></rect>") != std::string::npos);
    QCOMPARE(svg, to_svg(draw("mesh(1,2)").scene));
}

TEST_CLASS(NetworkSceneTest)
#include "network_scene_test.moc"
