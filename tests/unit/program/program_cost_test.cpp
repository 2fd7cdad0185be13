// SPDX-License-Identifier: BSD-3-Clause
// Tessera: phases, changes and their prices: golden examples of layout-advice.md, and what loops make of them.
#include "libcore/program/program_cost.hpp"

#include "libcore/program/pipelined_sweep.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/line_sweeps.hpp"
#include "tests/unit/support/sample_program.hpp"

using namespace tessera;
using testing::PricedProgram;

namespace {

ProgramCost own_cost(PricedProgram const& priced) {
    return cost_of(priced.coster, own_layout(priced.program)).value();
}

std::string fft(std::string const& loop, std::string const& end) {
    return "!dist$ array bytes(1) A(8,8)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n" + loop +
           "!dist$ phase rows: whole A(:,*)\n!hpf$ redistribute A(*,block) onto P\n!dist$ phase columns: whole A(*,:)\n" + end;
}

Machine rates(double a, double b) {
    return *PricedProgram::sites(a, b)(1).value().machine;
}

} // namespace

class ProgramCostTest : public QObject {
    Q_OBJECT
  private slots:
    void the_fft_moves_tiles();
    void loops_go_back();
    void adi_data();
    void adi();
    void strips_and_tiles_data();
    void strips_and_tiles();
    void overwritten_arrays_are_free();
    void a_phase_that_cannot_run();
    void operands_meet_their_partner();
    void operands_meet_by_index();
    void gathering_has_a_price();
    void bounds_are_below_prices();
    void arrays_move_together();
    void each_redistribution_counts_data();
    void each_redistribution_counts();
    void stops_of_several_arrays_go_in_step();
    void stops_that_are_overwritten();
    void phases_and_changes_are_reported();
};

/// A1: kept 16, moved 48 elements in 12 messages of 4, three steps.
void ProgramCostTest::the_fft_moves_tiles() {
    PricedProgram const priced(fft("", ""), 1, 1);
    ProgramCost const cost = own_cost(priced);
    QCOMPARE(cost.changes.size(), std::size_t{1});
    Price const& price = cost.changes[0].price;
    QCOMPARE(price.bytes, Index{48});
    QCOMPARE(price.messages, Index{12});
    QCOMPARE(*price.seconds, 15.0);
    QCOMPARE(cost.memory, Index{32}); // both copies
    QCOMPARE(*cost.seconds(), 15.0);
}

void ProgramCostTest::loops_go_back() {
    PricedProgram const priced(fft("!dist$ repeat 10\n", "!dist$ end repeat\n"), 1, 1);
    QCOMPARE(*own_cost(priced).seconds(), 19 * 15.0); // 2k-1
    PricedProgram const nested(fft("!dist$ repeat 3\n!dist$ repeat 10\n", "!dist$ end repeat\n!dist$ end repeat\n"), 1, 1);
    QCOMPARE(*own_cost(nested).seconds(), 59 * 15.0);
    PricedProgram const endless(fft("!dist$ repeat\n", "!dist$ end repeat\n"), 1, 1);
    QVERIFY(endless.program.is_endless());
    QCOMPARE(*own_cost(endless).seconds(), 2 * 15.0);
}

/// A3.
void ProgramCostTest::adi_data() {
    add_line_sweeps();
}

void ProgramCostTest::adi() {
    QFETCH(int, n);
    QFETCH(int, ranks);
    QFETCH(double, g);
    QFETCH(double, a);
    QFETCH(double, pipelined);
    QFETCH(double, transposed);
    auto const adi = [&](std::string const& remap) {
        return "!dist$ array bytes(1) A(" + std::to_string(n) + "," + std::to_string(n) + ")\n!hpf$ processors P(" +
               std::to_string(ranks) +
               ")\n!hpf$ distribute A(block,*) onto P\n!dist$ repeat\n!dist$ phase rows: sweep A(:,>) work 1\n" + remap +
               "!dist$ phase columns: sweep A(>,:) work 1\n!dist$ end repeat\n";
    };
    PricedProgram const still(adi(""), a, 1, g);
    QCOMPARE(*own_cost(still).seconds(), pipelined);
    PricedProgram const moving(adi("!hpf$ redistribute A(*,block) onto P\n"), a, 1, g);
    QCOMPARE(*own_cost(moving).seconds(), transposed);
    if (a == 100 && g == 1) {
        SweepTask const task{.lines = 64, .coords = 4, .element_bytes = 1, .seconds = 1024};
        QCOMPARE(pipelined_sweep(task, rates(100, 1)).value().lines_per_message, Index{8});
    }
}

/// A6: a five-point stencil of 1024 x 1024 words on 16 ranks: words in all, and the time of an exchange.
void ProgramCostTest::strips_and_tiles_data() {
    QTest::addColumn<QString>("distribute");
    QTest::addColumn<QString>("grid");
    QTest::addColumn<int>("words");
    QTest::addColumn<double>("seconds");
    QTest::newRow("strips") << "(block,*)"
                            << "16" << 30720 << 2 * 1000.0 + 2048;
    QTest::newRow("8 x 2") << "(block,block)"
                           << "8,2" << 16384 << 3 * 1000.0 + 1024 + 128;
    QTest::newRow("4 x 4") << "(block,block)"
                           << "4,4" << 12288 << 4 * 1000.0 + 1024;
}

void ProgramCostTest::strips_and_tiles() {
    QFETCH(QString, distribute);
    QFETCH(QString, grid);
    QFETCH(int, words);
    QFETCH(double, seconds);
    PricedProgram const priced("!dist$ array bytes(1) U(1024,1024)\n!hpf$ processors P(" + grid.toStdString() +
                                   ")\n!hpf$ distribute U" + distribute.toStdString() +
                                   " onto P\n!dist$ phase relax: halo U(1,1)\n",
                               1000, 1);
    Price const halo = own_cost(priced).phases[0].halo;
    QCOMPARE(halo.bytes, Index{words});
    if (grid != "8,2") QCOMPARE(*halo.seconds, seconds);
}

void ProgramCostTest::overwritten_arrays_are_free() {
    std::string const job =
        "      real A(8,8)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n!dist$ phase one: updates A\n"
        "!hpf$ redistribute A(*,block) onto P\n!dist$ phase two: ";
    PricedProgram const written(job + "writes A\n", 1, 1);
    ProgramCost const cost = own_cost(written);
    QCOMPARE(*cost.seconds(), 0.0);
    QVERIFY(cost.changes.at(0).moves.at(0).overwritten);
    PricedProgram const updated(job + "updates A\n", 1, 1);
    QVERIFY(*own_cost(updated).seconds() > 0);
}

void ProgramCostTest::a_phase_that_cannot_run() {
    PricedProgram const priced("      real A(8,8)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n"
                               "!dist$ phase columns: whole A(*,:)\n",
                               1, 1);
    auto const cost = cost_of(priced.coster, own_layout(priced.program));
    QVERIFY(!cost);
    QCOMPARE(cost.error().message, std::string("phase columns cannot run: dimension 1 of A is not whole"));
}

void ProgramCostTest::operands_meet_their_partner() {
    auto const job = [](std::string const& b) {
        return "      real*8 A(8,8)\n!dist$ array bytes(8) B(0:7,0:7)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto "
               "P\n!hpf$ distribute B" +
               b + " onto P\n!dist$ phase add: updates A reads B with A\n";
    };
    PricedProgram const apart(job("(*,block)"), 1, 1);
    QCOMPARE(own_cost(apart).phases[0].operands.bytes, Index{48 * 8});
    PricedProgram const together(job("(block,*)"), 1, 1);
    QCOMPARE(own_cost(together).phases[0].operands.bytes, Index{0});
}

/// Each element of B is counted where it is needed and is not: at the owners of the elements of A that it meets.
void ProgramCostTest::operands_meet_by_index() {
    struct Case {
        char const* reads;
        char const* b; // its bounds
        bool (*meet)(Extents const& a, Extents const& b);
    };
    Case const cases[] = {
        {"B(i,j) with A(j,i)", "(6,8)", [](auto const& a, auto const& b) { return a[0] == b[1] && a[1] == b[0]; }},
        {"B(k) with A(:,k)", "(6)", [](auto const& a, auto const& b) { return a[1] == b[0]; }},
        {"B(k,:) with A(k,:)", "(8,5)", [](auto const& a, auto const& b) { return a[0] == b[0]; }},
        {"B(:,k) with A(:,k)", "(0:4,0:5)", [](auto const& a, auto const& b) { return a[1] == b[1]; }},
    };
    for (Case const& each : cases)
        for (char const* const of_a : {"(block,*) onto P", "(*,cyclic) onto P", "(block,block) onto Q", "(cyclic(3),block) onto Q"})
            for (char const* const of_b : {"block", "cyclic(2)"}) {
                bool const flat = each.b == std::string("(6)");
                std::string const job = std::string("!dist$ array bytes(8) A(8,6), B") + each.b +
                                        "\n!hpf$ processors P(4), Q(2,2)\n!hpf$ distribute A" + of_a + "\n!hpf$ distribute B(" +
                                        of_b + (flat ? ")" : ",*)") + " onto P\n!dist$ phase p: updates A reads " + each.reads +
                                        "\n";
                PricedProgram const priced(job, 1, 1);
                Mapping const& a = priced.program.own_mapping(0, 0);
                Mapping const& b = priced.program.own_mapping(0, 1);
                Index missing = 0;
                for (Rank rank = 0; rank < 4; ++rank) {
                    BoxSet const mine = a.owned(*a.grid().position(rank));
                    BoxSet const there = b.owned(*b.grid().position(rank));
                    std::vector<PeriodicSet> whole;
                    for (Index const extent : b.array().extents) whole.push_back(PeriodicSet::interval({0, extent}));
                    BoxSet(whole).for_each([&](std::span<Index const> index) {
                        Extents const element(index.begin(), index.end());
                        bool needed = false;
                        mine.for_each([&](std::span<Index const> i) {
                            needed = needed || each.meet({i.begin(), i.end()}, element);
                        });
                        missing += needed && !there.contains(index) ? 1 : 0;
                    });
                }
                QCOMPARE(own_cost(priced).phases[0].operands.bytes, missing * 8);
            }
}

/// Rows of a matrix that is stored by columns are gathered element by element; columns lie in one stretch.
void ProgramCostTest::gathering_has_a_price() {
    auto const halo = [](std::string const& format, std::optional<double> gather) {
        PhasedProgram const program =
            PricedProgram::made("!dist$ array bytes(8) A(64,64)\n!hpf$ processors P(4)\n!hpf$ distribute A" + format +
                                " onto P\n!dist$ phase p: updates A halo A(1,1)\n");
        Machine machine = rates(100, 1);
        if (gather) machine.gather = {{1, *gather}};
        PriceList prices([&](int ranks) {
            auto site = Site::of_ranks(ranks);
            if (site) site->machine = std::make_shared<Machine const>(machine);
            return site;
        });
        return *prices.halo(program.own_mapping(0, 0), *program.phases()[0].uses[0]).value().seconds;
    };
    double const plain = halo("(*,block)", std::nullopt);
    QCOMPARE(halo("(block,*)", std::nullopt), plain);
    QCOMPARE(halo("(*,block)", 10.0), plain);
    // A rank in the middle packs two rows of 64 elements and unpacks two.
    QCOMPARE(halo("(block,*)", 10.0), plain + 4 * 64 * 10.0);
}

void ProgramCostTest::bounds_are_below_prices() {
    PricedProgram priced(fft("", ""), 3, 1);
    char const* const formats[]{"(block,*)", "(*,block)", "(cyclic,*)", "(*,cyclic(2))"};
    std::vector<Mapping> mappings;
    for (char const* each : formats) {
        PhasedProgram const one = PricedProgram::made(
            std::string("!dist$ array bytes(1) A(24,16)\n!hpf$ processors P(4)\n!hpf$ distribute A") + each + " onto P\n");
        mappings.push_back(one.own_mapping(0, 0));
    }
    for (Mapping const& from : mappings)
        for (Mapping const& to : mappings) {
            auto const least = priced.prices.remap(from, to, Pricing::Least).value();
            auto const full = priced.prices.remap(from, to, Pricing::Full).value();
            QVERIFY(*least.seconds <= *full.seconds);
            QCOMPARE(*full.seconds == 0, from.spec() == to.spec());
            for (Mapping const& between : mappings) {
                double const detour =
                    *priced.prices.remap(from, between).value().seconds + *priced.prices.remap(between, to).value().seconds;
                QVERIFY2(*full.seconds <= detour * (1 + 1e-12), "the triangle inequality");
            }
        }
}

/// Arrays that move at one change share their messages.
void ProgramCostTest::arrays_move_together() {
    auto const job = [](std::string const& names) {
        std::string text;
        for (char const name : names) text += std::string("!dist$ array bytes(2) ") + name + "(24,16)\n";
        std::string const all = names.size() == 1 ? "A" : "A, B";
        return text + "!hpf$ processors P(4)\n!hpf$ distribute (block,*) onto P :: " + all + "\n!hpf$ dynamic " + all +
               "\n!dist$ phase one: updates A\n!hpf$ redistribute (*,block) onto P :: " + all + "\n!dist$ phase two: updates A\n";
    };
    PricedProgram const one(job("A"), 100, 1);
    PricedProgram const two(job("AB"), 100, 1);
    Price const alone = own_cost(one).changes.at(0).price;
    ChangeCost const both = own_cost(two).changes.at(0);
    QCOMPARE(both.moves.size(), std::size_t{2});
    QCOMPARE(both.price.messages, alone.messages);
    QCOMPARE(both.price.bytes, 2 * alone.bytes);
    QVERIFY(*both.price.seconds > *alone.seconds && *both.price.seconds < 2 * *alone.seconds);
    RemapTraffic sum = both.moves[0].traffic;
    sum += both.moves[1].traffic;
    PriceList prices(PricedProgram::sites(100, 1));
    QVERIFY(*prices.least(sum).value().seconds <= *both.price.seconds);
}

/// Rows (r), columns (c) and rows dealt in turn (d) of 8 x 8 bytes on 4 ranks, a start-up and a byte one second each. What moves,
/// by hand: r and c share tiles of 2 x 2 (three steps of a start-up and 4 bytes: 15), so do d and c; of its two rows a rank keeps
/// one element row from r to d at most, in steps of a start-up and 8 bytes.
void ProgramCostTest::each_redistribution_counts_data() {
    QTest::addColumn<QString>("program"); // p: a phase; ( and ): a loop of three; e: a loop without end
    QTest::addColumn<int>("transposes");
    QTest::newRow("straight") << "p c p" << 1;
    QTest::newRow("one in between") << "p c d p" << 2;
    QTest::newRow("and back: no phase has another layout") << "p c r p" << 2;
    QTest::newRow("two in between") << "p c d c p" << 3;
    QTest::newRow("before the first phase") << "c p" << 1;
    QTest::newRow("behind the last") << "p c" << 1;
    QTest::newRow("both") << "c r p c d" << 4;
    QTest::newRow("straight in a loop") << "( p c p )" << 3 + 2;
    QTest::newRow("on the way in a loop") << "( p c d c p )" << 3 * 3 + 2;
    QTest::newRow("at its end") << "( p c r p c r )" << 3 * 4;
    QTest::newRow("at its end, left behind") << "( p p c r c ) p" << 3 * 3 + 2;
    QTest::newRow("at its head") << "p ( c r p p )" << 3 * 2;
    QTest::newRow("at its head, first of all") << "( c r p p )" << 3 * 2;
    QTest::newRow("before it and at its head") << "p c ( r p p )" << 1 + 1;
    QTest::newRow("around one phase") << "p ( c r p )" << 3 * 2;
    QTest::newRow("around one phase, at its end") << "( p c r )" << 3 * 2;
    QTest::newRow("a loop in a loop") << "( ( p c r p ) )" << 9 * 2;
    QTest::newRow("between two loops") << "( p ) c r ( p )" << 2;
    QTest::newRow("without end") << "e p c r p c r )" << 4;
}

void ProgramCostTest::each_redistribution_counts() {
    QFETCH(QString, program);
    QFETCH(int, transposes);
    std::string text = "!dist$ array bytes(1) A(8,8)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n";
    int phase = 0;
    for (QString const& word : program.split(' ')) {
        if (word == "p") text += "!dist$ phase p" + std::to_string(++phase) + ": on A work 1\n";
        if (word == "(") text += "!dist$ repeat 3\n";
        if (word == "e") text += "!dist$ repeat\n";
        if (word == ")") text += "!dist$ end repeat\n";
        if (word == "c") text += "!hpf$ redistribute A(*,block) onto P\n";
        if (word == "r") text += "!hpf$ redistribute A(block,*) onto P\n";
        if (word == "d") text += "!hpf$ redistribute A(cyclic,*) onto P\n";
    }
    PricedProgram const priced(text, 1, 1);
    ProgramCost const cost = own_cost(priced);
    QCOMPARE(*cost.between.seconds, transposes * 15.0);
    QCOMPARE(cost.between.bytes, Index{transposes} * 48);
    double shown = 0;
    for (ChangeCost const& each : cost.changes) shown += each.change.times;
    QCOMPARE(shown, static_cast<double>(transposes));
    // What is written back passes the same.
    PricedProgram const again(write_hpf(job_with(priced.program, own_layout(priced.program))), 1, 1);
    QCOMPARE(*own_cost(again).seconds(), *cost.seconds());
    QCOMPARE(own_cost(again).between.bytes, cost.between.bytes);
}

/// A goes there and back while B goes once: with A's first step. Both copies of what moves count in each step.
void ProgramCostTest::stops_of_several_arrays_go_in_step() {
    PricedProgram const priced("!dist$ array bytes(1) A(8,8), B(8,8)\n!hpf$ processors P(4)\n"
                               "!hpf$ distribute (block,*) onto P :: A, B\n!dist$ phase one: updates A, B\n"
                               "!hpf$ redistribute A(*,block) onto P\n!hpf$ redistribute A(block,*) onto P\n"
                               "!hpf$ redistribute B(*,block) onto P\n!dist$ phase two: updates A, B\n",
                               1, 1);
    ProgramCost const cost = own_cost(priced);
    QCOMPARE(cost.changes.size(), std::size_t{2});
    QCOMPARE(cost.changes[0].moves.size(), std::size_t{2});
    QCOMPARE(*cost.changes[0].price.seconds, 3 * (1 + 8.0));
    QCOMPARE(cost.changes[0].memory, Index{4 * 16});
    QCOMPARE(cost.changes[1].moves.size(), std::size_t{1});
    QCOMPARE(*cost.changes[1].price.seconds, 15.0);
    QCOMPARE(cost.changes[1].memory, Index{3 * 16});
    QCOMPARE(cost.memory, Index{4 * 16});
}

/// Nobody needs what is moved twice and then overwritten; what no phase uses moves all the same.
void ProgramCostTest::stops_that_are_overwritten() {
    auto const cost = [](std::string const& uses) {
        return own_cost(PricedProgram("!dist$ array bytes(1) A(8,8), B(8,8)\n!hpf$ processors P(4)\n"
                                      "!hpf$ distribute (block,*) onto P :: A, B\n!dist$ phase one: updates A\n"
                                      "!hpf$ redistribute A(*,block) onto P\n!hpf$ redistribute A(cyclic,*) onto P\n"
                                      "!dist$ phase two: " +
                                          uses + "\n",
                                      1, 1));
    };
    QCOMPARE(*cost("writes A").seconds(), 0.0);
    QCOMPARE(cost("writes A").changes.size(), std::size_t{2});
    QCOMPARE(*cost("updates A").seconds(), 2 * 15.0);
    QCOMPARE(*cost("updates B").seconds(), 2 * 15.0);
    QVERIFY(cost("updates B").changes[0].moves[0].unused && cost("updates B").changes[1].moves[0].unused);
}

void ProgramCostTest::phases_and_changes_are_reported() {
    struct Counter : ProgressSink {
        std::vector<Index> seen;
        void report(Index done, Index of) override {
            QCOMPARE(of, Index{3});
            seen.push_back(done);
        }
    };
    PricedProgram const priced(fft("", ""), 1, 1);
    Counter counter;
    QVERIFY(cost_of(priced.coster, own_layout(priced.program), Watch({}, &counter)));
    QVERIFY((counter.seen == std::vector<Index>{0, 1, 2}));
}

TEST_CLASS(ProgramCostTest)
#include "program_cost_test.moc"
