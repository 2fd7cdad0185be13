// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of `auto`: what it chooses costs little more than the best, and it says why.
#include "libcore/network/choice.hpp"

#include "libcore/network/cost.hpp"
#include "libcore/network/grid.hpp"
#include "libcore/schedule/quality.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/network/regrets.hpp"
#include "tests/unit/network/sample_sets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>

using namespace tessera;

namespace {

struct Case {
    QString what;
    MessageSet messages;
    Net net;
    Machine const* machine;
};

/// The exact cost of an algorithm; nothing if it cannot be used or the model has no order to judge.
std::optional<double> exact_cost(Case const& each, std::string const& algorithm) {
    auto const schedule = make_schedule(algorithm, each.messages, mesh_shape(*each.net));
    if (!schedule) return std::nullopt;
    auto const cost = cost_of(**schedule, *each.net, Placement::row_major(each.messages.size()), each.machine);
    if (!cost) return std::nullopt;
    return each.machine ? cost->time() : cost->congested_bytes;
}

Result<Choice> choose(Case const& each) {
    return choose_algorithm(each.messages, Site::borrowed(*each.net, Placement::row_major(each.messages.size()), each.machine));
}

/// Does it forward messages and cost, with rates, hardly less than direct ones that wait for nobody? Networks show that these are
/// quicker then, whatever the sum of their steps is (share/doc/cluster.md).
bool forwards_in_vain(Case const& each, AlgorithmInfo const& info) {
    if (!info.forwards || !each.machine) return false;
    auto const cost = exact_cost(each, std::string(info.name));
    auto const bound = exact_cost(each, "unscheduled");
    return cost && bound && *bound <= 1.04 * *cost;
}

/// The cost of what is chosen over that of the best that does not forward in vain; infinite where the chosen one does.
double regret(Case const& each) {
    auto const choice = choose(each);
    if (!choice) qFatal("%s: %s", qPrintable(each.what), choice.error().message.c_str());
    double best = std::numeric_limits<double>::infinity();
    if (forwards_in_vain(each, *find_algorithm(choice->algorithm))) return best;
    for (AlgorithmInfo const& info : algorithms())
        if (info.name != "unscheduled" && !forwards_in_vain(each, info))
            best = std::min(best, exact_cost(each, std::string(info.name)).value_or(best));
    double const chosen = exact_cost(each, choice->algorithm).value();
    return best > 0 ? chosen / best : 1.0;
}

/// Without rates fewer messages are worth a tenth of the bytes.
constexpr double within_a_tenth = 1.1 * 1.000001;

constexpr char const* nets[] = {"mesh(4,4)",    "mesh(3,5)",    "mesh(2,8)", "torus(4,4)",      "hypercube(4)",     "cm5(16)",
                                "crossbar(12)", "fattree(4,2)", "bus(6)",    "clusters(8,4,2)", "dragonfly(3,2,2)", "mesh(8,4)"};

Candidate const& candidate(Choice const& choice, char const* algorithm) {
    auto const found = std::ranges::find(choice.candidates, algorithm, &Candidate::algorithm);
    if (found == choice.candidates.end()) qFatal("no candidate %s", algorithm);
    return *found;
}

} // namespace

class ChoiceTest : public QObject {
    Q_OBJECT

  private slots:
    void regret_of_all_to_alls();
    void regret_of_irregular_sets();
    void regret_at_1024_ranks();
    void work_stops_midway();
    void every_algorithm_is_considered_once();
    void small_all_to_alls_are_predicted_exactly();
    void the_size_decides_between_starts_and_bytes();
    void the_network_decides();
    void what_forwards_must_be_clearly_cheaper();
    void unscheduled_is_a_bound();
    void refusals_say_why();
    void without_rates_bytes_decide();
    void without_rates_starts_count_among_the_nearly_equal();
    void equals_are_told_apart_by_their_empty_steps();
    void without_a_topology_nothing_contends();
    void without_a_rate_bytes_decide();
    void nothing_to_send();
    void the_same_question_gets_the_same_answer();
    void reasons_are_sentences_data();
    void reasons_are_sentences();
};

/// Small cases, in which sampling covers all steps: only what is decided by the kind of the step is left open.
void ChoiceTest::regret_of_all_to_alls() {
    Machine const delta = delta_with_beta_s();
    Machine const slow = slow_start();
    Regrets regrets;
    for (char const* name : nets)
        for (Machine const* machine : {&delta, &slow, static_cast<Machine const*>(nullptr)})
            for (int bits = 0; bits < 24; bits += 2) {
                Net const net = network(name);
                auto const what = QString("%1, %2, 2^%3 bytes").arg(name, machine ? machine->name.c_str() : "no machine").arg(bits);
                regrets.add(regret({what, *MessageSet::all_to_all(net->nodes(), Index{1} << bits), net, machine}), what);
            }
    regrets.print();
    QVERIFY(regrets.at(1) < 1.05);
}

void ChoiceTest::regret_of_irregular_sets() {
    std::mt19937 random(2024);
    Machine const delta = delta_with_beta_s();
    Machine const slow = slow_start();
    Regrets regrets;
    for (char const* name : nets)
        for (Machine const* machine : {&delta, &slow, static_cast<Machine const*>(nullptr)})
            for (int number = 0; number < 18; ++number) {
                Net const net = network(name);
                auto const what = QString("%1, %2, set %3").arg(name, machine ? machine->name.c_str() : "no machine").arg(number);
                regrets.add(regret({what, sample_set(number, net->nodes(), random), net, machine}), what);
            }
    regrets.print();
    QVERIFY(regrets.at(0.5) < 1.001);
    QVERIFY(regrets.at(1) <= within_a_tenth);
}

/// Of 1024 ranks in a square: a row of the array each (first), or 8 x 8 blocks (second), become blocks of a square or are dealt
/// out.
void ChoiceTest::regret_at_1024_ranks() {
    std::vector<MessageSet::Triple> rows_to_blocks;
    std::vector<MessageSet::Triple> blocks_to_cyclic;
    for (int rank = 0; rank < 1024; ++rank)
        for (int i = 0; i < 64; ++i) {
            if (i < 32 && rank / 32 * 32 + i != rank) rows_to_blocks.push_back({rank, rank / 32 * 32 + i, 256});
            int const row = (rank / 32 * 8 + i / 8) % 32;
            int const column = (rank % 32 * 8 + i % 8) % 32;
            if (row * 32 + column != rank) blocks_to_cyclic.push_back({rank, row * 32 + column, 8});
        }
    for (auto const& triples : {rows_to_blocks, blocks_to_cyclic})
        QVERIFY(regret({"1024 ranks", *MessageSet::of(triples), network("mesh(32,32)"), nullptr}) <= within_a_tenth);
}

/// A sink that stops the work at its first report that something is done.
struct Stopper : ProgressSink {
    std::stop_source source;
    void report(Index done, Index) override {
        if (done > 0) source.request_stop();
    }
};

void ChoiceTest::work_stops_midway() {
    Stopper stopper;
    Watch const watch(stopper.source.get_token(), &stopper);
    Net const net = network("mesh(4,8)");
    Placement const placement = Placement::row_major(32);
    auto const schedule = make_schedule("gen", *MessageSet::all_to_all(32, 100)).value();
    auto const cost = cost_of(*schedule, *net, placement, nullptr, watch);
    QVERIFY(!cost && is_stopped(cost.error()));
    stopper.source = {};
    Watch const again(stopper.source.get_token(), &stopper);
    auto const quality = quality_of(*schedule, again);
    QVERIFY(!quality && is_stopped(quality.error()));
    stopper.source.request_stop();
    auto const choice = choose_algorithm(schedule->messages(), Site::borrowed(*net, placement), again);
    QVERIFY(!choice && is_stopped(choice.error()));
    auto const valid = validate(*schedule, again);
    QVERIFY(!valid && is_stopped(valid.error()));
}

void ChoiceTest::every_algorithm_is_considered_once() {
    for (int const ranks : {1, 2, 3, 8, 12, 16}) {
        auto const net = network(qPrintable(QString("crossbar(%1)").arg(ranks)));
        auto const choice = choose({"", *MessageSet::all_to_all(ranks, 100), net, nullptr});
        QVERIFY(choice);
        QCOMPARE(choice->candidates.size(), algorithms().size());
        for (AlgorithmInfo const& info : algorithms())
            QCOMPARE(std::ranges::count(choice->candidates, info.name, &Candidate::algorithm), 1);
        QCOMPARE(choice->candidates.front().algorithm, choice->algorithm);
        QVERIFY(!choice->candidates.front().at_least);
    }
}

/// Where all steps are looked at, the estimate is the cost.
void ChoiceTest::small_all_to_alls_are_predicted_exactly() {
    Machine const machine = delta_with_beta_s();
    for (char const* name : {"mesh(4,4)", "cm5(16)", "hypercube(4)", "torus(3,5)", "clusters(8,4,2)"}) {
        Net const net = network(name);
        Case const each{name, *MessageSet::all_to_all(net->nodes(), 2000), net, &machine};
        auto const choice = choose(each);
        QVERIFY(choice);
        for (Candidate const& candidate : choice->candidates) {
            auto const exact = exact_cost(each, candidate.algorithm);
            QCOMPARE(exact.has_value(), candidate.refusal.empty());
            if (!exact) continue;
            QVERIFY2(
                candidate.at_least ? candidate.cost() <= *exact * 1.000001 : std::abs(candidate.cost() / *exact - 1) < 1e-6,
                qPrintable(
                    QString("%1, %2: %3, exactly %4").arg(name, candidate.algorithm.c_str()).arg(candidate.cost()).arg(*exact)));
        }
    }
}

/// On a crossbar of 64: rex starts 6 messages instead of 63 and sends 192 L instead of 63 L.
void ChoiceTest::the_size_decides_between_starts_and_bytes() {
    Machine const machine = delta_with_beta_s();
    Net const net = network("crossbar(64)");
    QCOMPARE(choose({"", *MessageSet::all_to_all(64, 8), net, &machine})->algorithm, std::string("rex"));
    QCOMPARE(choose({"", *MessageSet::all_to_all(64, 65536), net, &machine})->algorithm, std::string("pex"));
    auto const choice = choose({"", *MessageSet::all_to_all(64, 8), net, &machine});
    QCOMPARE(candidate(*choice, "rex").starts, Index{6});
    QCOMPARE(candidate(*choice, "rex").sent_bytes, 6.0 * 32 * 8);
    QCOMPARE(candidate(*choice, "pex").starts, Index{63});
}

/// GEN's rings fit a torus of 64 nodes worse than the caterpillar's reflections; on a crossbar it makes no difference.
void ChoiceTest::the_network_decides() {
    MessageSet const messages = *MessageSet::all_to_all(16, 4096);
    QCOMPARE(choose({"", messages, network("torus(4,4)"), nullptr})->algorithm, std::string("caterpillar"));
    QCOMPARE(choose({"", messages, network("crossbar(16)"), nullptr})->algorithm, std::string("pex"));
}

/// Tiles on a grid of 2 x 4 that go to one of 4 x 2, as share/doc/cluster.md has them raced: rex costs a start less than the direct
/// algorithms, and took 1.5 times as long. From half of the ranks to all, bruck should take three quarters of the time by the sum
/// over steps, and took 1.7 times the direct algorithms' time. Where forwarding saves most of the starts, it is chosen all the
/// same.
void ChoiceTest::what_forwards_must_be_clearly_cheaper() {
    Machine links;
    links.name = "links of 5 Mbit/s";
    links.protocols = {{0, 2e-4, 1.673e-6, 1.673e-6, 1.673e-6, 1.673e-6}};
    std::vector<MessageSet::Triple> tiles;
    auto const row_of = [](int rank, int rows) { return std::pair(rank / (8 / rows) * 384 / rows, 384 / rows); };
    auto const column_of = [](int rank, int rows) { return std::pair(rank % (8 / rows) * (48 * rows), 48 * rows); };
    auto const common = [](std::pair<int, int> a, std::pair<int, int> b) {
        return std::max(0, std::min(a.first + a.second, b.first + b.second) - std::max(a.first, b.first));
    };
    for (int from = 0; from < 8; ++from)
        for (int to = 0; to < 8; ++to) {
            Index const bytes = Index{8} * common(row_of(from, 2), row_of(to, 4)) * common(column_of(from, 2), column_of(to, 4));
            if (from != to && bytes > 0) tiles.push_back({from, to, bytes});
        }
    Case const turned{"tiles turned", MessageSet::of(tiles).value(), network("crossbar(8)"), &links};
    QVERIFY(!find_algorithm(choose(turned)->algorithm)->forwards);
    std::vector<MessageSet::Triple> const half{{0, 1, 131072}, {1, 2, 131072}, {1, 3, 131072}, {2, 4, 131072},
                                               {2, 5, 131072}, {3, 6, 131072}, {3, 7, 131072}};
    Case const half_to_all{"half to all", MessageSet::of(half).value(), network("fattree(2,3)"), &links};
    QVERIFY(exact_cost(half_to_all, "bruck").value() < 0.8 * exact_cost(half_to_all, choose(half_to_all)->algorithm).value());
    QVERIFY(!find_algorithm(choose(half_to_all)->algorithm)->forwards);
    Case const tiny{"tiny messages", MessageSet::all_to_all(8, 8).value(), network("crossbar(8)"), &links};
    QVERIFY(find_algorithm(choose(tiny)->algorithm)->forwards);
}

void ChoiceTest::unscheduled_is_a_bound() {
    Machine const machine = delta_with_beta_s();
    auto const choice = choose({"", *MessageSet::all_to_all(16, 4096), network("mesh(4,4)"), &machine});
    QVERIFY(candidate(*choice, "unscheduled").at_least);
    QVERIFY(choice->algorithm != "unscheduled");
    std::vector<MessageSet::Triple> const ring{{0, 1, 10}, {1, 2, 10}, {2, 0, 10}};
    auto const one_each = choose({"", *MessageSet::of(ring), network("mesh(1,3)"), &machine});
    QVERIFY(!candidate(*one_each, "unscheduled").at_least);
}

void ChoiceTest::refusals_say_why() {
    auto const choice = choose({"", *MessageSet::all_to_all(12, 100), network("crossbar(12)"), nullptr});
    QCOMPARE(candidate(*choice, "pex").refusal.find("pex needs a power of two of ranks, but 12 take part"), std::size_t{0});
    QVERIFY(candidate(*choice, "ipex").refusal.find("mesh") != std::string::npos);
    auto const on_mesh = choose({"", *MessageSet::all_to_all(16, 100), network("mesh(4,4)"), nullptr});
    QVERIFY(candidate(*on_mesh, "ipex").refusal.empty());
    Machine const machine = delta();
    auto const no_beta_s = choose({"", *MessageSet::all_to_all(16, 100), network("mesh(4,4)"), &machine});
    QVERIFY(candidate(*no_beta_s, "lex").refusal.find("has no beta_s") != std::string::npos);
}

void ChoiceTest::without_rates_bytes_decide() {
    Machine cm5;
    cm5.name = "CM-5";
    for (Machine const* machine : {static_cast<Machine const*>(&cm5), static_cast<Machine const*>(nullptr)}) {
        auto const choice = choose({"", *MessageSet::all_to_all(64, 8), network("cm5(64)"), machine});
        QVERIFY(choice);
        QVERIFY(!choice->time);
        QVERIFY(choice->bytes > 0);
        QVERIFY(choice->algorithm != "rex"); // it sends three times the bytes
    }
}

/// Messages of nearly the same length: splitting them saves a hundredth of the bytes and doubles the messages.
void ChoiceTest::without_rates_starts_count_among_the_nearly_equal() {
    std::vector<MessageSet::Triple> messages;
    for (int from = 0; from < 4; ++from)
        for (int to = 0; to < 4; ++to)
            if (from != to) messages.push_back({from, to, 1000 + 7 * ((from * 5 + to * 3) % 4)});
    auto const choice = choose({"", *MessageSet::of(messages), network("crossbar(4)"), nullptr});
    QVERIFY(choice);
    auto const starts = [&](std::string const& algorithm) {
        return std::ranges::find(choice->candidates, algorithm, &Candidate::algorithm)->starts;
    };
    QCOMPARE(starts(choice->algorithm), Index{3});
    QVERIFY(starts("split") > 3);
    // One message that outweighs all: splitting the others beside it is worth its starts.
    messages[0].bytes = 100'000;
    messages[1].bytes = 50'000;
    messages[5].bytes = 50'000;
    auto const uneven = choose({"", *MessageSet::of(messages), network("crossbar(4)"), nullptr});
    QVERIFY(uneven->bytes <= 1.1 * uneven->candidates[1].bytes);
}

/// Four messages between different pairs fit one step, which an exchange of all pairs has among empty ones.
void ChoiceTest::equals_are_told_apart_by_their_empty_steps() {
    std::vector<MessageSet::Triple> const sent = {{0, 5, 48}, {1, 4, 48}, {2, 7, 48}, {3, 6, 48}};
    MessageSet const pairs = *MessageSet::of(sent, std::vector<Rank>{8, 9, 10, 11});
    Machine const known = delta_with_beta_s();
    for (Machine const* machine : {static_cast<Machine const*>(&known), static_cast<Machine const*>(nullptr)}) {
        auto const choice = choose({"", pairs, network("crossbar(12)"), machine});
        QVERIFY(choice);
        QCOMPARE(choice->candidates.front().steps + choice->candidates.front().empty_steps, Index{1});
    }
}

void ChoiceTest::without_a_topology_nothing_contends() {
    Machine const machine = delta_with_beta_s();
    auto const choice =
        choose_algorithm(*MessageSet::all_to_all(16, 4096), {nullptr, {}, std::make_shared<Machine const>(machine)});
    QVERIFY(choice);
    QCOMPARE(choice->algorithm, std::string("pex"));
    QVERIFY(std::abs(*choice->time / (15 * (150e-6 + 4096 * 0.2e-6)) - 1) < 1e-9);
}

void ChoiceTest::without_a_rate_bytes_decide() {
    Machine machine;
    machine.name = "half known";
    machine.protocols = {{0, 1e-6, std::nullopt, std::nullopt, std::nullopt, std::nullopt}};
    auto const choice = choose({"", *MessageSet::all_to_all(16, 4096), network("mesh(4,4)"), &machine});
    auto const by_bytes = choose({"", *MessageSet::all_to_all(16, 4096), network("mesh(4,4)"), nullptr});
    QVERIFY(choice && !choice->time);
    QCOMPARE(choice->algorithm, by_bytes->algorithm);
    QVERIFY(choice->lack.find("the machine profile of half known has no beta_") == 0);
}

void ChoiceTest::nothing_to_send() {
    Machine const machine = delta_with_beta_s();
    for (auto const& messages : {*MessageSet::all_to_all(1, 5), *MessageSet::of({}, std::vector<Rank>{0, 1, 2})}) {
        auto const choice = choose({"", messages, network("crossbar(16)"), &machine});
        QVERIFY(choice);
        QCOMPARE(*choice->time, 0.0);
        QCOMPARE(choice->reason, std::string("there is nothing to send"));
    }
}

void ChoiceTest::the_same_question_gets_the_same_answer() {
    std::mt19937 random(7);
    Machine const machine = slow_start();
    for (int number = 0; number < 9; ++number) {
        Case const each{"", sample_set(number, 64, random), network("mesh(8,8)"), &machine};
        auto const first = choose(each);
        auto const second = choose(each);
        QCOMPARE(first->algorithm, second->algorithm);
        QCOMPARE(*first->time, *second->time);
        QCOMPARE(first->reason, second->reason);
    }
}

void ChoiceTest::reasons_are_sentences_data() {
    QTest::addColumn<QString>("net");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<bool>("timed");
    QTest::addColumn<QString>("reason");
    QTest::newRow("fewer starts") << "torus(4,4)" << 1 << true
                                  << "rex takes 311 us in 4 steps, the least of all; equally good: rex-mesh, multistage, bruck";
    QTest::newRow("less contention")
        << "torus(4,4)" << 4096 << false
        << "caterpillar sends 64 KiB through the busiest rank or link in 16 steps, the least of all; next is pex "
           "(88 KiB in 15 steps)";
    QTest::newRow("all alike")
        << "crossbar(16)" << 4096 << false
        << "pex sends 60 KiB through the busiest rank or link in 15 steps, the least of all; next is caterpillar "
           "(64 KiB in 16 steps); equally good: bex, pex-gen, pex-gen-shift and 6 more";
}

void ChoiceTest::reasons_are_sentences() {
    QFETCH(QString, net);
    QFETCH(int, bytes);
    QFETCH(bool, timed);
    QFETCH(QString, reason);
    Machine const machine = delta_with_beta_s();
    auto const choice = choose({"", *MessageSet::all_to_all(16, bytes), network(qPrintable(net)), timed ? &machine : nullptr});
    QCOMPARE(QString::fromStdString(choice->reason), reason);
}

TEST_CLASS(ChoiceTest)
#include "choice_test.moc"
