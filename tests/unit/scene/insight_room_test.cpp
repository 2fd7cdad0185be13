// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests that pictures that explain one thing show what they are about, and have room for their words, for odd jobs, too.
#include "libcore/redist/redist_plan.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/insight.hpp"
#include "libcore/scene/ownership/memory_scene.hpp"
#include "libcore/scene/ownership/rhythm_scene.hpp"
#include "libcore/scene/ownership/template_scene.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

#include <set>

namespace tessera {

class InsightRoomTest : public QObject {
    Q_OBJECT
  private slots:
    void nothing_is_cut_or_written_over_data();
    void nothing_is_cut_or_written_over();
    void the_lattice_shows_the_first_element();
    void long_memories_show_what_is_held();
    void the_shadow_lies_around_the_block();
    void lanes_are_those_that_meet_on_the_ruler();
    void rhythms_longer_than_the_array_are_told();
    void the_mean_strikes_no_words_through();
    void strips_have_the_size_they_are_given_data();
    void strips_have_the_size_they_are_given();
};

namespace {

Job odd_job(std::string const& text) {
    auto job = parse_job(text, "odd.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *std::move(job);
}

RedistPlan odd_plan(std::string const& text) {
    Job const job = odd_job(text);
    Movement const moved = job.movements()->front();
    return RedistPlan::make(*Mapping::make(moved.source), *Mapping::make(moved.target), moved.map).value();
}

struct TextBox {
    double left, right, top, bottom;
};

/// A little smaller than what is reserved: letters that touch are no fault.
TextBox box_of(SceneText const& text) {
    double const width = 0.9 * detail::text_width(text.text, text.size);
    double const left = text.anchor == SceneText::Anchor::Start    ? text.x
                        : text.anchor == SceneText::Anchor::Middle ? text.x - width / 2
                                                                   : text.x - width;
    return {left, left + width, text.y - 0.4 * text.size, text.y + 0.4 * text.size};
}

bool has_words(Scene const& scene, std::string const& words) {
    return std::ranges::any_of(scene.texts, [&](SceneText const& each) { return each.text.find(words) != std::string::npos; });
}

/// Filled with the colour of the rank, not paler.
Index strong_cells(Scene const& scene, Rank rank, Index panel) {
    return std::ranges::count_if(scene.rects, [&](SceneRect const& each) {
        auto const* const cell = std::get_if<CellsTag>(&each.tag);
        return cell && cell->panel == panel && cell->rank == rank && each.fill == rank_color(rank);
    });
}

std::string const long_blocks = "real*8 A(100000)\n!hpf$ processors P(1024)\n!hpf$ distribute A(block) onto P\n";

} // namespace

void InsightRoomTest::nothing_is_cut_or_written_over_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("offset") << "real A(20)\n!hpf$ template T(50)\n!hpf$ align A(i) with T(2*i+7)\n!hpf$ processors P(4)\n"
                               "!hpf$ distribute T(block) onto P\n";
    QTest::newRow("star") << "real A(24)\n!hpf$ template T(3,24)\n!hpf$ align A(i) with T(*,i)\n!hpf$ processors P(3,4)\n"
                             "!hpf$ distribute T(block,block) onto P\n";
    QTest::newRow("many ranks") << QString::fromStdString(long_blocks + "!hpf$ redistribute A(cyclic) onto P\n");
    QTest::newRow("huge") << "real*8 A(1000000000000)\n!hpf$ processors P(1000)\n!hpf$ distribute A(cyclic(7)) onto P\n"
                             "!hpf$ redistribute A(cyclic(11)) onto P\n";
    QTest::newRow("uneven") << "real A(20)\n!hpf$ processors P(4)\n!hpf$ distribute A(gen_block((/3,0,12,5/))) onto P\n"
                               "!hpf$ redistribute A(cyclic(3)) onto P\n";
    QTest::newRow("three dimensions") << "real A(12,10,8)\n!hpf$ shadow A(1,0,2)\n!hpf$ processors P(2,2,2)\n"
                                         "!hpf$ distribute A(block,cyclic(2),block) onto P\n"
                                         "!hpf$ redistribute A(cyclic,block,block) onto P\n";
    QTest::newRow("one") << "real A(1)\n!hpf$ processors P(1)\n!hpf$ distribute A(block) onto P\n";
}

void InsightRoomTest::nothing_is_cut_or_written_over() {
    QFETCH(QString, text);
    auto const plan = odd_plan(text.toStdString());
    std::vector<Scene> scenes;
    for (Insight const kind : all_insights)
        if (is_of_state(kind))
            if (auto scene = state_insight(kind, plan.source(), std::nullopt, std::nullopt)) scenes.push_back(*std::move(scene));
    if (auto scene = rhythm_scene(plan)) scenes.push_back(*std::move(scene));
    QVERIFY(scenes.size() >= 2);
    for (Scene const& scene : scenes) {
        for (SceneRect const& rect : scene.rects)
            QVERIFY2(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= scene.width && rect.y + rect.height <= scene.height,
                     scene.title.c_str());
        for (std::size_t i = 0; i < scene.texts.size(); ++i) {
            TextBox const box = box_of(scene.texts[i]);
            std::string const where = scene.title + ": " + scene.texts[i].text;
            QVERIFY2(box.left >= 0 && box.right <= scene.width && box.bottom <= scene.height, where.c_str());
            for (std::size_t j = 0; j < i; ++j) {
                TextBox const other = box_of(scene.texts[j]);
                bool const apart =
                    box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top;
                QVERIFY2(apart, (where + " | " + scene.texts[j].text).c_str());
            }
        }
    }
}

/// However far it is from the template's first position.
void InsightRoomTest::the_lattice_shows_the_first_element() {
    for (std::string const align : {"T(3*i+500)", "T(900-3*i)"}) {
        auto const plan = odd_plan("real A(40)\n!hpf$ template T(1000)\n!hpf$ align A(i) with " + align +
                                   "\n!hpf$ processors P(16)\n!hpf$ distribute T(cyclic(10)) onto P\n");
        auto const scene = template_scene(plan.source());
        QVERIFY(scene.has_value());
        Index first = 1000;
        for (Index position = 999; position >= 0; --position)
            if (index_on_template(plan.source().spec(), 0, position)) first = position;
        bool const seen = std::ranges::any_of(scene->rects, [&](SceneRect const& each) {
            auto const* const cell = std::get_if<CellsTag>(&each.tag);
            return cell && cell->columns.begin == first && each.fill == rank_color(static_cast<Rank>(cell->rank));
        });
        QVERIFY2(seen && has_words(*scene, "Only 72 of the 1000 positions") && has_words(*scene, "rank "), align.c_str());
        QVERIFY(has_words(*scene, "align A(i) with T("));
    }
}

void InsightRoomTest::long_memories_show_what_is_held() {
    auto const mapping = odd_plan(long_blocks).source();
    for (Rank const rank : {0, 500, 1020}) {
        auto const scene = memory_scene(mapping, rank);
        QVERIFY(scene.has_value());
        QVERIFY(strong_cells(*scene, rank, 0) > 0);
    }
    auto const scene = memory_scene(mapping, 500, Extents{49'090}); // 0-based, in the rank's last third
    QVERIFY(!scene->lines.empty());                                 // its frame
    QVERIFY(has_words(*scene, "A(49091) @"));                       // in the picture of the memory, too
    QVERIFY(has_words(*scene, "slots "));
}

/// In the picture of the whole array, too: one row above the block of the second row of ranks.
void InsightRoomTest::the_shadow_lies_around_the_block() {
    auto const mapping =
        odd_plan("real A(12,6)\n!hpf$ processors P(3,2)\n!hpf$ shadow A(1:0,0)\n!hpf$ distribute A(block,block) onto P\n").source();
    auto const scene = memory_scene(mapping, 2);
    QVERIFY(scene.has_value());
    std::vector<Extents> pale;
    for (SceneRect const& each : scene->rects)
        if (each.tooltip.ends_with("in the shadow"))
            pale.push_back({std::get<CellsTag>(each.tag).rows.begin, std::get<CellsTag>(each.tag).columns.begin});
    QCOMPARE(pale, (std::vector<Extents>{{3, 0}, {3, 1}, {3, 2}}));
    QCOMPARE(strong_cells(*scene, 2, 0), Index(12));
    QVERIFY(has_words(*memory_scene(mapping, 0), "memory reserved, never filled")); // nothing is above the first block
    QVERIFY(!has_words(*scene, "memory reserved, never filled"));
}

void InsightRoomTest::lanes_are_those_that_meet_on_the_ruler() {
    auto const scene = rhythm_scene(odd_plan("real*8 A(1000000000000)\n!hpf$ processors P(1000)\n!hpf$ distribute A(cyclic(7)) "
                                             "onto P\n!hpf$ redistribute A(cyclic(11)) onto P\n"));
    QVERIFY(scene.has_value());
    std::set<double> lanes;
    for (SceneRect const& each : scene->rects)
        if (each.tooltip.find(" to ") != std::string::npos && each.height == 10) lanes.insert(each.y);
    QCOMPARE(lanes.size(), std::size_t(28)); // none of them is empty
    QVERIFY(has_words(*scene, "7 \u2192 5"));
}

void InsightRoomTest::rhythms_longer_than_the_array_are_told() {
    std::string const text = "\n!hpf$ processors P(5), Q(3)\n!hpf$ distribute A(cyclic(4)) onto P\n!hpf$ redistribute A(cyclic(6)) "
                             "onto Q\n";
    QVERIFY(has_words(*rhythm_scene(odd_plan("real A(37)" + text)), "would repeat after 180 indices"));
    QVERIFY(has_words(*rhythm_scene(odd_plan("real A(400)" + text)), "together repeat after 180 indices, the least common"));
}

void InsightRoomTest::the_mean_strikes_no_words_through() {
    auto const mapping =
        odd_plan("real A(20)\n!hpf$ processors P(4)\n!hpf$ distribute A(gen_block((/3,0,12,5/))) onto P\n").source();
    auto const scene = state_insight(Insight::Balance, mapping, std::nullopt, std::nullopt);
    QVERIFY(scene.has_value() && scene->lines.size() == 1);
    for (SceneText const& text : scene->texts) {
        TextBox const box = box_of(text);
        bool const beside = scene->lines[0].x1 <= box.left || scene->lines[0].x1 >= box.right;
        QVERIFY2(beside || box.bottom < scene->lines[0].y1 || box.top > scene->lines[0].y2, text.text.c_str());
    }
    QVERIFY(has_words(*scene, "mean 5"));
}

void InsightRoomTest::strips_have_the_size_they_are_given_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<Index>("last");
    QTest::newRow("lines") << QString::fromStdString(long_blocks) << Index{97};
    QTest::newRow("few") << "real A(9)\n!hpf$ processors P(3)\n!hpf$ distribute A(block) onto P\n" << Index{2};
    QTest::newRow("table") << "real A(640,300)\n!hpf$ processors P(2,2)\n!hpf$ shadow A(1,2)\n!hpf$ distribute A(block,block) "
                              "onto P\n"
                           << Index{149 * 322 + 319};
    QTest::newRow("three dimensions") << "real A(12,10,8)\n!hpf$ processors P(2,2,2)\n!hpf$ distribute A(block,block,block) onto "
                                         "P\n"
                                      << Index{119};
}

/// Every slot is found in one: in that of the element which lies there. Nothing sticks out.
void InsightRoomTest::strips_have_the_size_they_are_given() {
    QFETCH(QString, text);
    QFETCH(Index, last);
    auto const mapping = odd_plan(text.toStdString()).source();
    LocalLayout const layout(mapping, 0);
    std::set<std::string> seen;
    for (Index offset = 0; offset <= last; offset += std::max<Index>(last / 40, 1)) {
        QCOMPARE(slot_at(mapping, layout, allocated_at(layout, offset)).offset, offset);
        auto const element = slot_at(mapping, layout, allocated_at(layout, offset)).global;
        if (!element || !layout.owned().contains(*element)) continue;
        auto const strip = memory_strip(mapping, mapping.grid().rank(0), element, 420, 110);
        QVERIFY(strip && strip->width == 420 && strip->height == 110);
        for (SceneRect const& rect : strip->rects)
            QVERIFY(rect.x >= 0 && rect.x + rect.width <= strip->width && rect.y + rect.height <= strip->height);
        std::string const start = "offset " + std::to_string(offset) + ": ";
        QVERIFY2(std::ranges::count_if(strip->rects, [&](auto const& each) { return each.tooltip.starts_with(start); }) == 1,
                 start.c_str());
        QCOMPARE(strip->lines.size(), std::size_t(8)); // the frame
        QVERIFY(strip->title.ends_with("at offset " + std::to_string(offset)));
        seen.insert(start);
    }
    QVERIFY(seen.size() > 2);
    QVERIFY(!memory_strip(mapping, 5000, std::nullopt, 420, 110));
}

} // namespace tessera

APPLICATION_TEST_CLASS(QCoreApplication, tessera::InsightRoomTest)
#include "insight_room_test.moc"
