// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the rounds of two-phase access: a case by hand, and random ones beside the messages of the plan.
#include "libcore/scene/files/file_round.hpp"

#include "libcore/scene/files/file_scene.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/io/file_sections.hpp"

#include <algorithm>
#include <random>

using namespace tessera;

namespace {

/// A matrix of 8 x 4 elements of 4 bytes, column by column; rank 0 wants the upper rows, rank 1 the lower ones, and each has the
/// domain of two columns, in pieces of one.
FileMap columns_of_rows(IoDirection direction) {
    auto const fad = fad_of(matrix(8, 4), 2, [](Index p) { return BoxSet({triplet(1 + 4 * p, 4 + 4 * p), triplet(1, 4)}); });
    IoSettings settings;
    settings.sieve.buffer_bytes = 32;
    settings.domains.aggregators = 2;
    return FileMap(*IoPlan::make(fad, direction, settings));
}

} // namespace

class FileRoundTest : public QObject {
    Q_OBJECT

  private slots:
    void halves_of_columns_are_exchanged();
    void writing_goes_the_other_way();
    void messages_are_those_of_the_plan();
    void the_picture_has_an_arrow_for_each();
    void many_ranks_are_counted_instead();
};

void FileRoundTest::halves_of_columns_are_exchanged() {
    FileMap const map = columns_of_rows(IoDirection::Read);
    QCOMPARE(map.phases(), Index{2});
    FileRound const first = round_of(map, 0);
    QCOMPARE(first.messages, (std::vector<IoMessage>{{0, 0, 16, 0}, {0, 1, 16, 0}, {1, 0, 16, 0}, {1, 1, 16, 0}}));
    QCOMPARE(first.accesses, (std::vector<Rank>{0, 1}));
    QCOMPARE(first.shares, (std::vector<FileRound::Share>{{0, 64, 32}, {1, 64, 32}}));
    QCOMPARE(round_of(map, 1).shares, (std::vector<FileRound::Share>{{0, 64, 64}, {1, 64, 64}}));
}

void FileRoundTest::writing_goes_the_other_way() {
    FileRound const round = round_of(columns_of_rows(IoDirection::Write), 1);
    QCOMPARE(round.messages, (std::vector<IoMessage>{{0, 0, 16, 1}, {0, 1, 16, 1}, {1, 0, 16, 1}, {1, 1, 16, 1}}));
    QCOMPARE(round.shares, (std::vector<FileRound::Share>{{0, 64, 64}, {1, 64, 64}}));
}

void FileRoundTest::messages_are_those_of_the_plan() {
    std::mt19937 random(6);
    auto const to = [&](int most) { return Index{static_cast<int>(random() % static_cast<unsigned>(most + 1))}; };
    for (int run = 0; run < 60; ++run) {
        Index const rows = 2 + to(20);
        Index const columns = 2 + to(20);
        std::vector<BoxSet> boxes;
        for (int rank = 0; rank < 4; ++rank)
            boxes.push_back(BoxSet({triplet(1 + to(static_cast<int>(rows) - 1), rows, 1 + to(2)), triplet(1, columns, 1 + to(2))}));
        auto const fad = fad_of(matrix(rows, columns), 4, [&](Index p) { return boxes[as_size(p)]; });
        IoSettings settings;
        settings.sieve.buffer_bytes = 4 + to(300);
        settings.domains.aggregators = 1 + to(3);
        auto const direction = run % 2 == 0 ? IoDirection::Read : IoDirection::Write;
        FileMap const map(*IoPlan::make(fad, direction, settings));
        std::vector<std::vector<IoMessage>> expected(as_size(map.phases()));
        map.plan().for_each_message([&](IoMessage const& each) { expected[as_size(each.phase)].push_back(each); });
        for (Index phase = 0; phase < map.phases(); ++phase) {
            FileRound round = round_of(map, phase);
            std::erase_if(round.messages, [](IoMessage const& each) { return each.from == each.to; });
            auto& wanted = expected[as_size(phase)];
            std::ranges::sort(wanted, {}, [](IoMessage const& each) { return std::pair(each.from, each.to); });
            QCOMPARE(round.messages, wanted);
            bool const last = phase == map.phases() - 1;
            for (FileRound::Share const& share : round.shares) QVERIFY(last ? share.done == share.all : share.done <= share.all);
        }
    }
}

void FileRoundTest::the_picture_has_an_arrow_for_each() {
    Scene const scene = file_scene("t", "", columns_of_rows(IoDirection::Read), {.phase = 0});
    auto const told = [&](char const* text) { return std::ranges::count(scene.lines, std::string(text), &SceneLine::tooltip); };
    QCOMPARE(told("rank 0 sends 16 B to rank 1"), 1);
    QCOMPARE(told("rank 1 sends 16 B to rank 0"), 1);
    QCOMPARE(told("rank 0 keeps 16 B"), 1);
    QCOMPARE(std::ranges::count(scene.texts, "50 %", &SceneText::text), 2);
    QCOMPARE(std::ranges::count(scene.rects, "rank 1 has received 32 B of 64 B", &SceneRect::tooltip), 1);
}

/// 33 ranks, each of which wants a row of two columns, and has neither.
void FileRoundTest::many_ranks_are_counted_instead() {
    constexpr Index ranks = 33;
    auto const fad = fad_of(matrix(ranks, 2), int{ranks}, [](Index p) { return BoxSet({triplet(1 + p, 1 + p), triplet(1, 2)}); });
    IoSettings settings;
    settings.domains.aggregators = 1;
    Scene const scene = file_scene("t", "", FileMap(*IoPlan::make(fad, IoDirection::Read, settings)), {.phase = 0});
    auto const says = [](SceneText const& text) {
        return text.text == "33 messages between 33 ranks carry 264 B; too many to draw, the most is 32 ranks";
    };
    QCOMPARE(std::ranges::count_if(scene.texts, says), 1);
    for (SceneText const& text : scene.texts) QVERIFY(text.y < scene.height);
}

TEST_CLASS(FileRoundTest)
#include "file_round_test.moc"
