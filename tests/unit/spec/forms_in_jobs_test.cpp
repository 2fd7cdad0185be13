// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of foreign forms in job files. That each says what it says on a command line is a property test.
#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/forms/form.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

/// What the same two forms are on a command line.
Job on_command_line(char const* from, char const* to) {
    return parsed({{"real A(8,8)"}, from, to, {}});
}

} // namespace

class FormsInJobsTest : public QObject {
    Q_OBJECT
  private slots:
    void form_by_form();
    void copies_and_alignments();
    void pending_sums();
    void pending_maxima();
};

void FormsInJobsTest::form_by_form() {
    Job const job = parsed("      real A(8,8)\n"
                           "!dist$ distribute A as jax(mesh={'x':4,'y':2}, P('x',None), devices=(7,6,5,4,3,2,1,0))\n"
                           "!DIST$ redistribute A as {devices=[2,2]0,3,2,1}\n"
                           "!dist$ redistribute A as #sdy.sharding<mesh<[\"x\"=2, &\n"
                           "!dist$   \"y\"=2]>, [{}, {\"y\", \"x\"}]>\n"
                           "!dist$ redistribute A(*,block)\n",
                           {.ranks = 8});
    QCOMPARE(job.arrays.size(), std::size_t{1});
    QCOMPARE(job.arrays[0].states.size(), std::size_t{4});
    for (auto const& [number, form] :
         {std::pair{0, "jax(mesh={'x':4,'y':2}, P('x',None), devices=(7,6,5,4,3,2,1,0))"}, std::pair{1, "{devices=[2,2]0,3,2,1}"},
          std::pair{2, "dtensor([Shard(1),Shard(1)], mesh=(2,2)) ranks(0,2,1,3)"}}) {
        Mapping const expected = Mapping::make(read_mapping(form, job.arrays[0].array).value()).value();
        QVERIFY(same_owners(Mapping::make(job.arrays[0].states[as_size(number)]).value(), expected));
    }
    QCOMPARE(parsed(write_hpf(job)).arrays, job.arrays);

    // Several arrays at once, and an array that is called AS.
    Job const several = parsed("      real A(8,8), B(8,8), as(8)\n"
                               "!hpf$ processors P(4)\n"
                               "!dist$ distribute as dtensor([Shard(0)], mesh=(4)) :: A, B\n"
                               "!hpf$ distribute as(block) onto P\n"
                               "!dist$ redistribute as as jax(mesh={'x':2}, P('x'))\n");
    QCOMPARE(several.arrays.size(), std::size_t{3});
    QCOMPARE(several.arrays[1].states[0].formats, (std::vector{DistFormat::block(), DistFormat::collapsed()}));
    QCOMPARE(several.arrays[2].states[1].processors.extents, Extents{2});
}

void FormsInJobsTest::copies_and_alignments() {
    Job const job = parsed("      real A(8,8), B(8,8), T(4)\n"
                           "!hpf$ processors P(4)\n"
                           "!hpf$ distribute T(block) onto P\n"
                           "!hpf$ align B(i,j) with A(j,i)\n"
                           "!dist$ distribute A as dtensor([Shard(0),Replicate()], mesh=(2,2))\n"
                           "!dist$ phase one: on A(i,j) work 1\n"
                           "!dist$ redistribute A as dtensor([Shard(1),Replicate()], mesh=(2,3))\n"
                           "!dist$ phase two: on A(i,j) work 1\n"
                           "!dist$ redistribute A as dtensor([Shard(1)], mesh=(4))\n"
                           "!dist$ phase three: on A(i,j) work 1\n");
    // B follows A into each of its states, with its dimensions exchanged.
    for (auto const& [number, form] :
         {std::pair{0, "dtensor([Shard(1),Replicate()], mesh=(2,2))"}, std::pair{1, "dtensor([Shard(0),Replicate()], mesh=(2,3))"},
          std::pair{2, "dtensor([Shard(0)], mesh=(4))"}}) {
        Mapping const expected = Mapping::make(read_mapping(form, job.arrays[1].array).value()).value();
        QVERIFY(same_owners(Mapping::make(job.arrays[1].states.at(as_size(number))).value(), expected));
    }
    QCOMPARE(parsed(write_hpf(job)).arrays, job.arrays);
    QCOMPARE(parsed(write_hpf(job)).program, job.program);
}

void FormsInJobsTest::pending_sums() {
    Job const job = parsed("      real A(8,8)\n"
                           "!dist$ distribute A as dtensor([Shard(0),Partial()], mesh=(2,4))\n"
                           "!dist$ redistribute A as dtensor([Partial(),Shard(1)], mesh=(4,2))\n"
                           "!dist$ redistribute A as dtensor([Shard(0)], mesh=(8))\n");
    QCOMPARE(job.arrays.size(), std::size_t{2});
    QVERIFY(job.arrays[0].array.addends);
    QCOMPARE(job.arrays[0].states.size(), std::size_t{2});
    Job const direct = on_command_line("dtensor([Partial(),Shard(1)], mesh=(4,2))", "dtensor([Shard(0)], mesh=(8))");
    QCOMPARE(job.copies, direct.copies);
    QCOMPARE(job.arrays[1].array, direct.arrays[1].array);
    QVERIFY(same_owners(Mapping::make(job.arrays[0].states[1]).value(), Mapping::make(direct.arrays[0].states[0]).value()));
    Job const again = parsed(write_hpf(job));
    QCOMPARE(again.arrays, job.arrays);
    QCOMPARE(again.copies, job.copies);
    QVERIFY(write_hpf(job).find("!dist$ addends A_addends") != std::string::npos);
}

void FormsInJobsTest::pending_maxima() {
    Job const job = parsed("      real A(8,8), B(8), S(8,4)\n"
                           "!dist$ distribute A as dtensor([Shard(0),Partial('max')], mesh=(2,4))\n"
                           "!dist$ redistribute A as dtensor([Shard(0)], mesh=(8))\n");
    QCOMPARE(job.copies.at(0).map.op, ReduceOp::Max);
    QVERIFY(write_hpf(job).find("!dist$ addends(max) A_addends") != std::string::npos);
    QVERIFY(write_hpf(job).find("= max(A_addends(") != std::string::npos);
    Job const again = parsed(write_hpf(job));
    QCOMPARE(again.arrays, job.arrays);
    QCOMPARE(again.copies, job.copies);
    auto const two = parse_job("      real A(8,8)\n"
                               "!dist$ distribute A as dtensor([Partial('max')], mesh=(4))\n"
                               "!dist$ redistribute A as dtensor([Partial()], mesh=(4))\n"
                               "!dist$ redistribute A as dtensor([Shard(0)], mesh=(8))\n",
                               "job");
    QVERIFY(!two && two.error().message.find("or moves them unchanged") != std::string::npos);
    auto const unknown = parse_job("      real A(8,4)\n!dist$ addends(most) A\n", "job");
    QVERIFY(!unknown && unknown.error().message.find("'most' is not an operation") != std::string::npos);
}

TEST_CLASS(FormsInJobsTest)
#include "forms_in_jobs_test.moc"
