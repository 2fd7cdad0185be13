// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the transitions of a job, against a walk over every element.
#include "libcore/pipeline/transition.hpp"

#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {

constexpr char const* circle = "      real A(12,10), B(12,10)\n"
                               "!hpf$ processors P(4), Q(2,2)\n"
                               "!hpf$ distribute (block,*) onto P :: A, B\n"
                               "!hpf$ dynamic A, B\n"
                               "!hpf$ redistribute (block,cyclic) onto Q :: A, B\n"
                               "!hpf$ redistribute (block,*) onto P :: A\n";

Job job_of(char const* text) {
    auto job = parse_job(text, "test.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *job;
}

/// How many elements of an array have other owners in another of its states.
Index elements_that_move(Job const& job, char const* array, std::size_t from, std::size_t to) {
    ArrayStates const& states = *job.find(array);
    Mapping const source = Mapping::make(states.states[from]).value();
    Mapping const target = Mapping::make(states.states[to]).value();
    Index moved = 0;
    for (Index i = 0; i < states.array.extents[0]; ++i)
        for (Index j = 0; j < states.array.extents[1]; ++j)
            if (source.owners(Extents{i, j}).front().rank != target.owners(Extents{i, j}).front().rank) ++moved;
    return moved;
}

} // namespace

class TransitionTest : public QObject {
    Q_OBJECT

  private slots:
    void each_goes_from_one_state_to_the_next();
    void a_circle_moves_nothing_as_a_whole_but_much_in_all();
    void what_is_not_remapped_goes_from_its_state_to_itself();
    void copies_are_one_transition();
    void copies_that_wait_are_transitions_of_their_own();
    void a_section_cuts_every_transition();
    void they_are_called_by_their_number();
    void no_array_is_an_error();
    void planning_can_be_stopped();
    void totals_tell_how_far_they_are_data();
    void totals_tell_how_far_they_are();
};

void TransitionTest::each_goes_from_one_state_to_the_next() {
    Job const job = job_of(circle);
    auto const transitions = transitions_of(job).value();
    QCOMPARE(transitions.size(), std::size_t{2});
    QCOMPARE(transitions[0].states(), std::string("state 0 to 1"));
    QCOMPARE(transitions[1].states(), std::string("state 1 to 2"));
    QCOMPARE(transitions[0].plan->plans().size(), std::size_t{2});
    QCOMPARE(transitions[1].plan->plans().size(), std::size_t{1}); // B has two states only
    QCOMPARE(transitions[0].totals.moved, elements_that_move(job, "A", 0, 1) + elements_that_move(job, "B", 0, 1));
    QCOMPARE(transitions[1].totals.moved, elements_that_move(job, "A", 1, 2));
    QVERIFY(transitions[1].totals.moved > 0);
}

void TransitionTest::a_circle_moves_nothing_as_a_whole_but_much_in_all() {
    Job const job = job_of("real A(12,10)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n!hpf$ dynamic A\n"
                           "!hpf$ redistribute A(*,block) onto P\n!hpf$ redistribute A(block,*) onto P\n");
    Transition const whole = whole_transition(job).value();
    QCOMPARE(whole.to, Index{2});
    QCOMPARE(whole.totals.moved, Index{0});
    auto const transitions = transitions_of(job).value();
    RedistTotals const sum = sum_of(transitions);
    QCOMPARE(sum.moved, 2 * elements_that_move(job, "A", 0, 1));
    QCOMPARE(sum.elements, Index{240});
    QCOMPARE(sum.kept, sum.elements - sum.moved);
    QCOMPARE(sum.messages, Index{24});
    QCOMPARE(sum.bytes_moved, 4 * sum.moved);
    QCOMPARE(sum.max_sends, Index{3}); // of one transition
}

void TransitionTest::what_is_not_remapped_goes_from_its_state_to_itself() {
    auto const transitions = transitions_of(job_of("real A(9)\n!hpf$ processors P(3)\n!hpf$ distribute A(block) onto P\n")).value();
    QCOMPARE(transitions.size(), std::size_t{1});
    QCOMPARE(transitions[0].to, Index{0});
    QCOMPARE(transitions[0].totals.kept, Index{9});
}

void TransitionTest::copies_are_one_transition() {
    auto const transitions = transitions_of(job_of("real A(8), B(8)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n"
                                                   "!hpf$ distribute B(cyclic) onto P\n!hpf$ dynamic A\n"
                                                   "!hpf$ redistribute A(cyclic(2)) onto P\n!hpf$ redistribute A(block) onto P\n"
                                                   "!dist$ copy B(i) = A(i)\n"));
    QVERIFY(transitions);
    QCOMPARE(transitions->size(), std::size_t{1});
    QCOMPARE(transitions->front().totals.moved, Index{4}); // block to cyclic
}

void TransitionTest::copies_that_wait_are_transitions_of_their_own() {
    Job const job = job_of("real A(8), B(8)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n"
                           "!hpf$ distribute B(cyclic) onto P\n!dist$ copy B(1:4) = A(1:4)\n!dist$ copy B(5:8) = A(5:8)\n"
                           "!dist$ copy B(4:8) = B(1:5)\n");
    auto const transitions = transitions_of(job).value();
    QCOMPARE(transitions.size(), std::size_t{2});
    QCOMPARE(transitions[0].states(), std::string("copies 1 to 2"));
    QCOMPARE(transitions[1].states(), std::string("copy 3"));
    QCOMPARE(transitions[0].plan->plans().size(), std::size_t{2});
    QCOMPARE(transitions[1].plan->plans().size(), std::size_t{1});
    QCOMPARE(transitions[1].totals.moved, Index{5}); // each goes on by 3
    RedistTotals const whole = whole_transition(job).value().totals;
    QCOMPARE(whole.moved, sum_of(transitions).moved);
}

void TransitionTest::a_section_cuts_every_transition() {
    Job const job = job_of("real A(12)\n!hpf$ processors P(4)\n!hpf$ distribute A(block) onto P\n!hpf$ dynamic A\n"
                           "!hpf$ redistribute A(cyclic) onto P\n!hpf$ redistribute A(block) onto P\n");
    auto const transitions = transitions_of(job, parse_section("1:3", job.arrays[0].array).value()).value();
    QCOMPARE(transitions.size(), std::size_t{2});
    for (Transition const& each : transitions) QCOMPARE(each.totals.elements, Index{3});
    QVERIFY(!transitions_of(job_of(circle), parse_section("1:3,1:3", job_of(circle).arrays[0].array).value()));
}

void TransitionTest::they_are_called_by_their_number() {
    auto const transitions = transitions_of(job_of(circle)).value();
    QCOMPARE(find_transition(transitions, 2).value(), &transitions[1]);
    for (Index const number : {0, 3}) {
        auto const none = find_transition(transitions, number);
        QVERIFY(!none);
        QVERIFY(none.error().message.find("transitions 1 to 2") != std::string::npos);
    }
}

void TransitionTest::no_array_is_an_error() {
    QVERIFY(!transitions_of(job_of("real A(9)\n")));
}

void TransitionTest::planning_can_be_stopped() {
    std::stop_source source;
    source.request_stop();
    auto const stopped = transitions_of(job_of(circle), std::nullopt, Watch(source.get_token()));
    QVERIFY(!stopped);
    QVERIFY(is_stopped(stopped.error()));
}

/// The rows of totals are reported. A stop ends them at the next row, however many are left.
void TransitionTest::totals_tell_how_far_they_are_data() {
    QTest::addColumn<QString>("align");
    QTest::newRow("closed form") << "!hpf$ align A(i) with T(i)\n";
    QTest::newRow("rows") << "!hpf$ align A(i) with T(2*i)\n";
}

void TransitionTest::totals_tell_how_far_they_are() {
    struct Stopper : ProgressSink {
        std::stop_source source;
        Index after = 0;
        Index reports = 0;
        void report(Index, Index of) override {
            QCOMPARE(of, Index{100});
            if (++reports == after) source.request_stop();
        }
    };
    QFETCH(QString, align);
    Job const job = job_of(("real A(4000)\n!hpf$ processors P(100), Q(99)\n!hpf$ template T(8000)\n" + align +
                            "!hpf$ distribute T(cyclic(3)) onto P\n!hpf$ redistribute T(cyclic(5)) onto Q\n")
                               .toUtf8()
                               .constData());
    Stopper none;
    QVERIFY(transitions_of(job, std::nullopt, Watch(none.source.get_token(), &none)));
    QCOMPARE(none.reports, Index{100});
    Stopper third;
    third.after = 3;
    auto const stopped = transitions_of(job, std::nullopt, Watch(third.source.get_token(), &third));
    QVERIFY(!stopped && is_stopped(stopped.error()));
    QCOMPARE(third.reports, Index{3});
}

TEST_CLASS(TransitionTest)
#include "transition_test.moc"
