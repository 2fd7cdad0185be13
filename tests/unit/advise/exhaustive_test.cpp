// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice beside exhaustive search over all layouts of all phases, and all ways between them.
#include "libcore/advise/advice.hpp"
#include "libcore/advise/layout_candidates.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace tessera;
using testing::PricedProgram;

namespace {

constexpr double impossible = std::numeric_limits<double>::infinity();
using Seconds = std::vector<std::vector<double>>; // [from][to] of combinations of layouts

/// Walks all sequences of states of a program, any candidates between the phases included.
class Exhaustion {
  public:
    Exhaustion(PricedProgram& priced, Index ranks, std::optional<Index> memory) : priced_(priced), memory_(memory) {
        combinations_.emplace_back();
        for (std::size_t array = 0; array < priced.program.arrays().size(); ++array) {
            auto const candidates = candidates_for(priced.coster, array, ranks);
            std::vector<std::vector<Mapping>> longer;
            for (auto const& head : combinations_)
                for (Mapping const& mapping : candidates.value().mappings) {
                    longer.push_back(head);
                    longer.back().push_back(mapping);
                }
            combinations_ = std::move(longer);
        }
        for (std::size_t phase = 0; phase < priced.program.phases().size(); ++phase) runs_.push_back(runs(phase));
        for (PhaseChange const& change : priced.program.changes()) ways_.push_back(ways(change));
    }

    [[nodiscard]] std::size_t combinations() const { return combinations_.size(); }

    [[nodiscard]] double least() const {
        std::vector<std::size_t> chosen(runs_.size(), 0);
        double least = impossible;
        for (;;) {
            double seconds = 0;
            for (std::size_t phase = 0; phase < chosen.size(); ++phase) seconds += runs_[phase][chosen[phase]];
            for (std::size_t number = 0; number < ways_.size(); ++number) {
                PhaseChange const& change = priced_.program.changes()[number];
                seconds += ways_[number][chosen[change.from]][chosen[change.to]] * change.times;
            }
            least = std::min(least, seconds);
            std::size_t phase = 0;
            while (phase < chosen.size() && ++chosen[phase] == combinations_.size()) chosen[phase++] = 0;
            if (phase == chosen.size()) return least;
        }
    }

  private:
    [[nodiscard]] std::vector<double> runs(std::size_t phase) const {
        std::vector<double> seconds;
        for (auto const& mappings : combinations_) {
            PhaseCost const cost = priced_.coster.of(phase, mappings).value();
            bool const fits = cost.refusal.empty() && (!memory_ || cost.memory <= *memory_) && may_have(phase, mappings);
            seconds.push_back(fits ? *cost.seconds() * priced_.program.phases()[phase].times : impossible);
        }
        return seconds;
    }

    /// What is fixed stays as the job has it. Copies are for phases that only read what is made before, or in the loop around all.
    [[nodiscard]] bool may_have(std::size_t phase, std::vector<Mapping> const& mappings) const {
        auto const& phases = priced_.program.phases();
        for (std::size_t array = 0; array < mappings.size(); ++array) {
            bool const own = mappings[array].spec() == priced_.program.own_mapping(phase, array).spec();
            bool const kept = phases[phase].implied && priced_.program.is_remapped_at_end(phase, array);
            if ((kept || phases[phase].statement.fixed) && !own) return false;
            if (mappings[array].replicas() == 1) continue;
            PhaseArray const* const use = phases[phase].uses[array];
            auto const makes = [&](ProgramPhase const& each) {
                return each.uses[array] != nullptr && each.uses[array]->access != PhaseAccess::Read;
            };
            auto const end = priced_.program.loops().empty() ? phases.begin() + static_cast<std::ptrdiff_t>(phase) : phases.end();
            if ((use != nullptr && !reads_only(*use)) || std::none_of(phases.begin(), end, makes)) return false;
        }
        return true;
    }

    /// One step: all arrays that differ at a time, but those that are overwritten behind it.
    [[nodiscard]] double step(std::vector<Mapping> const& from, std::vector<Mapping> const& to, std::size_t phase) const {
        std::vector<MovingArray> moving;
        Index memory = 0;
        for (std::size_t array = 0; array < from.size(); ++array) {
            PhaseArray const* const use = priced_.program.phases()[phase].uses[array];
            bool const moves = from[array].spec() != to[array].spec();
            bool const overwritten = use != nullptr && use->access == PhaseAccess::Write;
            Index const before = memory_of(from[array]);
            Index const behind = memory_of(to[array]);
            memory += moves && !overwritten ? before + behind : std::max(before, behind);
            if (moves && !overwritten) moving.push_back({&from[array], &to[array]});
        }
        return memory_ && memory > *memory_ ? impossible : *priced_.prices.remap(moving).value().seconds;
    }

    /// Around a loop arrays go straight.
    [[nodiscard]] Seconds ways(PhaseChange const& change) const {
        std::size_t const count = combinations_.size();
        Seconds all(count, std::vector<double>(count, 0));
        for (std::size_t from = 0; from < count; ++from)
            for (std::size_t to = 0; to < count; ++to) all[from][to] = step(combinations_[from], combinations_[to], change.to);
        for (std::size_t by = 0; by < count && !change.back; ++by)
            for (std::size_t from = 0; from < count; ++from)
                for (std::size_t to = 0; to < count; ++to) all[from][to] = std::min(all[from][to], all[from][by] + all[by][to]);
        return all;
    }

    PricedProgram& priced_;
    std::optional<Index> memory_;
    std::vector<std::vector<Mapping>> combinations_;
    std::vector<std::vector<double>> runs_;
    std::vector<Seconds> ways_; // of each change
};

/// Phases that each want something; every second job has a loop.
std::string random_phases(std::mt19937& random, std::vector<std::string> const& needs, unsigned phases) {
    bool const loop = random() % 2 == 0;
    std::string job = loop ? "!dist$ repeat " + std::to_string(2 + random() % 4) + "\n" : "";
    for (unsigned phase = 0; phase < phases; ++phase)
        job += "!dist$ phase p" + std::to_string(phase) + ": " + needs[random() % needs.size()] + "\n";
    return job + (loop ? "!dist$ end repeat\n" : "");
}

std::string declared(std::vector<std::string> const& arrays, int ranks) {
    std::string job = "!hpf$ processors P(" + std::to_string(ranks) + ")\n";
    for (std::string const& array : arrays) {
        std::string const stars = std::ranges::count(array, ',') == 2 ? ",*,*" : ",*";
        job = "!dist$ array bytes(4) " + array + "\n" + job + "!hpf$ distribute " + array.substr(0, 1) + "(block" + stars +
              ") onto P\n";
    }
    return job;
}

struct Outcome {
    bool answered = false;
    bool exact = false;
    bool detour = false;
};

/// What is claimed holds: nothing costs less than the bound, and what is called exact is the least of all.
Outcome check(std::string const& job, double start, std::optional<Index> memory) {
    PricedProgram priced(job, start, 1, 2);
    Index const ranks = priced.program.ranks();
    auto const advice = advise(priced.coster, {.ranks = ranks, .memory = memory});
    double const least = Exhaustion(priced, ranks, memory).least();
    if (!advice) {
        if (least != impossible) qFatal("no answer to\n%s", job.c_str());
        return {};
    }
    AdvisedLayout const best = advice->answers.front();
    double const seconds = *best.cost.seconds();
    bool const bounded = advice->bound <= least * (1 + 1e-9) && seconds >= least * (1 - 1e-9);
    bool const true_to_word = !advice->is_exact() || seconds <= least * (1 + 1e-9);
    if (!bounded || !true_to_word)
        qFatal("answer %g, bound %g, least of all %g%s of\n%s", seconds, advice->bound, least, advice->is_exact() ? ", exact" : "",
               job.c_str());
    PricedProgram const written(write_hpf(job_with(priced.program, best.layout)), start, 1, 2);
    double const told = *cost_of(written.coster, own_layout(written.program)).value().seconds();
    if (std::abs(told - seconds) > 1e-9 * seconds) qFatal("answer %g, as a job %g, of\n%s", seconds, told, job.c_str());
    bool const detour = std::ranges::any_of(best.cost.changes, [](ChangeCost const& change) { return change.steps > 1; });
    return {true, advice->is_exact(), detour};
}

} // namespace

class ExhaustiveTest : public QObject {
    Q_OBJECT
  private slots:
    void one_array();
    void within_memory();
    void two_arrays_together();
    void two_arrays_one_by_one();
};

std::vector<std::string> const needs_of_one{
    "on A(i,j,k) whole A(:,*,*)", "on A(i,j,k) whole A(*,:,*)", "on A(i,j,k) whole A(*,*,:)", "on A(i,j,k) whole A(*,:,:)",
    "on A(i,j,k) whole A(:,:,*)", "on A(i,j,k) sweep A(:,>,:)", "on A(i,j,k) halo A(1,1,1)",  "on A(i,j,k) writes A"};

/// A single array, on so many ranks that detours pay; some phases keep the layouts that the job has.
void ExhaustiveTest::one_array() {
    std::mt19937 random(1);
    char const* const layouts[]{"(block,block,*) onto Q", "(*,block,block) onto R", "(block,*,block) onto R",
                                "(*,*,block) onto P",     "(*,block,block) onto Q", "(block,block,*) onto R"};
    int detours = 0;
    for (int round = 0; round < 60; ++round) {
        std::string job =
            "      real*8 A(32,16,24)\n!hpf$ processors P(16), Q(4,4), R(2,8)\n!hpf$ distribute A(block,*,*) onto P\n";
        bool const loop = random() % 2 == 0;
        if (loop) job += "!dist$ repeat 3\n";
        for (char const name : {'p', 'q', 'r'}) {
            bool const fixed = random() % 2 == 0;
            if (fixed) job += std::string("!hpf$ redistribute A") + layouts[random() % std::size(layouts)] + "\n";
            std::string const need = fixed ? "on A(i,j,k) work 1 fixed" : needs_of_one[random() % needs_of_one.size()];
            job += std::string("!dist$ phase ") + name + ": " + need + "\n";
        }
        if (loop) job += "!dist$ end repeat\n";
        Outcome const outcome = check(job, 20000, std::nullopt);
        QVERIFY2(outcome.exact || !outcome.answered, job.c_str());
        detours += outcome.detour ? 1 : 0;
    }
    QVERIFY2(detours > 2, qPrintable(QString::number(detours)));
}

void ExhaustiveTest::within_memory() {
    std::mt19937 random(8);
    int answered = 0;
    for (int round = 0; round < 16; ++round) {
        std::string const job = declared({"A(16,12,8)"}, random() % 2 == 0 ? 12 : 16) + random_phases(random, needs_of_one, 3);
        Outcome const outcome = check(job, static_cast<double>(1U << random() % 18), 700 + random() % 400);
        QVERIFY2(outcome.exact || !outcome.answered, job.c_str());
        answered += outcome.answered ? 1 : 0;
    }
    QVERIFY(answered > 4);
}

std::vector<std::string> const needs_of_two{"on A(i,j) whole A(:,*)",
                                            "on B(i,j) whole B(:,*)",
                                            "on A(i,j) whole A(*,:)",
                                            "on B(i,j) whole B(*,:)",
                                            "on A(i,j) reads B with A",
                                            "on B(i,j) writes B reads A with B",
                                            "on A(i,j) whole A(:,*) whole B(*,:)",
                                            "on B(i,j) sweep B(>,:)"};

/// So few layouts that the arrays are looked at together, and share their messages.
void ExhaustiveTest::two_arrays_together() {
    std::mt19937 random(21);
    int exact = 0;
    for (int round = 0; round < 10; ++round) {
        std::string const job =
            declared({"A(16,16)", "B(16,16)"}, random() % 2 == 0 ? 8 : 16) + random_phases(random, needs_of_two, 3);
        exact += check(job, static_cast<double>(1U << random() % 14), std::nullopt).exact ? 1 : 0;
    }
    QCOMPARE(exact, 10);
}

/// With more layouts arrays that never meet are looked at one by one.
void ExhaustiveTest::two_arrays_one_by_one() {
    std::mt19937 random(34);
    std::vector<std::string> const needs{
        "on A(i,j) whole A(:,*) whole B(:,*) work i", "on B(i,j) whole B(:,*) work i", "on A(i,j) whole A(*,:) whole B(*,:) work j",
        "on B(i,j) whole B(*,:) whole A(:,*) work 3", "on A(i,j) work 1 where j <= i", "on B(i,j) halo B(1,1)"};
    int exact = 0, inexact = 0;
    for (int round = 0; round < 5; ++round) {
        std::string const job = declared({"A(16,16)", "B(16,16)"}, 4) + random_phases(random, needs, 3);
        bool const is_exact = check(job, static_cast<double>(1U << random() % 8), std::nullopt).exact;
        (is_exact ? exact : inexact) += 1;
    }
    QVERIFY(exact > 0);
    qInfo("%d exact, %d not", exact, inexact);
}

TEST_CLASS(ExhaustiveTest)
#include "exhaustive_test.moc"
