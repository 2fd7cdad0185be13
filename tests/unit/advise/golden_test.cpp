// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice on programs whose best distributions are counted by hand, and what they cost.
#include "libcore/advise/advice.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/line_sweeps.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <string>

using namespace tessera;
using testing::PricedProgram;

namespace {

Advice golden_advice(PricedProgram const& priced) {
    auto advice = advise(priced.coster, {.ranks = priced.program.ranks()});
    if (!advice) qFatal("%s", to_string(advice.error()).c_str());
    return *std::move(advice);
}

/// "(block,*) (*,block)": phase by phase.
std::string golden_layouts(AdvisedLayout const& answer) {
    std::string text;
    for (auto const& phase : answer.layout) {
        std::string const all = mapping_text(phase.front().spec());
        text += (text.empty() ? "" : " ") + all.substr(0, all.find(" onto"));
    }
    return text;
}

std::string golden_square(int n, int ranks) {
    std::string const extent = std::to_string(n);
    return "!dist$ array bytes(1) A(" + extent + "," + extent + ")\n!hpf$ processors P(" + std::to_string(ranks) +
           ")\n!hpf$ distribute A(block,*) onto P\n";
}

/// An answer in which some array is remapped (or none is); nothing where none is among those told.
AdvisedLayout const* first_remapped(Advice const& advice, bool remaps) {
    auto const found = std::ranges::find_if(advice.answers, [&](AdvisedLayout const& each) { return each.remaps() == remaps; });
    return found == advice.answers.end() ? nullptr : &*found;
}

} // namespace

class GoldenTest : public QObject {
    Q_OBJECT
  private slots:
    void an_fft_is_transposed_once();
    void three_phases_data();
    void three_phases();
    void line_sweeps_data();
    void line_sweeps();
    void columns_of_a_factorization_data();
    void columns_of_a_factorization();
    void strips_or_tiles_data();
    void strips_or_tiles();
};

/// A1 of the golden examples: 12 messages of 4 elements in 3 steps.
void GoldenTest::an_fft_is_transposed_once() {
    PricedProgram const priced(golden_square(8, 4) + "!dist$ phase rows: on A(i,j) whole A(:,*)\n"
                                                     "!dist$ phase columns: on A(i,j) whole A(*,:)\n",
                               1, 1);
    Advice const advice = golden_advice(priced);
    AdvisedLayout const& best = advice.answers.front();
    QCOMPARE(golden_layouts(best), std::string("(block,*) (*,block)"));
    QCOMPARE(best.cost.changes.size(), std::size_t{1});
    QCOMPARE(best.cost.between.messages, Index{12});
    QCOMPARE(best.cost.between.bytes, Index{48});
    QCOMPARE(*best.cost.seconds(), 3 * (1 + 4.0));
}

/// A2: by rows the phases cost 0, 6 and 0, by columns 10, 0 and 10, in units of a halo of 8, 12 or 16 bytes; a remap costs 2, 3 or
/// 4 of them. Phase by phase the best is to remap twice, always.
void GoldenTest::three_phases_data() {
    QTest::addColumn<int>("n");
    QTest::addColumn<QString>("best");
    QTest::addColumn<double>("units");
    QTest::newRow("a remap costs 2") << 8 << "(block,*) (*,block) (block,*)" << 4.0;
    QTest::newRow("3: a tie, nothing moves") << 12 << "(block,*) (block,*) (block,*)" << 6.0;
    QTest::newRow("4") << 16 << "(block,*) (block,*) (block,*)" << 6.0;
}

void GoldenTest::three_phases() {
    QFETCH(int, n);
    QFETCH(QString, best);
    QFETCH(double, units);
    PricedProgram const priced(golden_square(n, 2) + "!dist$ phase one: on A(i,j) halo A(0,1) repeat 10\n"
                                                     "!dist$ phase two: on A(i,j) halo A(1,0) repeat 6\n"
                                                     "!dist$ phase three: on A(i,j) halo A(0,1) repeat 10\n",
                               0, 1);
    Advice const advice = golden_advice(priced);
    QVERIFY(advice.is_exact());
    QCOMPARE(QString::fromStdString(golden_layouts(advice.answers.front())), best);
    QCOMPARE(*advice.answers.front().cost.seconds(), units * n);
    AdvisedLayout const* const greedy = first_remapped(advice, true);
    QVERIFY(greedy != nullptr);
    QCOMPARE(golden_layouts(*greedy), std::string("(block,*) (*,block) (block,*)"));
    QCOMPARE(*greedy->cost.seconds(), 2.0 * n * n / 4); // each rank sends a quarter of the array, twice
}

/// A3: n, ranks, seconds per element, start-up; a step as a pipeline, and with two transposes.
void GoldenTest::line_sweeps_data() {
    add_line_sweeps();
}

void GoldenTest::line_sweeps() {
    QFETCH(int, n);
    QFETCH(int, ranks);
    QFETCH(double, g);
    QFETCH(double, a);
    QFETCH(double, pipelined);
    QFETCH(double, transposed);
    PricedProgram const priced(golden_square(n, ranks) + "!dist$ repeat\n!dist$ phase rows: on A(i,j) sweep A(:,>) work 1\n"
                                                         "!dist$ phase columns: on A(i,j) sweep A(>,:) work 1\n!dist$ end repeat\n",
                               a, 1, g);
    Advice const advice = golden_advice(priced);
    QVERIFY(advice.is_exact());
    AdvisedLayout const& best = advice.answers.front();
    QCOMPARE(best.remaps(), transposed < pipelined);
    QCOMPARE(*best.cost.seconds(), std::min(pipelined, transposed));
    QCOMPARE(QString::fromStdString(golden_layouts(best)),
             transposed < pipelined ? QString("(block,*) (*,block)") : QString("(block,*) (block,*)"));
    QCOMPARE(*advice.own->cost.seconds(), pipelined);
}

/// A5: updates of the columns of an 8 x 8 matrix; what the busiest rank does.
void GoldenTest::columns_of_a_factorization_data() {
    QTest::addColumn<int>("ranks");
    QTest::addColumn<double>("cyclic");
    QTest::addColumn<double>("block");
    QTest::newRow("2 ranks") << 2 << 78.0 << 102.0;
    QTest::newRow("4 ranks") << 4 << 46.0 << 55.0;
}

void GoldenTest::columns_of_a_factorization() {
    QFETCH(int, ranks);
    QFETCH(double, cyclic);
    QFETCH(double, block);
    PricedProgram const priced("!dist$ array bytes(1) A(8,8)\n!hpf$ processors P(" + std::to_string(ranks) +
                                   ")\n!hpf$ distribute A(*,block) onto P\n"
                                   "!dist$ phase factor: on A(i,j) whole A(*,:) work min(i,j)-1\n",
                               1, 1);
    Advice const advice = golden_advice(priced);
    QCOMPARE(golden_layouts(advice.answers.front()), std::string("(*,cyclic)"));
    QCOMPARE(*advice.answers.front().cost.seconds(), cyclic);
    QCOMPARE(*advice.own->cost.seconds(), block);
}

/// A6: of 1024 x 1024 words on 16 ranks strips take 2a + 2048 and 4 x 4 tiles 4a + 1024: tiles if and only if a < 512.
void GoldenTest::strips_or_tiles_data() {
    QTest::addColumn<double>("a");
    for (int const a : {511, 512, 513}) QTest::newRow(std::to_string(a).c_str()) << static_cast<double>(a);
}

void GoldenTest::strips_or_tiles() {
    QFETCH(double, a);
    auto const halo = [&](std::string const& formats, std::string const& grid) {
        PricedProgram const priced("!dist$ array bytes(1) U(1024,1024)\n!hpf$ processors P(" + grid + ")\n!hpf$ distribute U(" +
                                       formats + ") onto P\n!dist$ phase relax: on U(i,j) halo U(1,1)\n",
                                   a, 1);
        return *cost_of(priced.coster, own_layout(priced.program)).value().seconds();
    };
    double const strips = halo("block,*", "16");
    double const tiles = halo("block,block", "4,4");
    QCOMPARE(tiles < strips, a < 512);
    QCOMPARE(tiles == strips, a == 512);
    PricedProgram const priced("!dist$ array bytes(1) U(1024,1024)\n!hpf$ processors P(16)\n!hpf$ distribute U(block,*) onto P\n"
                               "!dist$ phase relax: on U(i,j) halo U(1,1)\n",
                               a, 1);
    Advice const advice = golden_advice(priced);
    QCOMPARE(*advice.answers.front().cost.seconds(), 3 * a + 1024 + 128); // between the two: 8 x 2
    QVERIFY(*advice.answers.front().cost.seconds() <= std::min(strips, tiles));
}

TEST_CLASS(GoldenTest)
#include "golden_test.moc"
