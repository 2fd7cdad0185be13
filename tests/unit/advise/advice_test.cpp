// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice on programs whose best distributions the literature knows, and on small ones beside exhaustive search.
#include "libcore/advise/advice.hpp"

#include "libcore/advise/layout_candidates.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/program/advice_report.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <random>

using namespace tessera;
using testing::PricedProgram;

namespace {

Advice advice_on(PricedProgram const& priced, AdviceRequest request = {}) {
    request.ranks = std::max(request.ranks, priced.program.ranks());
    auto advice = advise(priced.coster, request);
    if (!advice) qFatal("%s", to_string(advice.error()).c_str());
    return *std::move(advice);
}

/// "(block,*) (*,block)": the first array's layouts in the best answer, phase by phase.
std::string best_of(Advice const& advice) {
    std::string text;
    for (auto const& phase : advice.answers.front().layout) {
        std::string const all = mapping_text(phase.front().spec());
        text += (text.empty() ? "" : " ") + all.substr(0, all.find(" onto"));
    }
    return text;
}

std::string array_on(int ranks, std::string const& array = "bytes(1) A(64,64)") {
    return "!dist$ array " + array + "\n!hpf$ processors P(" + std::to_string(ranks) + ")\n!hpf$ distribute A(block,*) onto P\n";
}

/// The least over all layouts of all phases, one array, by full prices.
double least_by_exhaustion(PricedProgram const& priced, Index ranks, std::optional<Index> memory) {
    auto const candidates = candidates_for(priced.coster, 0, ranks).value().mappings;
    std::size_t const phases = priced.program.phases().size();
    std::vector<std::size_t> chosen(phases, 0);
    double least = std::numeric_limits<double>::infinity();
    for (;;) {
        ProgramLayout layout;
        for (std::size_t const each : chosen) layout.push_back({candidates[each]});
        auto const cost = cost_of(priced.coster, layout);
        if (cost && (!memory || cost->memory <= *memory)) least = std::min(least, *cost->seconds());
        std::size_t phase = 0;
        while (phase < phases && ++chosen[phase] == candidates.size()) chosen[phase++] = 0;
        if (phase == phases) return least;
    }
}

} // namespace

class AdviceTest : public QObject {
    Q_OBJECT
  private slots:
    void known_answers_data();
    void known_answers();
    void agrees_with_exhaustive_search();
    void memory_is_a_hard_limit();
    void prices_tell_how_far_they_are();
    void arrays_are_aligned();
    void products_are_tiled();
    void copies_where_they_are_read();
    void many_arrays_one_at_a_time();
    void answers_are_jobs();
    void answers_differ_where_arrays_are_used();
    void margins_are_those_of_answers();
    void runners_up_differ_where_they_say();
    void says_what_is_unsaid();
    void sweeps_are_where_the_work_is();
    void arrays_come_and_go_as_they_are();
    void phases_that_are_fixed();
    void tells_where_it_turns();
    void says_why_it_cannot();
};

void AdviceTest::known_answers_data() {
    QTest::addColumn<QString>("job");
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("g");
    QTest::addColumn<QString>("best");
    auto const row = [](char const* name, std::string const& job, double a, double g, char const* best) {
        QTest::newRow(name) << QString::fromStdString(job) << a << g << best;
    };
    std::string const fft =
        "!dist$ phase rows: on A(i,j) whole A(:,*) work 5*6\n!dist$ phase columns: on A(i,j) whole A(*,:) work 5*6\n";
    row("an FFT is transposed", array_on(4) + fft, 1, 1, "(block,*) (*,block)");
    std::string const adi = "!dist$ repeat 100\n!dist$ phase rows: on A(i,j) sweep A(:,>) work 1\n"
                            "!dist$ phase columns: on A(i,j) sweep A(>,:) work 1\n!dist$ end repeat\n";
    row("ADI stays where work is cheap", array_on(4) + adi, 100, 1, "(block,*) (block,*)");
    row("and is transposed where it is dear", array_on(4) + adi, 100, 10, "(block,*) (*,block)");
    std::string const stencil = "!dist$ phase relax: on A(i,j) halo A(1,1) work 1\n";
    row("strips where messages are dear", array_on(16, "bytes(1) A(1024,1024)") + stencil, 897, 0, "(block,*)"); // 8 x 2: 3a + 1152
    row("tiles where bytes are", array_on(16, "bytes(1) A(1024,1024)") + stencil, 895, 0, "(block,block)");
    std::string const lu = "!dist$ phase factor: on A(i,j) whole A(*,:) work min(i,j)-1\n";
    row("LU alone is dealt in turn", array_on(4, "bytes(1) A(8,8)") + lu, 1, 1, "(*,cyclic)");
    std::string const panels = "!dist$ phase factor: on A(i,j) whole A(*,:) spread A(:,+) work 2*(min(i,j)-1)\n";
    row("with its columns sent around, cyclic(k)", array_on(4, "bytes(1) A(256,256)") + panels, 8000, 1, "(*,cyclic(16))");
    row("messages are nearly free: cyclic(1)", array_on(4, "bytes(1) A(256,256)") + panels, 1, 1, "(*,cyclic)");
}

void AdviceTest::known_answers() {
    QFETCH(QString, job);
    QFETCH(double, a);
    QFETCH(double, g);
    QFETCH(QString, best);
    PricedProgram const priced(job.toStdString(), a, 1, g);
    Advice const advice = advice_on(priced);
    QVERIFY(advice.is_exact());
    QCOMPARE(QString::fromStdString(best_of(advice)), best);
}

void AdviceTest::agrees_with_exhaustive_search() {
    std::mt19937 random(11);
    char const* const needs[]{"whole A(:,*)",        "whole A(*,:)",  "halo A(1,1)", "halo A(0,2)", "sweep A(:,>)",
                              "work i where j <= i", "reduce A(:,+)", "writes A",    "work 3"};
    int moving = 0;
    for (int round = 0; round < 60; ++round) {
        std::string job = array_on(round % 2 == 0 ? 4 : 6, "bytes(4) A(12,18)");
        bool const loop = random() % 2 == 0;
        if (loop) job += "!dist$ repeat " + std::to_string(1 + random() % 5) + "\n";
        for (unsigned phase = 0, phases = 2 + random() % 2; phase < phases; ++phase)
            job += "!dist$ phase p" + std::to_string(phase) + ": on A(i,j) " + needs[random() % std::size(needs)] + "\n";
        if (loop) job += "!dist$ end repeat\n";
        PricedProgram const priced(job, static_cast<double>(1 + random() % 200), 1, static_cast<double>(1 + random() % 9));
        std::optional<Index> const memory = random() % 3 == 0 ? std::optional<Index>(300) : std::nullopt;
        AdviceRequest request{.memory = memory};
        request.ranks = priced.program.ranks();
        auto const advice = advise(priced.coster, request);
        double const least = least_by_exhaustion(priced, request.ranks, memory);
        QCOMPARE(advice.has_value(), least < 1e300);
        if (!advice) continue;
        AdvisedLayout const& best = advice->answers.front();
        QVERIFY2(std::abs(*best.cost.seconds() - least) <= 1e-9 * least, job.c_str());
        QVERIFY(!memory || best.cost.memory <= *memory);
        QVERIFY(advice->is_exact());
        moving += best.remaps() ? 1 : 0;
        for (AdvisedLayout const& other : advice->answers) QVERIFY(*other.cost.seconds() >= least * (1 - 1e-9));
    }
    QVERIFY(moving > 5);
}

/// An FFT needs both copies while it is transposed.
void AdviceTest::memory_is_a_hard_limit() {
    std::string const job =
        array_on(4) + "!dist$ phase rows: on A(i,j) sweep A(:,>) work 50\n!dist$ phase columns: on A(i,j) sweep A(>,:) work 50\n";
    PricedProgram const priced(job, 1, 1);
    QCOMPARE(best_of(advice_on(priced)), std::string("(block,*) (*,block)"));
    Advice const tight = advice_on(priced, {.memory = 2 * 64 * 64 / 4 - 1});
    QVERIFY(!tight.answers.front().remaps());
    QVERIFY(tight.unlimited && tight.unlimited->remaps());
    QVERIFY(!advice_on(priced, {.memory = 2 * 64 * 64 / 4}).unlimited);
    QVERIFY(tight.answers.front().cost.memory <= 2 * 64 * 64 / 4 - 1);
    auto const none = advise(priced.coster, {.ranks = 4, .memory = 1000});
    QVERIFY(!none);
    QVERIFY(none.error().message.starts_with("no distribution over 4 ranks fits in "));
}

void AdviceTest::prices_tell_how_far_they_are() {
    struct Counter : ProgressSink {
        Index reports = 0;
        Index last = 0;
        void report(Index done, Index of) override {
            QVERIFY(last <= done && done <= of);
            last = done;
            ++reports;
        }
    };
    std::string const text = "!dist$ array bytes(1) A(16,16,16)\n!hpf$ processors P(8)\n!hpf$ distribute A(*,block,*) onto P\n"
                             "!dist$ phase x: whole A(:,*,*)\n!dist$ phase y: whole A(*,:,*)\n!dist$ phase z: whole A(*,*,:)\n";
    Counter counter;
    auto const job = PricedJob::make(*parse_job(text, "test.hpf"), PricedProgram::sites(1, 1), 1, Watch({}, &counter));
    QVERIFY(job && advise((*job)->coster(), {.ranks = 8}));
    QVERIFY(counter.reports > 1 && counter.last > 0);
}

void AdviceTest::arrays_are_aligned() {
    std::string const job =
        "!dist$ array bytes(1) A(64,64)\n!dist$ array bytes(1) B(64,64)\n!hpf$ processors P(4)\n"
        "!hpf$ distribute A(block,*) onto P\n!hpf$ distribute B(*,block) onto P\n"
        "!dist$ phase add: on A(i,j) updates A reads B with A work 1\n!dist$ phase fft: on B(i,j) whole B(*,:) work 9\n";
    PricedProgram const priced(job, 1, 1);
    Advice const advice = advice_on(priced);
    QVERIFY(advice.is_exact());
    QCOMPARE(best_of(advice), std::string("(*,block) (*,block)"));
    QCOMPARE(*advice.answers.front().cost.seconds(), 64 * 64 * 10.0 / 4);
}

/// Thakur 1995, Fig. 3.1: a product wants tiles of all three matrices, once they are large enough.
void AdviceTest::products_are_tiled() {
    std::string job;
    for (char const* const name : {"A", "B", "C"}) job += std::string("!dist$ array bytes(1) ") + name + "(64,64)\n";
    job += "!hpf$ processors P(4)\n!hpf$ distribute (block,*) onto P :: A, B, C\n"
           "!dist$ phase product: on C(i,j) writes C reads A with C, B with C spread A(:,+), B(+,:) work 2*64\n";
    PricedProgram const priced(job, 1, 1);
    Advice const advice = advice_on(priced);
    QVERIFY(advice.is_exact());
    for (Mapping const& mapping : advice.answers.front().layout.front())
        QCOMPARE(QString::fromStdString(mapping_text(mapping.spec())), QString("(block,block) onto P2x2(2,2)"));
}

/// B is made by rows and then read ten times by a phase whose array lies in columns: copies of it are made once.
void AdviceTest::copies_where_they_are_read() {
    std::string const job =
        "!dist$ array bytes(1) A(64,64)\n!dist$ array bytes(1) B(64,64)\n!hpf$ processors P(4)\n"
        "!hpf$ distribute (block,*) onto P :: A, B\n!dist$ phase make: on B(i,j) updates B whole B(:,*) work 9\n!dist$ repeat 10\n"
        "!dist$ phase rows: on A(i,j) updates A reads B with A whole A(:,*) work 1\n"
        "!dist$ phase spread: on A(i,j) updates A reads B with A spread B(+,:) whole A(:,*) work 1\n!dist$ end repeat\n";
    PricedProgram const priced(job, 1, 1);
    Advice const advice = advice_on(priced);
    QVERIFY(advice.is_exact());
    QCOMPARE(advice.answers.front().layout[2][1].replicas(), Index{4});
    QCOMPARE(advice.answers.front().layout[0][1].replicas(), Index{1});                                       // where it is made
    for (ChangeCost const& step : advice.answers.front().cost.changes) QCOMPARE(step.number, std::size_t{0}); // made once
}

/// Six arrays with six layouts each: no better answer is found by trying all pairs of arrays in all pairs of layouts.
void AdviceTest::many_arrays_one_at_a_time() {
    std::string job = "!hpf$ processors P(16)\n";
    std::string phases;
    std::string const names = "ABCDEF";
    for (std::size_t i = 0; i < names.size(); ++i) {
        job = "!dist$ array bytes(1) " + names.substr(i, 1) + "(64,64)\n" + job + "!hpf$ distribute " + names.substr(i, 1) +
              "(block,*) onto P\n";
        if (i > 0)
            phases += "!dist$ phase p" + std::to_string(i) + ": on " + names.substr(i, 1) + "(i,j) updates " + names.substr(i, 1) +
                      " reads " + names.substr(i - 1, 1) + " with " + names.substr(i, 1) + " halo " + names.substr(i, 1) +
                      "(1,1) work 1\n";
    }
    PricedProgram const priced(job + phases, 1, 1);
    Advice const advice = advice_on(priced);
    ProgramLayout const& best = advice.answers.front().layout;
    double const seconds = *advice.answers.front().cost.seconds();
    QVERIFY(advice.bound <= seconds);
    auto const candidates = candidates_for(priced.coster, 0, 16).value().mappings;
    for (std::size_t array = 0; array < names.size(); ++array)
        for (Mapping const& candidate : candidates) {
            ProgramLayout other = best;
            for (auto& phase : other) phase[array] = mapping_like(candidate, phase[array].array()).value();
            auto const cost = cost_of(priced.coster, other);
            QVERIFY(!cost || *cost->seconds() >= seconds * (1 - 1e-9));
        }
}

/// A product with a matrix: x is made in blocks, and each rank needs all of it.
std::string const product_with_vector = "!dist$ array bytes(8) A(80,80)\n!dist$ array bytes(8) x(80)\n!hpf$ processors P(4)\n"
                                        "!hpf$ distribute A(block,*) onto P\n!hpf$ distribute x(block) onto P\n!dist$ repeat 5\n"
                                        "!dist$ phase mv: on A(i,j) reads A reads x whole x(*) reduce A(:,+) work 2\n"
                                        "!dist$ phase next: on x(i) updates x work 1\n!dist$ end repeat\n";

/// What is printed is a job that costs what was said: copies, alignments, loops and all.
void AdviceTest::answers_are_jobs() {
    std::string const fft = array_on(4) + "!dist$ repeat 3\n!dist$ phase rows: on A(i,j) whole A(:,*) work 30 repeat 2\n"
                                          "!dist$ phase columns: on A(i,j) whole A(*,:) work 30 where j <= i\n!dist$ end repeat\n";
    std::string const moved_at_ends = array_on(4) + "!hpf$ redistribute A(*,cyclic) onto P\n!dist$ phase columns: whole A(*,:)\n"
                                                    "!hpf$ redistribute A(block,*) onto P\n!hpf$ redistribute A(*,cyclic) onto P\n";
    for (std::string const& text : {fft, product_with_vector, moved_at_ends}) {
        PricedProgram const priced(text, 100, 1);
        for (AdvisedLayout const& answer : advice_on(priced).answers) {
            std::string written;
            for (std::string const& line : directives_of(Job(), priced.program, answer.layout)) written += line + "\n";
            PricedProgram const again(written, 100, 1);
            auto const cost = cost_of(again.coster, own_layout(again.program));
            QVERIFY2(cost.has_value(), written.c_str());
            QCOMPARE(*cost->seconds(), *answer.cost.seconds());
            QCOMPARE(cost->memory, answer.cost.memory);
        }
    }
}

/// That an array could lie elsewhere once nobody needs it is no answer of its own.
void AdviceTest::answers_differ_where_arrays_are_used() {
    std::string const job = "!dist$ array bytes(16) S(64,64)\n!dist$ array bytes(16) K(64,64)\n!hpf$ processors P(4)\n"
                            "!hpf$ distribute (block,*) onto P :: S, K\n"
                            "!dist$ phase rows: on S(i,j) updates S updates K with S whole S(:,*) whole K(:,*) work 9\n"
                            "!dist$ phase columns: on S(i,j) updates S updates K with S whole S(*,:) whole K(*,:) work 9\n"
                            "!dist$ phase product: on S(i,j) updates S reads K with S work 6\n"
                            "!dist$ phase back: on S(i,j) whole S(:,*) work 9\n";
    PricedProgram const priced(job, 100, 1);
    Advice const advice = advice_on(priced);
    QVERIFY(advice.answers.size() > 1);
    for (AdvisedLayout const& a : advice.answers)
        for (AdvisedLayout const& b : advice.answers) {
            bool differ = &a == &b;
            for (std::size_t phase = 0; phase < a.layout.size(); ++phase)
                for (std::size_t array = 0; array < 2; ++array)
                    differ = differ || (priced.program.phases()[phase].uses[array] != nullptr &&
                                        a.layout[phase][array].spec() != b.layout[phase][array].spec());
            QVERIFY(differ);
        }
}

/// What is the best with another layout in a phase? No answer that has another one there may be better.
void AdviceTest::margins_are_those_of_answers() {
    PricedProgram const priced(array_on(8, "bytes(1) A(64,64)") + "!dist$ phase tri: on A(i,j) work 4 where j <= i\n"
                                                                  "!dist$ phase lines: on A(i,j) sweep A(:,>) work 10\n",
                               100, 1);
    Advice const advice = advice_on(priced, {.top = 20});
    AdvisedLayout const& best = advice.answers.front();
    QVERIFY(advice.runners_up.size() == 2);
    for (PhaseRunnerUp const& each : advice.runners_up)
        for (AdvisedLayout const& answer : advice.answers)
            if (answer.layout[each.phase].front().spec() != best.layout[each.phase].front().spec())
                QVERIFY(*answer.cost.seconds() >= *best.cost.seconds() + each.margin - 1e-9 * *best.cost.seconds());
}

/// In each phase of several arrays another layout is one of an array that the phase uses.
void AdviceTest::runners_up_differ_where_they_say() {
    PricedProgram const priced("!dist$ array bytes(1) A(64,64)\n!dist$ array bytes(1) B(64,64)\n!hpf$ processors P(4)\n"
                               "!hpf$ distribute (block,*) onto P :: A, B\n!dist$ phase rows: on A(i,j) whole A(:,*)\n"
                               "!dist$ phase columns: on A(i,j) whole A(*,:)\n!dist$ phase both: on A(i,j) reads B with A\n",
                               100, 1);
    Advice const advice = advice_on(priced);
    auto const& best = advice.answers.front().layout;
    QCOMPARE(advice.runners_up.size(), std::size_t{1}); // rows and columns have no choice
    PhaseRunnerUp const& each = advice.runners_up.front();
    QCOMPARE(each.phase, std::size_t{2});
    QVERIFY(each.mappings[0].spec() != best[2][0].spec() || each.mappings[1].spec() != best[2][1].spec());
}

void AdviceTest::says_what_is_unsaid() {
    QVERIFY(unstated_in(PricedProgram::made(product_with_vector)).empty());
    auto const vague =
        unstated_in(PricedProgram::made("      real A(8,8), x(8), B(8,8)\n!hpf$ processors P(2)\n"
                                        "!hpf$ distribute (block,*) onto P :: A, B\n!hpf$ distribute x(block) onto P\n"
                                        "!dist$ phase mv: on A(i,j) reads A reads x writes B\n"));
    QCOMPARE(vague.size(), std::size_t{2});
    QVERIFY(vague[0].ends_with("write 'x(j) with A(i,j)', or 'whole x(*)' if each rank needs them all"));
    QVERIFY(vague[1].ends_with("write 'B with A', or 'reduce A(:,+)' if they are sums"));
    std::string const arrays = "      real A(8,8), B(8,8)\n!hpf$ processors P(2)\n!hpf$ distribute (block,*) onto P :: A, B\n";
    auto const apart = unstated_in(PricedProgram::made(arrays + "!dist$ phase relax: on A(i,j) writes A reads B halo B(1,1)\n"));
    QCOMPARE(apart.size(), std::size_t{1});
    QCOMPARE(apart[0], std::string("relax: neighbours of B's elements are read, but the phase does not say for which elements of "
                                   "A, so their distance costs nothing; write 'B with A'"));
    for (char const* const told : {"reads B with A halo B(1,1)", "reads B halo B(1,1) updates A with B", "updates B halo B(1,1)"})
        QVERIFY(unstated_in(PricedProgram::made(arrays + "!dist$ phase relax: on A(i,j) " + told + "\n")).empty());
}

void AdviceTest::sweeps_are_where_the_work_is() {
    std::string const arrays = "      real L(8,8), b(8)\n!hpf$ processors P(2)\n!hpf$ distribute L(block,*) onto P\n"
                               "!hpf$ distribute b(block) onto P\n!dist$ phase solve: on L(i,j) reads L updates ";
    auto const idle = unstated_in(PricedProgram::made(arrays + "b(i) with L(i,j) sweep b(>)\n"));
    QCOMPARE(idle.size(), std::size_t{1});
    QVERIFY(idle[0].starts_with("solve: the sweep goes over b, but the work is done on L"));
    QVERIFY(idle[0].ends_with("write 'sweep L(>,:)'"));
    QVERIFY(unstated_in(PricedProgram::made(arrays + "b(j) with L(i,j) sweep b(<)\n"))[0].ends_with("write 'sweep L(:,<)'"));
    QVERIFY(unstated_in(PricedProgram::made(arrays + "b(i) with L(i,j) sweep L(>,:)\n")).empty());
}

/// An array that comes by rows, and is to be left by rows, is not advised to come by columns; nor is one that the job passes on the
/// way missed in the job's own.
void AdviceTest::arrays_come_and_go_as_they_are() {
    std::string const job = array_on(4) + "!hpf$ redistribute A(cyclic,*) onto P\n!hpf$ redistribute A(*,block) onto P\n"
                                          "!dist$ phase columns: on A(i,j) whole A(*,:) work 1\n"
                                          "!hpf$ redistribute A(block,*) onto P\n";
    PricedProgram const priced(job, 1, 1);
    Advice const advice = advice_on(priced);
    QCOMPARE(best_of(advice), std::string("(block,*) (*,block) (block,*)"));
    QCOMPARE(advice.answers.front().cost.changes.size(), std::size_t{2});
    QCOMPARE(advice.own->cost.changes.size(), std::size_t{3});
    QVERIFY(*advice.own->cost.seconds() > *advice.answers.front().cost.seconds());
    QCOMPARE(advice.runners_up.size(), std::size_t{0}); // no other is whole
    QCOMPARE(best_of(advice_on(priced, {.ranks = 8})), std::string("(*,block) (*,block) (*,block)"));
}

void AdviceTest::phases_that_are_fixed() {
    std::string const job =
        array_on(4) + "!dist$ phase rows: updates A fixed\n!dist$ phase columns: on A(i,j) whole A(*,:) work 1\n";
    Advice const advice = advice_on(PricedProgram(job, 1, 1));
    QCOMPARE(best_of(advice), std::string("(block,*) (*,block)"));
    QVERIFY(!advice.own && advice.own_refusal == "phase columns cannot run: dimension 1 of A is not whole");
}

/// A stencil of 1024 x 1024 on 16 ranks: strips cost 2a + 2048b, 2 x 8 tiles 3a + 1152b and 4 x 4 tiles 4a + 1024b. On 4 ranks
/// tiles have as many messages as strips; on 2 there are strips alone.
void AdviceTest::tells_where_it_turns() {
    PricedProgram const priced(array_on(16, "bytes(1) A(1024,1024)") + "!dist$ phase relax: on A(i,j) halo A(1,1) work 1\n", 100, 1,
                               0);
    Advice const advice = advice_on(priced, {.other_ranks = true});
    QCOMPARE(best_of(advice), std::string("(block,block)"));
    QCOMPARE(advice.turning_points.size(), std::size_t{2});
    QCOMPARE(advice.turning_points[0].what, std::string("the start-up of a message"));
    QCOMPARE(advice.turning_points[0].factor, 1.28); // a = 128: 3a + 1152 is as much
    QCOMPARE(advice.turning_points[1].factor, 1 / 1.28);
    AdvisedLayout const& other = advice.answers[advice.turning_points[0].answer];
    QVERIFY(mapping_text(other.layout.front().front().spec()).find("(2,8)") != std::string::npos);
    QVERIFY(advice.turning_ranks.empty());
    PricedProgram const few(array_on(4, "bytes(1) A(1024,1024)") + "!dist$ phase relax: on A(i,j) halo A(1,1) work 1\n", 100, 1, 0);
    Advice const on_four = advice_on(few, {.other_ranks = true});
    QCOMPARE(on_four.turning_ranks.size(), std::size_t{1});
    QCOMPARE(on_four.turning_ranks[0].ranks, Index{2});
}

void AdviceTest::says_why_it_cannot() {
    PricedProgram const whole(array_on(4) + "!dist$ phase all: whole A(*,*)\n", 1, 1);
    auto const none = advise(whole.coster, {.ranks = 5});
    QVERIFY(!none);
    QVERIFY(none.error().message.starts_with("A cannot be distributed over 5 ranks"));
}

TEST_CLASS(AdviceTest)
#include "advice_test.moc"
