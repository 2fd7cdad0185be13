// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job's program with its prices, other layouts than its own, and the job that has these.
#include "libcore/program/priced_job.hpp"

#include "libcore/program/kept_statements.hpp"
#include "libcore/program/layout_wish.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

using namespace tessera;
using testing::PricedProgram;

namespace {

Job job_of(std::string const& text) {
    auto job = parse_job(text, "test.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return *std::move(job);
}

std::unique_ptr<PricedJob> priced(Job const& job) {
    auto made = PricedJob::make(job, PricedProgram::sites(1, 1), 1);
    if (!made) qFatal("%s", to_string(made.error()).c_str());
    return *std::move(made);
}

double seconds_of(PricedJob const& job, ProgramLayout const& layout) {
    auto const cost = cost_of(job.coster(), layout);
    if (!cost) qFatal("%s", to_string(cost.error()).c_str());
    return *cost->seconds();
}

std::string const two_phases = "!dist$ array bytes(1) A(8,8)\n!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n"
                               "!dist$ repeat 10\n!dist$ phase rows: whole A(:,*)\n!dist$ phase columns: whole A(:,*)\n"
                               "!dist$ end repeat\n";

std::vector<DistFormat> const by_columns = {DistFormat::collapsed(), DistFormat::block()};

} // namespace

class PricedJobTest : public QObject {
    Q_OBJECT
  private slots:
    void has_program_and_prices();
    void wishes_hold_in_a_phase_or_everywhere();
    void wishes_that_cannot_be();
    void wishes_are_written_and_read();
    void wishes_say_what_is_passed();
    void loops_are_remapped_at_their_head();
    void arrays_wait_for_each_other();
    void statements_are_kept();
    void errors_of_the_job();
};

void PricedJobTest::has_program_and_prices() {
    auto const job = priced(job_of(two_phases));
    QCOMPARE(job->program().phases().size(), std::size_t{2});
    QCOMPARE(&job->coster().program(), &job->program());
    QCOMPARE(seconds_of(*job, own_layout(job->program())), 0.0); // nothing moves, and nothing is computed
}

/// Another layout in the second phase costs 19 transposes of 15 (see program_cost_test); everywhere it cannot run, as rows are cut.
void PricedJobTest::wishes_hold_in_a_phase_or_everywhere() {
    std::string text = two_phases;
    text.replace(text.find("columns: whole A(:,*)"), 21, "columns: whole A(*,:)");
    auto const job = priced(job_of(text));
    auto const own = own_layout(job->program());
    QVERIFY(!cost_of(job->coster(), own));
    auto const one = layout_with(job->program(), own, "A@columns (*,block) onto P(4)");
    QVERIFY(one.has_value());
    QCOMPARE((*one)[0][0].spec(), own[0][0].spec());
    QVERIFY((*one)[1][0].spec().formats == by_columns);
    QCOMPARE(seconds_of(*job, *one), 19 * 15.0);
    auto const all = layout_with(job->program(), own, " A (*,block) ");
    QVERIFY(all.has_value());
    QVERIFY(all->front()[0].spec() == all->back()[0].spec());
    QVERIFY(!cost_of(job->coster(), *all));
}

void PricedJobTest::wishes_that_cannot_be() {
    auto const job = priced(job_of(two_phases));
    auto const own = own_layout(job->program());
    auto const said = [&](char const* wish) {
        auto const made = layout_with(job->program(), own, wish);
        return QString::fromStdString(made ? "nothing" : made.error().message);
    };
    QVERIFY(said("A (*,block) onto P(2,2)").startsWith("'(*,block) onto P(2,2)': "));
    QVERIFY(said("A (block)").startsWith("'(block)': "));
    QCOMPARE(said("AB (*,block)"), "the program has no array 'AB'; did you mean 'A'?; it has A");
    QCOMPARE(said("A@column (*,block)"), "the program has no phase 'column'; did you mean 'columns'?; it has rows, columns");
    for (char const* const text : {"A", "A@ (*,block)", "(*,block)", "A@columns"})
        QVERIFY2(said(text).contains("expected an array and a distribution"), text);
    QCOMPARE(said(""), "nothing");
    QCOMPARE(said("A (*,block);; A@rows (block,*);"), "nothing");
}

void PricedJobTest::wishes_are_written_and_read() {
    auto const job = priced(job_of(two_phases));
    auto const own = own_layout(job->program());
    QCOMPARE(wishes_for(job->program(), own), std::string("A (block,*) onto P(4)"));
    auto const layout = layout_with(job->program(), own, "A@columns (*,cyclic(2)) onto Q(2)");
    std::string const wishes = wishes_for(job->program(), *layout);
    QCOMPARE(wishes, std::string("A@rows (block,*) onto P(4); A@columns (*,cyclic(2)) onto Q(2)"));
    auto const again = layout_with(job->program(), own, wishes);
    for (std::size_t phase = 0; phase < 2; ++phase) QVERIFY((*again)[phase][0].spec() == (*layout)[phase][0].spec());
}

/// By way of another layout, until another wish lets the array go straight.
void PricedJobTest::wishes_say_what_is_passed() {
    std::string text = two_phases;
    text.replace(text.find("columns: whole A(:,*)"), 21, "columns: on A work 1 ");
    auto const job = priced(job_of(text));
    auto const own = own_layout(job->program());
    char const* const wish = "A@columns (*,block); A@rows>columns (cyclic,*); A@rows>columns (*,cyclic)";
    auto const layout = layout_with(job->program(), own, wish);
    QVERIFY(layout.has_value());
    QCOMPARE(layout->stops(0, 0).size(), std::size_t{2});
    QCOMPARE(cost_of(job->coster(), layout_with(job->program(), own, "A@columns (*,block)").value()).value().changes.size(),
             std::size_t{2});
    QCOMPARE(cost_of(job->coster(), *layout).value().changes.size(), std::size_t{4}); // three steps there, one back
    auto const again = layout_with(job->program(), own, wishes_for(job->program(), *layout));
    QCOMPARE(seconds_of(*job, *again), seconds_of(*job, *layout));
    for (std::string const straight : {"A (block,*)", "A@rows (block,*)", "A@columns (block,*)"})
        QCOMPARE(layout_with(job->program(), *layout, straight).value().steps(0), std::size_t{1});
    QCOMPARE(layout_with(job->program(), own, "A@rows>rows (cyclic,*)").error().message,
             std::string("phase rows never follows rows"));
    QVERIFY(!layout_with(job->program(), own, "A@rows> (cyclic,*)"));
}

/// What the second time around begins with stands in the text: HPF knows no way back that nobody wrote.
void PricedJobTest::loops_are_remapped_at_their_head() {
    auto const job = priced(job_of(two_phases));
    auto const layout = layout_with(job->program(), own_layout(job->program()), "A@columns (*,block)");
    QVERIFY(layout.has_value());
    Job const written = job_with(job->program(), *layout);
    QCOMPARE(written.arrays[0].states.size(), std::size_t{3}); // by rows, by rows inside the loop, by columns
    QVERIFY(written.arrays[0].states[0] == written.arrays[0].states[1]);
    auto const text = write_hpf(written);
    std::size_t const loop = text.find("repeat 10");
    std::size_t const remap = text.find("redistribute");
    QVERIFY2(loop < remap && remap < text.find("phase rows"), text.c_str());
}

/// While A passes its stop, B waits: it moves in the second step, in the same messages as A. That is a job of the same price.
void PricedJobTest::arrays_wait_for_each_other() {
    auto const job =
        priced(job_of("!dist$ array bytes(1) A(8,8)\n!dist$ array bytes(1) B(8,8)\n!hpf$ processors P(4)\n"
                      "!hpf$ distribute (block,*) onto P :: A, B\n!dist$ phase rows: on A(i,j) whole A(:,*) reads B with A\n"
                      "!hpf$ redistribute A(cyclic,*) onto P\n!hpf$ redistribute (*,block) onto P :: A, B\n"
                      "!dist$ phase columns: on A(i,j) whole A(*,:) reads B with A\n"));
    ProgramLayout layout = own_layout(job->program());
    double const at_once = seconds_of(*job, layout);
    layout.set_stops(0, 1, {layout.front()[1]});
    double const later = seconds_of(*job, layout);
    QVERIFY(later < at_once);
    auto const again = priced(job_of(write_hpf(job_with(job->program(), layout))));
    QCOMPARE(seconds_of(*again, own_layout(again->program())), later);
}

void PricedJobTest::statements_are_kept() {
    Job const job = job_of("real A(8,8), B(8,8)\n!hpf$ processors P(4)\n!hpf$ distribute (block,*) onto P :: A, B\n"
                           "!dist$ region read must A(1,:)\n!hpf$ redistribute (*,block) onto P :: A, B\n"
                           "!dist$ phase product: on B(i,j) reads A with B\n      B = A\n!dist$ region write must B(2,:)\n"
                           "!dist$ region read must B(3,:) state(0)\n!dist$ io read A(4,:) state(1)\n"
                           "!hpf$ redistribute (block,*) onto P :: A, B\n!dist$ region read must A(5,:)\n");
    QCOMPARE(job.regions.size(), std::size_t{4}); // explicit ones: the loop nests are not read
    auto const made = priced(job);
    auto const states_with = [&](std::string const& wishes) {
        auto const layout = layout_with(made->program(), own_layout(made->program()), wishes);
        if (!layout) qFatal("%s", to_string(layout.error()).c_str());
        Job kept = job_with(made->program(), *layout);
        keep_statements(kept, job, made->program(), *layout);
        auto const again = parse_job(write_hpf(kept), "kept");
        if (!again) qFatal("%s", write_hpf(kept).c_str());
        if (again->regions != kept.regions || again->io_statements != kept.io_statements) qFatal("%s", write_hpf(kept).c_str());
        QStringList states;
        for (RegionStatement const& region : again->regions) states << QString::number(region.state_here);
        return states.join(' ') + " io " + QString::number(again->io_statements.front().state_here.value());
    };
    QCOMPARE(states_with(""), "0 1 0 0 io 1"); // the mapping at the end is that of state 0 again
    // Arrays that stay where they are have one state.
    QCOMPARE(states_with("A (*,block); B (*,block)"), "0 0 0 0 io 0");
    QCOMPARE(states_with("A@product (block,*) onto P(4)"), "0 1 0 0 io 0");
}

void PricedJobTest::errors_of_the_job() {
    QVERIFY(!PricedJob::make(Job{}, PricedProgram::sites(1, 1), 1)); // no array
}

TEST_CLASS(PricedJobTest)
#include "priced_job_test.moc"
