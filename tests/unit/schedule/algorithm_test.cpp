// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms by name, and what they refuse.
#include "libcore/schedule/algorithm.hpp"

#include "libcore/schedule/explanation.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/schedule/step_text.hpp"

using namespace tessera;

namespace {

std::string error_of(std::string_view algorithm, int ranks, std::optional<MeshShape> mesh = std::nullopt) {
    auto const schedule = make_schedule(algorithm, MessageSet::all_to_all(ranks, 1).value(), mesh);
    return schedule ? "no error" : schedule.error().message;
}

} // namespace

class AlgorithmTest : public QObject {
    Q_OBJECT

  private slots:
    void names();
    void every_algorithm_knows_its_name();
    void the_table_is_true_of_the_schedules();
    void twins_are_in_the_table();
    void regular_all_to_alls_are_known_by_formula();
    void work_stops_midway_data();
    void work_stops_midway();
    void powers_of_two();
    void every_algorithm_is_explained();
    void meshes();
    void unknown_names();
    void subsets_of_ranks();
    void caterpillar_of_two_sides();
    void sparse_sets_skip_pairs();
};

void AlgorithmTest::names() {
    std::string names;
    for (AlgorithmInfo const& info : algorithms()) names += std::string(info.name) + " ";
    QCOMPARE(names,
             "lex pex rex bex pex-gen pex-gen-shift gen ipex rex-mesh caterpillar centralized staged multistage hybrid bruck "
             "unscheduled coloured largest-first split ");
}

void AlgorithmTest::every_algorithm_knows_its_name() {
    for (AlgorithmInfo const& info : algorithms()) {
        auto const schedule = all_to_all(info.name, 4, 1, MeshShape{2, 2});
        QCOMPARE(schedule->algorithm(), info.name);
        QVERIFY(!info.summary.empty() && !info.source.empty());
    }
}

/// One sentence each, which ends as a sentence does; no two alike.
void AlgorithmTest::every_algorithm_is_explained() {
    std::vector<std::string_view> sentences{explanation_of("auto")};
    for (AlgorithmInfo const& info : algorithms()) sentences.push_back(explanation_of(info.name));
    for (std::string_view const sentence : sentences) {
        QVERIFY(!sentence.empty());
        QVERIFY2(sentence.ends_with('.') && sentence.find(". ") == std::string_view::npos, std::string(sentence).c_str());
        QCOMPARE(std::ranges::count(sentences, sentence), 1);
    }
    QVERIFY(explanation_of("pecks").empty());
}

/// What the schedules of an algorithm do, over some message sets among eight ranks.
struct Seen {
    bool forwards = false;
    bool cuts = false;
    bool unordered = true; ///< never more than one step
};

Seen seen_of(AlgorithmInfo const& info) {
    std::vector<MessageSet::Triple> uneven;
    std::vector<MessageSet::Triple> gathered;
    for (int from = 0; from < 8; ++from)
        for (int to = 0; to < 8; ++to) {
            if (from != to) uneven.push_back({from, to, 1 + (from * 5 + to * 3) % 7});
            if (from >= 2 && to < 2) gathered.push_back({from, to, 10});
        }
    Seen seen;
    for (auto const& triples : {uneven, gathered}) {
        auto const schedule = make_schedule(info.name, MessageSet::of(triples).value(), MeshShape{2, 4}).value();
        seen.forwards = seen.forwards || schedule->store_and_forward();
        seen.unordered = seen.unordered && schedule->steps() == 1;
        for (int step = 0; step < schedule->steps(); ++step)
            schedule->for_each_transfer(step, [&](Transfer const& transfer) {
                for (Block const& block : schedule->blocks(transfer, step))
                    seen.cuts = seen.cuts || block.bytes < schedule->messages().bytes(block.from, block.to);
            });
    }
    return seen;
}

void AlgorithmTest::the_table_is_true_of_the_schedules() {
    for (AlgorithmInfo const& info : algorithms()) {
        Seen const seen = seen_of(info);
        QVERIFY2(seen.forwards == info.forwards, info.name.data());
        QVERIFY2(seen.cuts == info.cuts, info.name.data());
        QVERIFY2(seen.unordered == info.unordered, info.name.data());
        QVERIFY2((error_of(info.name, 8) == "no error") == (info.needs != AlgorithmInfo::Needs::Mesh), info.name.data());
        bool const any = error_of(info.name, 12, MeshShape{3, 4}) == "no error";
        QVERIFY2(any == (info.needs == AlgorithmInfo::Needs::Nothing), info.name.data());
        QVERIFY2(info.instead.empty() == (info.needs == AlgorithmInfo::Needs::Nothing), info.name.data());
    }
}

void AlgorithmTest::twins_are_in_the_table() {
    for (AlgorithmInfo const& info : algorithms())
        for (EquivalentAlgorithm const& equivalent : info.equivalents) {
            if (equivalent.when == EquivalentAlgorithm::When::Never) continue;
            AlgorithmInfo const* other = find_algorithm(equivalent.algorithm);
            QVERIFY2(other != nullptr && other->equivalents.front().when == EquivalentAlgorithm::When::Never, info.name.data());
        }
}

void AlgorithmTest::regular_all_to_alls_are_known_by_formula() {
    for (AlgorithmInfo const& info : algorithms()) {
        auto const schedule = all_to_all(info.name, 8, 1, MeshShape{2, 4});
        for (int step = 0; step < schedule->steps(); ++step) QVERIFY2(schedule->pattern(step).has_value(), info.name.data());
    }
}

void AlgorithmTest::work_stops_midway_data() {
    QTest::addColumn<QString>("algorithm");
    for (char const* each : {"coloured", "split"}) QTest::newRow(each) << each;
}

/// Stops the work as soon as it says that a part of it is done.
struct Stopper : ProgressSink {
    std::stop_source source;
    Index done = 0;
    Index of = 0;
    void report(Index done_now, Index of_all) override {
        done = done_now;
        of = of_all;
        if (done > 0) source.request_stop();
    }
};

void AlgorithmTest::work_stops_midway() {
    QFETCH(QString, algorithm);
    std::vector<MessageSet::Triple> many;
    for (int from = 0; from < 200; ++from)
        for (int to = 0; to < 200; ++to)
            if (from != to) many.push_back({from, to, 1 + (from * 7 + to * 13) % 101});
    Stopper stopper;
    Watch const watch(stopper.source.get_token(), &stopper);
    auto const made = make_schedule(algorithm.toStdString(), MessageSet::of(many).value(), std::nullopt, watch);
    QVERIFY(!made);
    QVERIFY(is_stopped(made.error()));
    QVERIFY(stopper.done > 0 && stopper.done < stopper.of);
}

void AlgorithmTest::powers_of_two() {
    QCOMPARE(error_of("pex", 12), "pex needs a power of two of ranks, but 12 take part; use pex-gen, pex-gen-shift or gen");
    QCOMPARE(error_of("bex", 7), "bex needs a power of two of ranks, but 7 take part; use pex-gen-shift or gen");
    QCOMPARE(error_of("rex", 3), "rex needs a power of two of ranks, but 3 take part; use bruck");
    for (auto const* any : {"lex", "pex-gen", "pex-gen-shift", "gen", "bruck", "multistage"})
        QCOMPARE(error_of(any, 12), "no error");
}

void AlgorithmTest::meshes() {
    QCOMPARE(error_of("ipex", 16),
             "ipex works along the rows and columns of a mesh; choose a topology mesh(rows,columns) of 16 nodes");
    QCOMPARE(error_of("ipex", 16, MeshShape{4, 8}),
             "ipex needs a mesh with as many nodes as ranks: 16 ranks take part, but mesh(4,8) has 32 nodes");
    QCOMPARE(error_of("rex-mesh", 12, MeshShape{3, 4}),
             "rex-mesh needs powers of two of rows and columns, but the mesh is mesh(3,4); use pex-gen-shift or gen");
    QCOMPARE(error_of("rex-mesh", 1 << 2, MeshShape{1 << 16, 1 << 16}),
             "rex-mesh needs a mesh with as many nodes as ranks: 4 ranks take part, but mesh(65536,65536) has 4294967296 nodes");
    QVERIFY(error_of("ipex", 16, MeshShape{-4, -4}).starts_with("ipex needs a mesh with as many nodes"));
}

void AlgorithmTest::unknown_names() {
    QCOMPARE(error_of("pexgen", 4), "unknown algorithm 'pexgen'; did you mean 'pex-gen'?");
    QCOMPARE(error_of("colored", 4), "unknown algorithm 'colored'; did you mean 'coloured'?");
    QCOMPARE(error_of("quicksort", 4), "unknown algorithm 'quicksort'");
}

/// Positions are 0 to 3; real ranks are printed.
void AlgorithmTest::subsets_of_ranks() {
    std::vector<MessageSet::Triple> triples;
    for (Rank const from : {3, 10, 11, 40})
        for (Rank const to : {3, 10, 11, 40}) triples.push_back({from, to, 1});
    auto const schedule = make_schedule("pex", MessageSet::of(triples).value()).value();
    QVERIFY(step_texts(*schedule) == (std::vector<std::string>{"3<->10 11<->40", "3<->11 10<->40", "3<->40 10<->11"}));
}

void AlgorithmTest::caterpillar_of_two_sides() {
    auto const schedule = crossing("caterpillar", 3, 2);
    QVERIFY(step_texts(*schedule) == (std::vector<std::string>{"0->3 2->4", "0->4 1->3", "1->4 2->3"}));
    QVERIFY(schedule->kind(0) == StepKind::SendReceive);
    QVERIFY(all_to_all("caterpillar", 4)->kind(0) == StepKind::Exchange);
}

void AlgorithmTest::sparse_sets_skip_pairs() {
    auto const set = MessageSet::of(std::vector<MessageSet::Triple>{{0, 1, 5}, {2, 0, 6}, {3, 1, 7}}).value();
    QVERIFY(step_texts(*make_schedule("gen", set).value()) == (std::vector<std::string>{"0->1", "2->0 3->1", ""}));
    // Sender 0, 1, 2 and receiver 0, 1 meet in rounds 1, 1 and 0 of three: the third is dropped.
    QVERIFY(step_texts(*make_schedule("caterpillar", set).value()) == (std::vector<std::string>{"3->1", "0->1 2->0"}));
    QCOMPARE(step_texts(*make_schedule("coloured", set).value()).size(), std::size_t{2});
}

TEST_CLASS(AlgorithmTest)
#include "algorithm_test.moc"
