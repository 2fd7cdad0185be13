// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of jobs that say what is read and written.
#include "libcore/io/io_task.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

std::string const head = "real A(8,4)\n"
                         "!hpf$ processors P(2)\n"
                         "!hpf$ distribute A(block,*) onto P\n";

IoTask task(std::string const& lines) {
    Job const job = parsed(head + lines);
    auto made = io_task(job, *default_io_statement(job));
    if (!made) qFatal("%s", to_string(made.error()).c_str());
    return *std::move(made);
}

std::vector<Index> counts(IoTask const& task) {
    std::vector<Index> result;
    for (Fad::Member const& member : task.fad->members()) result.push_back(member.section.count());
    return result;
}

} // namespace

class IoTaskTest : public QObject {
    Q_OBJECT
  private slots:
    void without_a_line_the_array_is_read();
    void everybody_wants_what_it_owns();
    void reading_precedes_what_writing_follows();
    void everybody_wants_the_section();
    void files_in_rows_and_chunks();
    void memory_is_for_all_ranks();
    void io_processors_are_the_aggregators();
    void negative_strides_name_the_same_elements();
    void unknown_array();
    void endless_planning_is_left_out();
    void planning_stops_when_asked();
};

void IoTaskTest::without_a_line_the_array_is_read() {
    IoTask const made = task("");
    QCOMPARE(made.statement.direction, IoDirection::Read);
    QCOMPARE(counts(made), (std::vector<Index>{16, 16}));
}

void IoTaskTest::everybody_wants_what_it_owns() {
    QCOMPARE(counts(task("!dist$ io read A(1:5,2:3)\n")), (std::vector<Index>{8, 2}));
}

void IoTaskTest::reading_precedes_what_writing_follows() {
    std::string const later = "!hpf$ redistribute A(*,block(3)) onto P\n";
    QCOMPARE(counts(task(later + "!dist$ io read A\n")), (std::vector<Index>{24, 8})); // the mapping where the line stands
    QCOMPARE(counts(task("!dist$ io write A\n" + later)), (std::vector<Index>{16, 16}));
    QCOMPARE(counts(task(later + "!dist$ io read A state(from)\n")), (std::vector<Index>{16, 16}));
    QCOMPARE(counts(task(later + "!dist$ io write A\n")), (std::vector<Index>{24, 8}));
    QCOMPARE(counts(task(later + "!dist$ io write A state(from)\n")), (std::vector<Index>{16, 16}));
}

void IoTaskTest::everybody_wants_the_section() {
    IoTask const made = task("!dist$ io read A(1:8,1+p) for(p=1:3)\n");
    QCOMPARE(counts(made), (std::vector<Index>{8, 8, 8}));
    QCOMPARE(made.fad->members()[2].rank, 3);
    QVERIFY(task("!dist$ io read A(1:2,:) for(p=0:4)\n").fad->is_common());
}

void IoTaskTest::files_in_rows_and_chunks() {
    QCOMPARE(task("!dist$ io read A order(row)\n").fad->layout().shape().permutation, (std::vector<int>{1, 0}));
    QCOMPARE(task("!dist$ io read A chunk(4,3)\n").fad->layout().chunks(), Index{4});
}

void IoTaskTest::memory_is_for_all_ranks() {
    IoTask const made = task("!dist$ io read A(1:5,:) memory(64)\n");
    QCOMPARE(made.asked.memory, std::optional<Index>(32)); // of two ranks
    auto const choice = compare_access(made, nullptr);
    QVERIFY(choice.has_value());
    for (IoCandidate const& each : choice->candidates) QVERIFY(each.plan.totals().memory <= 32);
}

void IoTaskTest::io_processors_are_the_aggregators() {
    auto const attached = [](std::string const& format) {
        return "!hpf$ io_processors Pio(2)\n!dist$ ranks Pio(7,5)\n!hpf$ io_distribute P(" + format + ") onto Pio\n";
    };
    IoTask const blocks = task(attached("block") + "!dist$ io read A access(two-phase)\n");
    QCOMPARE(blocks.settings.domains.ranks, (std::vector<Rank>{7, 5}));
    auto const choice = compare_access(blocks, nullptr);
    QVERIFY(choice.has_value());
    IoPlan const& plan = choice->candidates[choice->best].plan;
    QCOMPARE(plan.settings().domains.kind, DomainKind::Dynamic);
    plan.for_each_request([](IoRequest const& request) { QVERIFY(request.rank == 7 || request.rank == 5); });
    QVERIFY(plan.two_phase()->domains().ranks()[0] == 7 && plan.two_phase()->domains().ranks()[1] == 5);
    auto const dealt = compare_access(task(attached("cyclic") + "!dist$ io read A access(two-phase)\n"), nullptr);
    QCOMPARE(dealt->candidates[dealt->best].plan.settings().domains.kind, DomainKind::BlockCyclic);
    // What the line says goes before.
    IoTask const line = task(attached("cyclic") + "!dist$ io read A domains(static) aggregators(1)\n");
    auto const said = compare_access(line, nullptr);
    QCOMPARE(said->candidates[3].plan.two_phase()->domains().count(), Index{1});
    QCOMPARE(line.asked.domains, std::optional(DomainKind::Static));
}

void IoTaskTest::negative_strides_name_the_same_elements() {
    auto const forwards = task("!dist$ io read A(2:8:3,:)\n");
    auto const backwards = task("!dist$ io read A(8:2:-3,:)\n");
    for (std::size_t i = 0; i < 2; ++i)
        QCOMPARE(forwards.fad->members()[i].section.section(), backwards.fad->members()[i].section.section());
}

void IoTaskTest::unknown_array() {
    IoStatement statement;
    statement.array = "Z";
    QVERIFY(!io_task(parsed(head), statement).has_value());
}

void IoTaskTest::endless_planning_is_left_out() {
    std::string const large = "real A(1000000,1000000)\n"
                              "!hpf$ processors P(1000)\n"
                              "!hpf$ distribute A(block,*) onto P\n";
    Job const job = parsed(large);
    auto const made = io_task(job, *default_io_statement(job));
    auto const choice = compare_access(*made, nullptr);
    QVERIFY(choice.has_value());
    std::vector<std::string> left_out;
    for (ExcludedMethod const& each : choice->left_out) left_out.push_back(each.name);
    QCOMPARE(left_out, (std::vector<std::string>{"sieve", "two-phase static", "two-phase dynamic", "two-phase cyclic"}));
    Job const asked = parsed(large + "!dist$ io read A access(two-phase)\n");
    auto const refused = compare_access(*io_task(asked, asked.io_statements.front()), nullptr);
    QVERIFY(!refused.has_value());
    QVERIFY(refused.error().message.starts_with("planning two-phase cyclic access would take "));
    // Few columns of it are no trouble.
    Job const part = parsed(large + "!dist$ io read A(:,1:10)\n");
    QVERIFY(compare_access(*io_task(part, part.io_statements.front()), nullptr).has_value());
}

void IoTaskTest::planning_stops_when_asked() {
    std::stop_source stop;
    stop.request_stop();
    IoTask const made = task("!dist$ io read A memory(64)\n");
    auto const choice = compare_access(made, nullptr, Watch(stop.get_token()));
    QVERIFY(!choice && is_stopped(choice.error()));
    for (Access const access : {Access::Direct, Access::Sieve, Access::TwoPhase}) {
        IoSettings settings = made.settings;
        settings.access = access;
        auto const plan = IoPlan::make(made.fad, made.statement.direction, settings, Watch(stop.get_token()));
        QVERIFY(!plan && is_stopped(plan.error()));
    }
}

TEST_CLASS(IoTaskTest)
#include "io_task_test.moc"
