// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the pictures that explain one thing, against walks over all elements.
#include "libcore/scene/insight.hpp"

#include "libcore/redist/redist_plan.hpp"
#include "libcore/scene/detail/drawing.hpp"
#include "libcore/scene/detail/waste_lanes.hpp"
#include "libcore/scene/ownership/memory_scene.hpp"
#include "libcore/scene/ownership/rhythm_scene.hpp"
#include "libcore/scene/ownership/template_scene.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/io/file_sections.hpp"

#include <map>
#include <random>
#include <set>

namespace tessera {

class InsightTest : public QObject {
    Q_OBJECT
  private slots:
    void every_position_of_a_template_is_known_data();
    void every_position_of_a_template_is_known();
    void the_lattice_has_the_owners_of_its_elements();
    void without_a_template_there_is_no_lattice();
    void every_slot_has_its_element_data();
    void every_slot_has_its_element();
    void pairs_that_never_talk_are_counted_data();
    void pairs_that_never_talk_are_counted();
    void stages_end_where_the_job_ends();
    void stages_have_no_cells_without_an_owner();
    void bars_are_as_long_as_what_ranks_hold_data();
    void bars_are_as_long_as_what_ranks_hold();
    void words_do_not_widen_pictures();
    void lanes_of_waste_add_up();
};

namespace {

std::string const insight_job = "real A(30,20)\n!hpf$ processors P(4,2)\n!hpf$ template T(-3:70,40)\n";

Job job_of(std::string const& text) {
    auto job = parse_job(text, "test.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *std::move(job);
}

Mapping mapping_of(std::string const& text) {
    return Mapping::make(job_of(text).arrays.front().states.front()).value();
}

RedistPlan moved_by(std::string const& text) {
    Job const job = job_of(text);
    auto const movements = job.movements();
    Movement const& moved = movements->front();
    return RedistPlan::make(*Mapping::make(moved.source), *Mapping::make(moved.target), moved.map).value();
}

std::set<std::string> texts_of(Scene const& scene) {
    std::set<std::string> texts;
    for (SceneText const& text : scene.texts) texts.insert(text.text);
    return texts;
}

} // namespace

void InsightTest::every_position_of_a_template_is_known_data() {
    QTest::addColumn<QString>("align");
    QTest::newRow("strides") << "T(2*i,j+3)";
    QTest::newRow("backward") << "T(67-2*i,40-j)";
    QTest::newRow("turned") << "T(3*j+1,i)";
    QTest::newRow("fixed") << "T(i,7)";
    QTest::newRow("replicated") << "T(i-3,*)";
}

void InsightTest::every_position_of_a_template_is_known() {
    QFETCH(QString, align);
    auto const mapping = mapping_of(insight_job + "!hpf$ align A(i,j) with " + align.toStdString() +
                                    "\n!hpf$ distribute T(block,cyclic(5)) onto P\n");
    MappingSpec const& spec = mapping.spec();
    for (int d = 0; d < 2; ++d) {
        auto const dim = static_cast<std::size_t>(d);
        AlignAxis const& axis = spec.align[dim];
        for (Index position = 0; position < spec.target->extents[dim]; ++position) {
            std::optional<Index> found;
            Index const user = spec.target->lower[dim] + position;
            if (axis.kind == AlignAxis::Kind::Replicated) found = 0;
            if (axis.kind == AlignAxis::Kind::Fixed && user == axis.offset) found = 0;
            if (axis.kind == AlignAxis::Kind::Affine)
                for (Index i = 0; i < spec.array.extents[static_cast<std::size_t>(axis.array_dim)]; ++i)
                    if (axis.stride * (i + spec.array.lower[static_cast<std::size_t>(axis.array_dim)]) + axis.offset == user)
                        found = i;
            QVERIFY(index_on_template(spec, d, position) == found);
        }
    }
}

/// Every element is owned by whoever owns its place; and it is drawn there, in its owner's colour.
void InsightTest::the_lattice_has_the_owners_of_its_elements() {
    auto const mapping = mapping_of("real A(30,30)\n!hpf$ processors P(4,2)\n!hpf$ template T(68,30)\n"
                                    "!hpf$ align A(i,j) with T(2*i,j)\n!hpf$ distribute T(block,cyclic(5)) onto P\n");
    auto const positions = template_mapping(mapping);
    QVERIFY(positions.has_value());
    Index elements = 0;
    for (Index i = 0; i < 68; ++i)
        for (Index j = 0; j < 30; ++j) {
            auto const row = index_on_template(mapping.spec(), 0, i);
            auto const column = index_on_template(mapping.spec(), 1, j);
            if (!row || !column) continue;
            ++elements;
            QCOMPARE(positions->owners(Extents{i, j}).front().rank, mapping.owners(Extents{*row, *column}).front().rank);
        }
    QCOMPARE(elements, Index(900));
    auto const scene = template_scene(mapping, Extents{2, 4});
    QVERIFY(scene.has_value());
    QCOMPARE(scene->rects.size(), std::size_t(68 * 30 + 900 + 2 + 8)); // and swatches: what is meant, and the ranks
    QCOMPARE(scene->lines.size(), std::size_t(4));                     // the frame of the element
    std::string words;                                                 // in as many lines as they take
    for (SceneText const& text : scene->texts) words += text.text + " ";
    QVERIFY(words.find("Dimension 1: the processors hold 17, 17, 17, 17 positions of T, and 8, 9, 8, 5 indices of A") !=
            std::string::npos);
}

void InsightTest::without_a_template_there_is_no_lattice() {
    auto const mapping = mapping_of("real A(30,30)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n");
    QVERIFY(!state_insight(Insight::Template, mapping, std::nullopt, std::nullopt).has_value());
    for (Insight const kind : all_insights) QVERIFY(insight_named(name_of(kind)) == kind);
    QVERIFY(!insight_named("ownership"));
}

void InsightTest::every_slot_has_its_element_data() {
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("low");
    QTest::addColumn<int>("high");
    QTest::newRow("blocks") << "block,block" << 0 << 0;
    QTest::newRow("shadows") << "block,block" << 2 << 1;
    QTest::newRow("cyclic") << "cyclic(3),block" << 0 << 0;
    QTest::newRow("one side") << "block,cyclic" << 0 << 0;
}

void InsightTest::every_slot_has_its_element() {
    QFETCH(QString, format);
    QFETCH(int, low);
    QFETCH(int, high);
    std::string text = "real A(13,9)\n!hpf$ processors P(3,2)\n!hpf$ distribute A(" + format.toStdString() + ") onto P\n";
    if (low + high > 0) text += "!hpf$ shadow A(" + std::to_string(low) + ":" + std::to_string(high) + ",0)\n";
    auto const mapping = mapping_of(text);
    for (Rank rank = 0; rank < 6; ++rank) {
        LocalLayout const layout(mapping, rank);
        std::map<Index, Extents> expected; // of those owned, by offset
        std::set<Extents> around;          // the shadow
        Run const rows = layout.owned().dims()[0].bounds();
        for (Index i = 0; i < 13; ++i)
            for (Index j = 0; j < 9; ++j) {
                Extents const global{i, j};
                if (auto const local = layout.global_to_local(global)) expected[layout.offset(*local)] = global;
                bool const beside = (i >= rows.begin - low && i < rows.begin) || (i >= rows.end && i < rows.end + high);
                if (beside && layout.owned().dims()[1].contains(j)) around.insert(global);
            }
        std::set<Index> offsets;
        for (Index i = 0; i < layout.alloc_shape()[0]; ++i)
            for (Index j = 0; j < layout.alloc_shape()[1]; ++j) {
                MemorySlot const slot = slot_at(mapping, layout, Extents{i, j});
                QVERIFY(offsets.insert(slot.offset).second); // no two share one
                auto const own = expected.find(slot.offset);
                QCOMPARE(!slot.shadow, own != expected.end());
                if (!slot.shadow) QVERIFY(slot.global == own->second);
                if (slot.shadow && slot.global) QCOMPARE(around.erase(*slot.global), std::size_t(1));
            }
        QCOMPARE(static_cast<Index>(offsets.size()), layout.allocation_size());
        QVERIFY(around.empty());
        QVERIFY(memory_scene(mapping, rank, Extents{6, 4}).has_value());
    }
    QVERIFY(!memory_scene(mapping, 6).has_value());
}

void InsightTest::pairs_that_never_talk_are_counted_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::newRow("cyclic") << "(cyclic(3)) onto P"
                            << "(cyclic(2)) onto Q";
    QTest::newRow("multiple") << "(cyclic(2)) onto P"
                              << "(cyclic(8)) onto P";
    QTest::newRow("block") << "(block) onto P"
                           << "(cyclic) onto Q";
}

void InsightTest::pairs_that_never_talk_are_counted() {
    QFETCH(QString, from);
    QFETCH(QString, to);
    auto const plan = moved_by("real A(96)\n!hpf$ processors P(4)\n!hpf$ processors Q(6)\n!hpf$ distribute A" + from.toStdString() +
                               "\n!hpf$ dynamic A\n!hpf$ redistribute A" + to.toStdString() + "\n");
    QVERIFY(rhythm_dim(plan) == std::size_t(0));
    std::set<std::pair<Rank, Rank>> talking;
    for (Index i = 0; i < 96; ++i)
        talking.emplace(plan.source().owners(Extents{i}).front().rank, plan.target().owners(Extents{i}).front().rank);
    auto const scene = rhythm_scene(plan);
    QVERIFY(scene.has_value());
    std::set<std::string> const texts = texts_of(*scene);
    std::size_t lanes = 0;
    for (auto const& [p, q] : talking)
        if (texts.contains(std::to_string(p) + " \u2192 " + std::to_string(q))) ++lanes;
    QCOMPARE(lanes, std::min(talking.size(), std::size_t(28)));
    std::size_t const all = static_cast<std::size_t>(plan.source().grid().size() * plan.target().grid().size());
    std::string const never = std::to_string(all - talking.size()) + " of " + std::to_string(all) + " pairs";
    bool const told = std::ranges::any_of(texts, [&](std::string const& each) { return each.starts_with(never); });
    QCOMPARE(told, talking.size() < all);
    QVERIFY(!rhythm_scene(RedistPlan::make(plan.source(), plan.source()).value()).has_value());
}

/// The last picture of the stages shows the owners after, the first one those before.
void InsightTest::stages_end_where_the_job_ends() {
    std::string const text = "real A(96)\n!hpf$ processors P(4)\n!hpf$ distribute A(cyclic(6)) onto P\n!hpf$ dynamic A\n"
                             "!hpf$ redistribute A(cyclic(4)) onto P\n";
    auto const plan = moved_by(text);
    auto const whole = MultiPlan::make({plan});
    QVERIFY(whole.has_value());
    auto const site = [](int) -> Result<Site> { return fail("no site is needed"); };
    auto const scene = change_insight(Insight::Stages, *whole, "gcd", site);
    QVERIFY2(scene.has_value(), scene ? "" : scene.error().message.c_str());
    std::map<Index, std::map<Rank, Index>> counts; // of cells, by panel and rank
    for (SceneRect const& rect : scene->rects)
        if (auto const* const cell = std::get_if<CellsTag>(&rect.tag))
            counts[cell->panel][static_cast<Rank>(cell->rank)] += cell->columns.size();
    QVERIFY(counts.size() > 2); // there is a stage in between
    for (auto const& [panel, cells] : counts)
        for (Rank rank = 0; rank < 4; ++rank) QCOMPARE(cells.at(rank), Index(24));
    QVERIFY(!change_insight(Insight::Stages, *whole, "nonsense", site).has_value());
}

/// Dealt out finer than there are cells, the beginning is drawn, element by element; and it is said.
void InsightTest::stages_have_no_cells_without_an_owner() {
    auto const plan = moved_by("real A(1000,1000)\n!hpf$ processors P(4)\n!hpf$ distribute A(cyclic(6),*) onto P\n!hpf$ dynamic A\n"
                               "!hpf$ redistribute A(cyclic(4),*) onto P\n");
    auto const whole = MultiPlan::make({plan});
    auto const site = [](int) -> Result<Site> { return fail("no site is needed"); };
    auto const scene = change_insight(Insight::Stages, *whole, "gcd", site);
    QVERIFY(scene.has_value());
    for (SceneRect const& rect : scene->rects) {
        if (!std::holds_alternative<CellsTag>(rect.tag)) continue;
        QVERIFY2(std::get<CellsTag>(rect.tag).rank >= 0 && !(rect.fill == neutral), rect.tooltip.c_str());
    }
    QVERIFY(texts_of(*scene).contains("Dimension 1: only the first 96 of 1000 indices; the pattern continues."));
}

void InsightTest::bars_are_as_long_as_what_ranks_hold_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("uneven") << "real A(30,30)\n!hpf$ processors P(4,2)\n!hpf$ template T(68,30)\n"
                               "!hpf$ align A(i,j) with T(2*i,j)\n!hpf$ distribute T(block,cyclic(5)) onto P\n";
    QTest::newRow("shadows") << "real*8 A(120,90)\n!hpf$ processors P(3,2)\n!hpf$ shadow A(1:1,0:2)\n"
                                "!hpf$ distribute A(block,block) onto P\n";
    QTest::newRow("copies") << "real A(24)\n!hpf$ processors P(3,4)\n!hpf$ template T(3,24)\n!hpf$ align A(i) with T(*,i)\n"
                               "!hpf$ distribute T(block,block) onto P\n";
    QTest::newRow("some have nothing") << "real A(5)\n!hpf$ processors P(8)\n!hpf$ distribute A(block(1)) onto P\n";
}

/// Against a walk over all elements.
void InsightTest::bars_are_as_long_as_what_ranks_hold() {
    QFETCH(QString, text);
    auto const mapping = mapping_of(text.toStdString());
    std::map<Rank, Index> held;
    Extents const& extents = mapping.array().extents;
    Index const columns = extents.size() > 1 ? extents[1] : 1;
    for (Index i = 0; i < extents[0]; ++i)
        for (Index j = 0; j < columns; ++j)
            for (Owner const& owner : mapping.owners(extents.size() > 1 ? Extents{i, j} : Extents{i})) ++held[owner.rank];
    auto const scene = state_insight(Insight::Balance, mapping, std::nullopt, std::nullopt);
    QVERIFY(scene.has_value());
    std::map<Rank, double> bars; // of the rank's colour: the shadow is pale
    double per_element = 0;
    for (SceneRect const& rect : scene->rects) {
        if (!std::holds_alternative<CellsTag>(rect.tag)) continue;
        auto const rank = static_cast<Rank>(std::get<CellsTag>(rect.tag).rank);
        if (rect.fill == rank_color(rank)) bars[rank] = rect.width;
        if (held[rank] > 0 && rect.fill == rank_color(rank)) per_element = rect.width / static_cast<double>(held[rank]);
    }
    QCOMPARE(static_cast<Index>(bars.size()), mapping.grid().size());
    for (auto const& [rank, width] : bars) QVERIFY(std::abs(width - per_element * static_cast<double>(held[rank])) < 1e-6);
}

/// A window makes a wide picture smaller, and its letters with it.
void InsightTest::words_do_not_widen_pictures() {
    std::vector<std::string> const lines = detail::wrapped("one two three four", 10, detail::text_width("one two", 10));
    QCOMPARE(lines, (std::vector<std::string>{"one two", "three", "four"}));
    QVERIFY(detail::wrapped("", 10, 100).empty());
    Scene scene = detail::blank_scene("title");
    std::string const words =
        "a sentence about what is to be seen here, which is much longer than the picture that it is about is wide";
    double const below = detail::add_title(scene, "title", words + " " + words);
    QVERIFY(below > detail::add_title(scene, "title", "short"));
    QVERIFY(scene.width <= detail::least_words_room + 2 * detail::edge);
    double const end = detail::add_notes(scene, {words, words}, below);
    QVERIFY(end >= below + 4 * 16);
    detail::SwatchLines swatches(scene, detail::edge, end);
    for (int i = 0; i < 12; ++i) swatches.add(ink, "what a colour means");
    QVERIFY(scene.width <= detail::least_words_room + 3 * detail::edge);
    QVERIFY(swatches.below() > end + 48);
    for (SceneText const& text : scene.texts) QVERIFY(text.x + detail::text_width(text.text, text.size) <= scene.width);
}

/// What lanes show is what requests touch, and as much of it is wanted as the plan says.
void InsightTest::lanes_of_waste_add_up() {
    std::mt19937 random(5);
    auto const to = [&](Index last) { return static_cast<Index>(random() % static_cast<unsigned>(last + 1)); };
    for (int round = 0; round < 20; ++round) {
        Index const rows = 4 + to(20);
        Index const columns = 4 + to(20);
        auto const fad = fad_of(matrix(rows, columns), 3, [&](Index p) {
            return BoxSet({triplet(1 + p, rows, 1 + to(3)), triplet(1 + to(columns - 1), columns, 1 + to(2))});
        });
        IoSettings settings;
        settings.access = round % 2 == 0 ? Access::Sieve : Access::Direct;
        settings.sieve.buffer_bytes = 8 + to(400);
        FileMap const map(IoPlan::make(fad, IoDirection::Read, settings).value());
        Run const all{0, map.plan().fad().layout().positions()};
        for (Rank rank = 0; rank < 3; ++rank) {
            Index touched = 0;
            Index useful = 0;
            for (FileRequest const& each : map.requests()) {
                if (each.request.rank != rank) continue;
                touched += each.positions.size();
                useful += each.request.useful;
            }
            Index shown = 0;
            Index wanted = 0;
            for (detail::WastePiece const& piece : detail::waste_of(map, rank, all, 7)) {
                shown += piece.positions.size();
                wanted += piece.wanted;
            }
            QCOMPARE(shown, touched);
            QCOMPARE(wanted * map.plan().fad().layout().element_bytes(), useful);
        }
    }
}

} // namespace tessera

APPLICATION_TEST_CLASS(QCoreApplication, tessera::InsightTest)
#include "insight_test.moc"
