// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of `!dist$ io`: what it says, what it looks like when written back, and the options in its place.
#include "libcore/spec/io_statement.hpp"
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

#include <random>

using namespace tessera;
using namespace tessera::testing;

namespace {

std::string const head = "      real A(100,20)\n"
                         "!dist$ array double B[8][6]\n"
                         "!hpf$ processors P(4)\n"
                         "!hpf$ distribute A(block,*) onto P\n"
                         "!hpf$ distribute B(block,*) onto P\n";

IoStatement statement(std::string const& line, ParseOptions const& options = {}) {
    return parsed(head + "!dist$ io " + line + "\n", options).io_statements.at(0);
}

RankTriplet range(RankIndex first, RankIndex last, Index stride = 1) {
    return {first, last, stride, false};
}

} // namespace

class IoStatementTest : public QObject {
    Q_OBJECT
  private slots:
    void everything();
    void what_is_not_said_is_absent();
    void words_in_any_case();
    void the_size_of_the_job();
    void sections_of_ranks();
    void c_arrays_are_half_open();
    void is_read_back();
    void options_in_its_place();
    void options_out_of_range();
};

void IoStatementTest::everything() {
    IoStatement const io = statement("write A(1+10*p:100:3, p+2) for(p=0:9) state(to) order(row) chunk(10,5) access(two-phase) "
                                     "domains(cyclic(4)) aggregators(2) memory(64KiB)");
    IoStatement expected;
    expected.direction = IoDirection::Write;
    expected.array = "A";
    expected.section = {range({1, 10}, {100, 0}, 3), {RankIndex{2, 1}, {}, 1, true}};
    expected.each = ForClause{"p", 0, 9};
    expected.state_here = 0;
    expected.order = StorageOrder::C;
    expected.chunk = {10, 5};
    expected.access = Access::TwoPhase;
    expected.domains = DomainKind::BlockCyclic;
    expected.block = 4;
    expected.aggregators = 2;
    expected.memory = 65536;
    QCOMPARE(io, expected);
}

void IoStatementTest::what_is_not_said_is_absent() {
    IoStatement expected;
    expected.array = "A";
    expected.state_here = 0; // where it stands
    QCOMPARE(statement("read A"), expected);
}

void IoStatementTest::words_in_any_case() {
    QCOMPARE(statement("READ a(:,:) MEMORY(4mib) Access(SIEVE)"), statement("read A(:,:) access(sieve) memory(4MiB)"));
}

void IoStatementTest::the_size_of_the_job() {
    ParseOptions options;
    options.ranks = 4;
    IoStatement const io = statement("read A(p+1:100:number_of_processors(),:) for(p=0:number_of_processors()-1)", options);
    QCOMPARE(io.section.front(), range({1, 1}, {100, 0}, 4));
    QCOMPARE(io.each->last, 3);
}

void IoStatementTest::sections_of_ranks() {
    Job const job = parsed(head);
    IoStatement const io = statement("read A(91-10*p:100-10*p:2,:) for(p=0:9)");
    auto const ranges = section_of(io, job.arrays.at(0).array, 9);
    QCOMPARE(ranges.at(0).start, Index{0});
    QCOMPARE(ranges.at(0).step, Index{2});
    QCOMPARE(ranges.at(0).count, Index{5});
    QCOMPARE(ranges.at(1).count, Index{20});
}

void IoStatementTest::c_arrays_are_half_open() {
    Job const job = parsed(head);
    auto const ranges = section_of(statement("read B[2*p:2*p+2][:] for(p=0:3)"), job.arrays.at(1).array, 3);
    QCOMPARE(ranges.at(0).start, Index{6});
    QCOMPARE(ranges.at(0).count, Index{2});
    QCOMPARE(ranges.at(1).count, Index{6});
}

/// Any statement, written and read, is the same again.
void IoStatementTest::is_read_back() {
    std::mt19937 random(7);
    auto const pick = [&](Index last) { return static_cast<Index>(random() % static_cast<unsigned>(last + 1)); };
    for (int i = 0; i < 2000; ++i) {
        IoStatement io;
        io.direction = pick(1) == 0 ? IoDirection::Read : IoDirection::Write;
        io.array = pick(1) == 0 ? "A" : "B";
        Extents const extents = io.array == "A" ? Extents{100, 20} : Extents{8, 6};
        if (pick(1) == 0) io.each = ForClause{"k", static_cast<Rank>(pick(2)), static_cast<Rank>(2 + pick(2))};
        for (Index d = 0; d < 2 && i % 3 > 0; ++d) {
            // Ranks are at most 4, so that first and last stay within the extents.
            Index const per_rank = io.each ? pick(2) - 1 : 0;
            Index const at = (per_rank < 0 ? 4 : 0) + (io.array == "A" ? 1 : 0);
            RankTriplet const choices[] = {{},
                                           {RankIndex{at, per_rank}, {}, 1 + pick(2), false},
                                           {RankIndex{at, per_rank}, {}, 1, true},
                                           range({at, per_rank}, {at + pick(1), per_rank})};
            io.section.push_back(choices[pick(3)]);
        }
        if (pick(2) == 0) io.state = "from";
        io.state_here = 0;
        if (pick(2) == 0) io.order = pick(1) == 0 ? StorageOrder::C : StorageOrder::Fortran;
        if (pick(2) == 0) io.chunk = {1 + pick(extents[0]), 1 + pick(extents[1])};
        if (pick(2) == 0) io.access = static_cast<Access>(pick(2));
        if (pick(2) == 0) io.domains = static_cast<DomainKind>(pick(2));
        if (io.domains == DomainKind::BlockCyclic && pick(1) == 0) io.block = 1 + pick(9);
        if (pick(2) == 0) io.aggregators = 1 + pick(3);
        if (pick(2) == 0) io.memory = pick(5) << (10 * pick(3));
        Job job = parsed(head);
        job.io_statements = {io};
        Job const back = parsed(write_hpf(job));
        if (back.io_statements != job.io_statements) QFAIL(write_hpf(job).c_str());
    }
}

void IoStatementTest::options_in_its_place() {
    ArraySpec const array = parsed(head).arrays.at(0).array;
    IoStatement io = statement("read A(1:10,:) memory(1KiB)");
    QVERIFY(parse_io_section(io, "1+10*q:10+10*q,:", "q=2:5", array).has_value());
    QCOMPARE(describe(io, array), std::string("io read A(1+10*q:10+10*q,:) for(q=2:5) memory(1KiB)"));
    QVERIFY(parse_io_section(io, "q+1,1:5", std::nullopt, array).has_value());
    QCOMPARE(describe(io, array), std::string("io read A(1+1*q,1:5) for(q=2:5) memory(1KiB)"));
}

void IoStatementTest::options_out_of_range() {
    ArraySpec const array = parsed(head).arrays.at(0).array;
    IoStatement io = statement("read A(1+30*p:10+30*p,:) for(p=0:2)");
    QCOMPARE(error_of(parse_io_section(io, std::nullopt, "p=0:4", array)),
             QString("--for:1:1+5: with p = 4, index 121 lies outside dimension 1 of A, which is 1:100"));
    QCOMPARE(error_of(parse_io_section(io, ":,:,:", std::nullopt, array)),
             QString("--section:1:1+5: A has 2 dimensions, but 3 subscripts are given"));
    QCOMPARE(io.each->last, 2); // an error changes nothing
}

TEST_CLASS(IoStatementTest)
#include "io_statement_test.moc"
