// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms by name, and what they refuse.
#include "libcore/schedule/algorithm.hpp"
#include "tests/unit/schedule/step_text.hpp"

#include <QTest>

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
    void powers_of_two();
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

QTEST_APPLESS_MAIN(AlgorithmTest)
#include "algorithm_test.moc"
