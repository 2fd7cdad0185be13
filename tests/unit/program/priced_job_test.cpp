// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a job's program with its prices, other layouts than its own, and the job that has these.
#include "libcore/program/priced_job.hpp"

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
    void loops_are_remapped_at_their_head();
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
    auto const one = layout_with(job->program(), own, {.array = 0, .phase = 1, .formats = by_columns, .grid = {4}});
    QVERIFY(one.has_value());
    QCOMPARE((*one)[0][0].spec(), own[0][0].spec());
    QVERIFY((*one)[1][0].spec().formats == by_columns);
    QCOMPARE(seconds_of(*job, *one), 19 * 15.0);
    auto const all = layout_with(job->program(), own, {.array = 0, .formats = by_columns, .grid = {4}});
    QVERIFY(all.has_value());
    QVERIFY(all->front()[0].spec() == all->back()[0].spec());
    QVERIFY(!cost_of(job->coster(), *all));
}

void PricedJobTest::wishes_that_cannot_be() {
    auto const job = priced(job_of(two_phases));
    auto const own = own_layout(job->program());
    QVERIFY(!layout_with(job->program(), own, {.array = 0, .formats = by_columns, .grid = {2, 2}}));
    QVERIFY(!layout_with(job->program(), own, {.array = 0, .formats = {by_columns.back()}, .grid = {4}}));
}

/// What the second time around begins with stands in the text: HPF knows no way back that nobody wrote.
void PricedJobTest::loops_are_remapped_at_their_head() {
    auto const job = priced(job_of(two_phases));
    auto const layout =
        layout_with(job->program(), own_layout(job->program()), {.array = 0, .phase = 1, .formats = by_columns, .grid = {4}});
    QVERIFY(layout.has_value());
    Job const written = job_with(job->program(), *layout);
    QCOMPARE(written.arrays[0].states.size(), std::size_t{3}); // by rows, by rows inside the loop, by columns
    QVERIFY(written.arrays[0].states[0] == written.arrays[0].states[1]);
    auto const text = write_hpf(written);
    std::size_t const loop = text.find("repeat 10");
    std::size_t const remap = text.find("redistribute");
    QVERIFY2(loop < remap && remap < text.find("phase rows"), text.c_str());
}

void PricedJobTest::errors_of_the_job() {
    QVERIFY(!PricedJob::make(Job{}, PricedProgram::sites(1, 1), 1)); // no array
}

TEST_CLASS(PricedJobTest)
#include "priced_job_test.moc"
