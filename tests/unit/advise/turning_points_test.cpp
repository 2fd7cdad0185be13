// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where another answer is as good: at the rates that are told, priced anew.
#include "libcore/advise/advice.hpp"
#include "libcore/report/program/advice_report.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

using namespace tessera;
using testing::PricedProgram;

namespace {

struct TurnedRates {
    double start = 1;
    double byte = 1;
    double operation = 1;

    [[nodiscard]] TurnedRates with(TurningPoint const& point, double factor) const {
        TurnedRates rates = *this;
        (point.what == "the start-up of a message" ? rates.start
         : point.what == "the time of a byte"      ? rates.byte
                                                   : rates.operation) *= factor;
        return rates;
    }
};

double turned_seconds(TurnedRates const& rates, std::string const& job, ProgramLayout const& layout) {
    PricedProgram const priced(job, rates.start, rates.byte, rates.operation);
    return *cost_of(priced.coster, layout).value().seconds();
}

Advice turning_advice(PricedProgram const& priced) {
    auto advice = advise(priced.coster, {.ranks = priced.program.ranks()});
    if (!advice) qFatal("%s", to_string(advice.error()).c_str());
    return *std::move(advice);
}

std::string random_turns(std::mt19937& random) {
    char const* const needs[]{"whole A(:,*)",        "whole A(*,:)",  "halo A(1,1)", "halo A(0,2)", "sweep A(:,>) work 2",
                              "work i where j <= i", "reduce A(:,+)", "writes A",    "work 3",      "spread A(:,+) work 1"};
    int const ranks[]{2, 4, 6, 8};
    std::string job = "!dist$ array bytes(4) A(24,36)\n!hpf$ processors P(" + std::to_string(ranks[random() % 4]) +
                      ")\n!hpf$ distribute A(block,*) onto P\n";
    bool const loop = random() % 2 == 0;
    if (loop) job += "!dist$ repeat " + std::to_string(1 + random() % 5) + "\n";
    for (unsigned long phase = 0, phases = 1 + random() % 3; phase < phases; ++phase)
        job += "!dist$ phase p" + std::to_string(phase) + ": on A(i,j) " + needs[random() % std::size(needs)] + "\n";
    return job + (loop ? "!dist$ end repeat\n" : "");
}

} // namespace

class TurningPointsTest : public QObject {
    Q_OBJECT
  private slots:
    void hold_at_the_rates_told();
    void are_said_with_their_answers();
};

/// With the rate so many times what it is both answers cost the same; on the near side the first is the better one, on the far side
/// the other.
void TurningPointsTest::hold_at_the_rates_told() {
    std::mt19937 random(19);
    int points = 0;
    for (int round = 0; round < 80; ++round) {
        std::string const job = random_turns(random);
        TurnedRates const rates{static_cast<double>(1 + random() % 200), 1, static_cast<double>(1 + random() % 9)};
        PricedProgram const priced(job, rates.start, rates.byte, rates.operation);
        Advice const advice = turning_advice(priced);
        for (TurningPoint const& point : advice.turning_points) {
            ++points;
            ProgramLayout const& first = advice.answers.front().layout;
            ProgramLayout const& other = advice.answers[point.answer].layout;
            auto const lead = [&](double factor) { // of the first, as a part of it
                TurnedRates const then = rates.with(point, factor);
                double const least = turned_seconds(then, job, first);
                return turned_seconds(then, job, other) / least - 1;
            };
            double const beyond = point.factor > 1 ? point.factor * 1.05 : point.factor / 1.05;
            QVERIFY2(std::abs(lead(point.factor)) < 1e-3, (job + point.what + " " + std::to_string(point.factor)).c_str());
            QVERIFY2(lead(1 + (point.factor - 1) * 0.9) > -1e-6, job.c_str());
            QVERIFY2(lead(beyond) < 1e-6, (job + point.what + " " + std::to_string(point.factor)).c_str());
        }
    }
    QVERIFY2(points > 25, qPrintable(QString::number(points)));
    qInfo("%d points", points);
}

/// Strips are as good as tiles where a message's start-up is 1.28 times as long; that tiles of 2 x 8 are in between is known.
void TurningPointsTest::are_said_with_their_answers() {
    PricedProgram const priced("!dist$ array bytes(1) A(1024,1024)\n!hpf$ processors P(16)\n!hpf$ distribute A(block,*) onto P\n"
                               "!dist$ phase relax: on A(i,j) halo A(1,1) work 1\n",
                               100, 1, 0);
    Site const site = *priced.prices.sites()(16);
    std::string text;
    advice_text({Job(), priced.coster, site, {.ranks = 16}, turning_advice(priced)}, [&](std::string_view part) { text += part; });
    auto const says = [&](std::string const& words) { return text.find(words) != std::string::npos; };
    QVERIFY2(says("\nAnother answer becomes equally good if only this changes:\n  the start-up of a message is about 1.28 times "
                  "its value: answer 2\n"
                  "  the time of a byte is about 0.781 times its value: answer 2\n"),
             text.c_str());
    QVERIFY2(says("\nWith another layout in one phase:\n  relax: 28 s more with A (block,block) onto "), text.c_str());
}

TEST_CLASS(TurningPointsTest)
#include "turning_points_test.moc"
