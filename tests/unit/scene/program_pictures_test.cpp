// SPDX-License-Identifier: BSD-3-Clause
// Tessera: pictures of programs and of advice on them: what stands where, and that owners are drawn as they are.
#include "libcore/advise/advice.hpp"
#include "libcore/scene/palette.hpp"
#include "libcore/scene/program/advice_scene.hpp"
#include "libcore/scene/program/program_scene.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <string>

using namespace tessera;
using testing::PricedProgram;

namespace {

constexpr double thick = 6;

/// By rows, by columns, by rows: remapping twice pays.
std::string const rows_columns_rows =
    "!dist$ array bytes(1) A(8,8)\n!hpf$ processors P(2)\n!hpf$ distribute A(block,*) onto P\n"
    "!dist$ phase one: on A(i,j) halo A(0,1) repeat 10\n!dist$ phase two: on A(i,j) halo A(1,0) repeat 6\n"
    "!dist$ phase three: on A(i,j) halo A(0,1) repeat 10\n";

SceneText const& text_of(Scene const& scene, std::string const& words) {
    auto const found = std::ranges::find(scene.texts, words, &SceneText::text);
    if (found == scene.texts.end()) qFatal("nothing says '%s'", words.c_str());
    return *found;
}

} // namespace

class ProgramPicturesTest : public QObject {
    Q_OBJECT
  private slots:
    void ways_through_layouts();
    void owners_are_drawn_as_they_are();
    void slices_are_named();
};

/// Phases are columns and layouts rows; the best way is thick, others tell what they take more.
void ProgramPicturesTest::ways_through_layouts() {
    PricedProgram const priced(rows_columns_rows, 0, 1);
    Advice const advice = advise(priced.coster, {.ranks = 2}).value();
    Scene const scene = advice_scene(priced.program, advice);
    double const one = text_of(scene, "one").x;
    double const two = text_of(scene, "two").x;
    double const three = text_of(scene, "three").x;
    QVERIFY(one < two && two < three);
    double const rows = text_of(scene, "(block,*) onto P(2)").y;
    double const columns = text_of(scene, "(*,block) onto P2(2)").y;
    std::vector<SceneLine> best;
    std::ranges::copy_if(scene.lines, std::back_inserter(best), [](SceneLine const& line) { return line.width == thick; });
    QCOMPARE(best.size(), std::size_t{2});
    QVERIFY(std::abs(best[0].y1 - rows) < 10 && std::abs(best[0].y2 - columns) < 10);
    QVERIFY(std::abs(best[1].y1 - columns) < 10 && std::abs(best[1].y2 - rows) < 10);
    QVERIFY(best[0].x1 > one && best[0].x2 < two); // from box to box, so that no line crosses what stands in them
    QVERIFY(best[0].tooltip.find("; remap before two: 16 s") != std::string::npos);
    auto const says = [&](std::string const& words) {
        return std::ranges::count_if(scene.rects, [&](SceneRect const& rect) { return rect.tooltip == words; });
    };
    QCOMPARE(says("two: A (block,*) onto P(2), with this layout the program takes 16 s longer"), 1);
    QCOMPARE(says("two: A (*,block) onto P2(2), used by the best answer"), 1);
    QCOMPARE(text_of(scene, "+16 s").x, two);
}

/// The picture beside a layout is of what its ranks own: of blocks of 6 and 2 rows, three quarters are the first rank's.
void ProgramPicturesTest::owners_are_drawn_as_they_are() {
    PricedProgram const priced("!dist$ array bytes(1) A(8,8)\n!hpf$ processors P(2)\n!hpf$ distribute A(gen_block(6,2),*) onto P\n"
                               "!dist$ phase all: on A(i,j) work 1 fixed\n",
                               1, 1);
    Advice const advice = advise(priced.coster, {.ranks = 2}).value();
    for (Scene const& scene : {advice_scene(priced.program, advice),
                               program_scene(priced.program, own_layout(priced.program), advice.answers.front().cost)}) {
        double areas[2]{};
        for (SceneRect const& rect : scene.rects)
            for (Index rank = 0; rank < 2; ++rank)
                if (rect.tooltip == "rank " + std::to_string(rank)) {
                    QCOMPARE(rect.fill, rank_color(static_cast<Rank>(rank)));
                    areas[rank] += rect.width * rect.height;
                }
        QVERIFY(areas[1] > 0);
        QVERIFY(std::abs(areas[0] / areas[1] - 3) < 1e-9);
    }
}

void ProgramPicturesTest::slices_are_named() {
    PricedProgram const priced("      real A(8,8,8)\n!hpf$ processors P(2)\n!hpf$ distribute A(block,*,*) onto P\n"
                               "!dist$ phase all: on A(i,j,k) work 1\n",
                               1, 1);
    ProgramLayout const layout = own_layout(priced.program);
    Scene const scene = program_scene(priced.program, layout, cost_of(priced.coster, layout).value());
    text_of(scene, "A(i,j,1)");
}

TEST_CLASS(ProgramPicturesTest)
#include "program_pictures_test.moc"
