// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the layout of message matrices.
#include "libcore/scene/messages/messages_scene.hpp"

#include "libcore/scene/palette.hpp"
#include "libcore/scene/svg.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_mappings.hpp"
#include "tests/unit/support/scene_checks.hpp"

using namespace tessera;

namespace {

MessageMatrix matrix_of(Mapping source, Mapping target) {
    return MessageMatrix(MultiPlan::make({RedistPlan::make(std::move(source), std::move(target)).value()}).value());
}

MessageMatrix transpose_matrix(Index extent, Index ranks) {
    return matrix_of(sample_mapping({extent, extent}, {DistFormat::block(), {}}, {ranks}),
                     sample_mapping({extent, extent}, {{}, DistFormat::block()}, {ranks}));
}

Scene scene_of(MessageMatrix const& matrix) {
    return messages_scene("real A", "from one mapping to another", matrix, MessagesView::all(matrix));
}

} // namespace

class MessagesSceneTest : public QObject {
    Q_OBJECT

  private slots:
    void every_cell_is_the_message_under_it();
    void copies_of_a_rank_to_itself_are_marked_and_not_summed();
    void more_bytes_are_darker();
    void many_ranks_share_cells();
    void bars_touch_data();
    void bars_touch();
    void a_part_of_the_matrix();
    void pictures_without_faults_data();
    void pictures_without_faults();
    void nothing_moves();
    void the_same_plan_gives_the_same_bytes();
};

void MessagesSceneTest::every_cell_is_the_message_under_it() {
    MessageMatrix const matrix =
        matrix_of(sample_mapping({100}, {DistFormat::cyclic(3)}, {5}), sample_mapping({100}, {DistFormat::block()}, {7}));
    Scene const scene = scene_of(matrix);
    Index covered = 0;
    for (SceneRect const& cell : rects_of<MessagesTag>(scene)) {
        auto const& [from, to] = std::get<MessagesTag>(cell.tag);
        covered += from.size() * to.size();
        MessageVolume const volume = matrix.volumes({from}, {to}).front();
        QCOMPARE(cell.fill == detail::blank, volume.bytes == 0);
        SceneRect const* const hit = scene.hit(cell.x + cell.width / 2, cell.y + cell.height / 2);
        QVERIFY(hit != nullptr && hit->tag == cell.tag);
        if (volume.bytes > 0) QCOMPARE(from.size(), Index{1});
    }
    QCOMPARE(covered, Index{7 * 7});
}

void MessagesSceneTest::copies_of_a_rank_to_itself_are_marked_and_not_summed() {
    MessageMatrix const matrix = transpose_matrix(64, 4);
    Scene const scene = scene_of(matrix);
    for (SceneRect const& cell : rects_of<MessagesTag>(scene)) {
        bool const own = std::get<MessagesTag>(cell.tag).senders == std::get<MessagesTag>(cell.tag).receivers;
        QCOMPARE(cell.fill == neutral, own);
        if (own) QVERIFY(cell.tooltip.ends_with("256 elements, 1.0 KiB stay"));
    }
    for (SceneRect const& bar : rects_of<RankSumTag>(scene)) QVERIFY(bar.tooltip.ends_with("768 elements, 3.0 KiB"));
    QCOMPARE(rects_of<RankSumTag>(scene).size(), std::size_t(8));
    QVERIFY(says(scene, "bytes from rank to rank: 1 KiB"));
}

void MessagesSceneTest::more_bytes_are_darker() {
    double before = luminance(detail::blank);
    for (int percent = 0; percent <= 100; percent += 2) {
        double const now = luminance(quantity_color(percent / 100.0));
        QVERIFY(now < before);
        before = now;
    }
    QVERIFY(contrast(quantity_color(0), detail::blank) > 1.15);
    ColorScale const log(ColorScale::Kind::Log, 8, 8192);
    QCOMPARE(log.place(8), 0.0);
    QCOMPARE(log.place(256), 0.5);
    QCOMPARE(log.place(8192), 1.0);
    QCOMPARE(ColorScale(ColorScale::Kind::Linear, 8, 8192).place(4096), 0.5);
    QCOMPARE(ColorScale(ColorScale::Kind::Log, 8, 8).place(8), 1.0);
}

void MessagesSceneTest::many_ranks_share_cells() {
    MessageMatrix const matrix =
        matrix_of(sample_mapping({10000}, {DistFormat::block()}, {1000}), sample_mapping({10000}, {DistFormat::cyclic()}, {1000}));
    Scene const scene = scene_of(matrix);
    QVERIFY(says(scene, "Each cell is the sum of the messages from 20 ranks to 20 ranks"));
    QVERIFY(rects_of<MessagesTag>(scene).size() <= 64 * 64);
    QVERIFY(to_svg(scene).size() < 1'000'000);
}

void MessagesSceneTest::bars_touch_data() {
    QTest::addColumn<int>("ranks");
    QTest::newRow("with numbers") << 8;
    QTest::newRow("without") << 64;
}

/// Gaps are rounded to pixels when a picture is scaled, and look like ranks without bytes.
void MessagesSceneTest::bars_touch() {
    QFETCH(int, ranks);
    auto const bars = rects_of<RankSumTag>(scene_of(transpose_matrix(1'000'000, ranks)));
    int touching = 0;
    for (SceneRect const& bar : bars)
        for (SceneRect const& next : bars) {
            bool const below = bar.x == next.x && bar.y + bar.height == next.y;
            bool const right = bar.y == next.y && bar.x + bar.width == next.x;
            touching += below || right ? 1 : 0;
        }
    QCOMPARE(touching, 2 * (ranks - 1));
}

void MessagesSceneTest::a_part_of_the_matrix() {
    MessageMatrix const matrix = transpose_matrix(64, 16);
    MessagesView view = MessagesView::all(matrix);
    view.senders = {2, 5};
    view.receivers = {8, 12};
    Scene const scene = messages_scene("A", "", matrix, view);
    auto const cells = rects_of<MessagesTag>(scene);
    QCOMPARE(cells.size(), std::size_t(12));
    QVERIFY(cells.front().tag == SceneTag(MessagesTag{{2, 3}, {8, 9}}));
    // The bars are for all partners, not only those shown.
    QVERIFY(rects_of<RankSumTag>(scene).front().tooltip.ends_with("240 elements, 960 B"));
    CHECK_PICTURE(scene);
}

void MessagesSceneTest::pictures_without_faults_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<int>("extent");
    for (int const ranks : {1, 2, 3, 8, 11, 16, 40, 64, 65, 100, 1000}) {
        QTest::addRow("%d ranks", ranks) << ranks << 200;
        QTest::addRow("%d ranks, large messages", ranks) << ranks << 1'000'000;
    }
}

void MessagesSceneTest::pictures_without_faults() {
    QFETCH(int, ranks);
    QFETCH(int, extent);
    CHECK_PICTURE(scene_of(transpose_matrix(extent, ranks)));
    Index const long_extent = Index{extent} * ranks;
    CHECK_PICTURE(scene_of(matrix_of(sample_mapping({long_extent}, {DistFormat::block()}, {ranks}),
                                     sample_mapping({long_extent}, {DistFormat::cyclic(3)}, {ranks / 2 + 1}))));
}

void MessagesSceneTest::nothing_moves() {
    Mapping const mapping = sample_mapping({64}, {DistFormat::block()}, {4});
    Scene const scene = scene_of(matrix_of(mapping, mapping));
    QVERIFY(says(scene, "Nothing is sent"));
    QVERIFY(rects_of<RankSumTag>(scene).empty());
    CHECK_PICTURE(scene);
}

void MessagesSceneTest::the_same_plan_gives_the_same_bytes() {
    QCOMPARE(to_svg(scene_of(transpose_matrix(64, 8))), to_svg(scene_of(transpose_matrix(64, 8))));
}

TEST_CLASS(MessagesSceneTest)
#include "messages_scene_test.moc"
