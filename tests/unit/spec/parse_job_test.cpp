// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of what directives mean: alignments, distributions and the states they lead to.
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

/// The alignment of A in a text that declares the rest.
std::vector<AlignAxis> alignment(std::string const& directive, std::string const& before = "real A(0:9,20)\n") {
    return state(before +
                 "!hpf$ processors P(2,2)\n"
                 "!hpf$ template T(40,60)\n"
                 "!hpf$ distribute T(block,block) onto P\n" +
                 directive)
        .align;
}

MappingSpec distributed(std::string const& directives, ParseOptions const& options = {}) {
    return parsed("real A(24,36)\n" + directives, options).arrays.at(0).states.at(0);
}

} // namespace

class ParseJobTest : public QObject {
    Q_OBJECT
  private slots:
    void triangle();
    void alignments();
    void colons();
    void chains_of_alignments();
    void arrays_as_templates();
    void formats();
    void lists_from_files();
    void indirect_coordinates();
    void processors();
    void sections_of_processors();
    void made_up_processors();
    void shadows();
    void redistribution_makes_states();
    void redistribution_moves_all_that_is_aligned();
    void realignment_moves_one_array();
    void our_sentinel_lifts_restrictions();
    void order_of_static_directives_does_not_matter();
    void copies();
    void io();
    void job_size_limits_ranks();
};

void ParseJobTest::triangle() {
    MappingSpec const spec = state("      real A(30,30)\n"
                                   "chpf$ template T(68,30)\n"
                                   "chpf$ align A(i,j) with T(2*i,j)\n"
                                   "chpf$ processors P(4,2)\n"
                                   "chpf$ distribute T(block,cyclic(5)) onto P\n");
    MappingSpec expected;
    expected.array = {"A", {"float32", 4}, {1, 1}, {30, 30}, StorageOrder::Fortran, {}};
    expected.target = Template{"T", {1, 1}, {68, 30}};
    expected.align = {affine(0, 2, 0), affine(1, 1, 0)};
    expected.formats = {DistFormat::block(), DistFormat::cyclic(5)};
    expected.processors = {"P", {1, 1}, {4, 2}, {}, GridOrder::RowMajor};
    QCOMPARE(spec, expected);
}

void ParseJobTest::alignments() {
    using Axes = std::vector<AlignAxis>;
    QCOMPARE(alignment("!hpf$ align A(i,j) with T(i+1,j)"), (Axes{affine(0, 1, 1), affine(1, 1, 0)}));
    QCOMPARE(alignment("!hpf$ align A(i,j) with T(j,i+1)"), (Axes{affine(1, 1, 0), affine(0, 1, 1)}));
    QCOMPARE(alignment("!hpf$ align A(i,j) with T(3*i+2,2*(j+1)-j+n*j)", "integer, parameter :: n = 1\nreal A(0:9,20)\n"),
             (Axes{affine(0, 3, 2), affine(1, 2, 2)}));
    QCOMPARE(alignment("!hpf$ align A(i,j) with T(40-4*i,-j+21)"), (Axes{affine(0, -4, 40), affine(1, -1, 21)}));
    QCOMPARE(alignment("!hpf$ align A(i,*) with T(i+1,7)"), (Axes{affine(0, 1, 1), fixed(7)}));
    QCOMPARE(alignment("!hpf$ align A(*,j) with T(*,j)"), (Axes{replicated(), affine(1, 1, 0)}));
    QCOMPARE(alignment("!hpf$ align A(i,j) with T(*,j)"), (Axes{replicated(), affine(1, 1, 0)})); // i is used nowhere: collapsed
    QCOMPARE(alignment("!hpf$ align A(i,j) with T(i-i+5,j)"), (Axes{fixed(5), affine(1, 1, 0)}));
    QCOMPARE(alignment("!hpf$ align (i,j) with T(i+1,j) :: A"), (Axes{affine(0, 1, 1), affine(1, 1, 0)}));
    // A dummy hides a constant of its name.
    QCOMPARE(alignment("!hpf$ align A(n,j) with T(n+1,j)", "integer, parameter :: n = 1\nreal A(0:9,20)\n"),
             (Axes{affine(0, 1, 1), affine(1, 1, 0)}));
}

void ParseJobTest::colons() {
    using Axes = std::vector<AlignAxis>;
    QCOMPARE(alignment("!hpf$ align A(:,:) with T(4:40:4,1:20)"), (Axes{affine(0, 4, 4), affine(1, 1, 0)}));
    QCOMPARE(alignment("!hpf$ align A(:,:) with T(40:13:-3,:20)"), (Axes{affine(0, -3, 40), affine(1, 1, 0)}));
    QCOMPARE(alignment("!hpf$ align A(:,*) with T(31:,5)"), (Axes{affine(0, 1, 31), fixed(5)}));
    QCOMPARE(alignment("!hpf$ align A(*,:) with T(*,41:60)"), (Axes{replicated(), affine(1, 1, 40)}));
    QCOMPARE(alignment("!hpf$ align A(j,:) with T(j+1,41:60)"), (Axes{affine(0, 1, 1), affine(1, 1, 40)}));
    std::string const same_shape = "real A(0:39,-5:54)\n";
    Axes const shifted{affine(0, 1, 1), affine(1, 1, 6)};
    QCOMPARE(alignment("!hpf$ align A(:,:) with T(:,:)", same_shape), shifted);
    QCOMPARE(alignment("!hpf$ align A with T", same_shape), shifted);
    QCOMPARE(alignment("!hpf$ align with T :: A", same_shape), shifted);
}

void ParseJobTest::chains_of_alignments() {
    std::string const head = "real A(5), B(10,10), C(10)\n"
                             "!hpf$ processors P(2,2)\n"
                             "!hpf$ template T(40,30)\n"
                             "!hpf$ distribute T(block,cyclic) onto P\n";
    // B(i,j) lies on T(3*i+1,31-j); A(i) on B(2*i,7).
    std::string const chain = "!hpf$ align A(i) with B(2*i,7)\n!hpf$ align B(i,j) with T(3*i+1,31-j)\n";
    MappingSpec const a = state(head + chain);
    QCOMPARE(a.target->name, std::string("T"));
    QCOMPARE(a.align, (std::vector{affine(0, 6, 1), fixed(24)}));
    // What B does not follow is taken over as it is.
    QCOMPARE(state(head + "!hpf$ align A(i) with B(i,7)\n!hpf$ align B(i,*) with T(*,i)\n").align,
             (std::vector{replicated(), affine(0, 1, 0)}));
    // Replication over a dimension that fills the template's.
    QCOMPARE(state("real A(5), B(5,30)\n!hpf$ processors P(2,2)\n!hpf$ template T(5,30)\n!hpf$ distribute T(block,cyclic) onto P\n"
                   "!hpf$ align B(i,j) with T(i,31-j)\n!hpf$ align A(i) with B(i,*)\n")
                 .align,
             (std::vector{affine(0, 1, 0), replicated()}));
    // Templates can be aligned, too.
    QCOMPARE(state(head + "!hpf$ template U(10)\n!hpf$ align U(i) with T(i+5,3)\n!hpf$ align A(i) with U(2*i)\n").align,
             (std::vector{affine(0, 2, 5), fixed(3)}));
}

void ParseJobTest::arrays_as_templates() {
    std::string const text = "real A(5), B(0:9)\n"
                             "!hpf$ processors P(2)\n"
                             "!hpf$ align A(i) with B(2*i-1)\n"
                             "!hpf$ distribute B(block) onto P\n"
                             "!hpf$ redistribute B(cyclic) onto P\n";
    MappingSpec const a = state(text, 0, 1);
    QCOMPARE(a.target, (Template{"B", {0}, {10}}));
    QCOMPARE(a.align, std::vector{affine(0, 2, -1)});
    QCOMPARE(a.formats, std::vector{DistFormat::cyclic()});
    QVERIFY(!state(text, 1, 1).target);
}

void ParseJobTest::formats() {
    auto const formats = [](std::string const& list) {
        return distributed("!hpf$ processors P(2,2)\n!hpf$ distribute A" + list + " onto P").formats;
    };
    QCOMPARE(formats("(block,block(18))"), (std::vector{DistFormat::block(), DistFormat::block(18)}));
    QCOMPARE(formats("(cyclic,cyclic(2*3))"), (std::vector{DistFormat::cyclic(), DistFormat::cyclic(6)}));
    DistFormat const rows = DistFormat::gen_block({20, 4});
    for (std::string const list : {"gen_block(20,4)", "gen_block((/20,4/))", "gen_block( (/ 20, 4 /) )", "GEN_BLOCK([20,4])"})
        QCOMPARE(formats("(" + list + ",block)"), (std::vector{rows, DistFormat::block()}));
    QCOMPARE(formats("(gen_block(24,0),block)").front().list()->values, (std::vector<Index>{24, 0})); // empty blocks are legal
}

void ParseJobTest::lists_from_files() {
    ListsInMemory const files(Lists{{"lists/rows.txt", "# of the mesh\n 20,\n\n4 ! the rest\n"}});
    ParseOptions const options{std::nullopt, &files};
    MappingSpec const spec = distributed("!hpf$ processors P(2)\n!hpf$ distribute A(gen_block(@lists/rows.txt),*) onto P", options);
    QCOMPARE(spec.formats[0].list()->values, (std::vector<Index>{20, 4}));
    QCOMPARE(spec.formats[0].list()->file, std::string("lists/rows.txt"));
    QCOMPARE(error_of(parse_job("real A(4)\n!hpf$ processors P(2)\n!hpf$ distribute A(gen_block(@x)) onto P", "f")),
             "f:3:30+2: a list cannot be read from a file here; write it out");
    QVERIFY(!DirectoryReader(".").read("no/such/file"));
    QVERIFY(!DirectoryReader(".").read("."));
}

void ParseJobTest::indirect_coordinates() {
    auto const owners = [](std::string const& processors, std::string const& list, std::string const& onto) {
        return state("real A(4)\n!hpf$ processors P" + processors + "\n!hpf$ distribute A(indirect(" + list + ")) onto P" + onto)
            .formats[0]
            .list()
            ->values;
    };
    std::vector<Index> const expected{1, 0, 2, 1};
    QCOMPARE(owners("(3)", "2,1,3,2", ""), expected);
    QCOMPARE(owners("(0:2)", "1,0,2,1", ""), expected);
    QCOMPARE(owners("(8)", "5,4,6,5", "(4:6)"), expected);
    QCOMPARE(owners("(8)", "6,8,4,6", "(8:4:-2)"), expected);
    QCOMPARE(owners("(2,8)", "5,4,6,5", "(2,4:6)"), expected);
}

void ParseJobTest::processors() {
    auto const first = [](std::string const& text) {
        return distributed(text + "!hpf$ distribute A(block,block) onto P").processors;
    };
    QCOMPARE(first("!hpf$ processors Q(7), P(4,2)\n"), (Processors{"P", {1, 1}, {4, 2}, {}, GridOrder::RowMajor}));
    QCOMPARE(first("!hpf$ processors :: Q(7), P(0:3,-1:0)\n"), (Processors{"P", {0, -1}, {4, 2}, {}, GridOrder::RowMajor}));
    QCOMPARE(first("!hpf$ processors, dimension(4,2) :: Q, P\n"), (Processors{"P", {1, 1}, {4, 2}, {}, GridOrder::RowMajor}));
    QCOMPARE(first("!hpf$ processors P(2,2)\n!dist$ ranks P(0,3,4,6)\n").ranks, (std::vector<Rank>{0, 3, 4, 6}));
    QCOMPARE(first("!hpf$ processors P(2,4)\n!dist$ ranks P(9:5:-2, 0, 1:4)\n").ranks, (std::vector<Rank>{9, 7, 5, 0, 1, 2, 3, 4}));
    QCOMPARE(first("!hpf$ processors P(2,2)\n!dist$ order P(col)\n").order, GridOrder::ColumnMajor);
    QCOMPARE(first("!hpf$ processors P(2,2)\n!dist$ order P(row)\n").order, GridOrder::RowMajor);
    // No dimension is distributed: a scalar arrangement, one processor.
    QCOMPARE(distributed("!hpf$ processors P\n!hpf$ distribute A(*,*) onto P").processors,
             (Processors{"P", {}, {}, {}, GridOrder::RowMajor}));
}

void ParseJobTest::sections_of_processors() {
    auto const onto = [](std::string const& section) {
        return distributed("!hpf$ processors P(8,0:4)\n!hpf$ distribute A(block,*) onto P" + section).onto;
    };
    using Onto = std::vector<OntoSubscript>;
    QCOMPARE(onto("(2:5,3)"), (Onto{{2, 5, 1, false}, {3, 0, 1, true}}));
    QCOMPARE(onto("(1:7:2,0)"), (Onto{{1, 7, 2, false}, {0, 0, 1, true}}));
    QCOMPARE(onto("(8,:)"), (Onto{{8, 0, 1, true}, {0, 4, 1, false}}));
    QCOMPARE(onto("(8,::-1)"), (Onto{{8, 0, 1, true}, {4, 0, -1, false}}));
    QCOMPARE(onto("(8,2:)"), (Onto{{8, 0, 1, true}, {2, 4, 1, false}}));
}

void ParseJobTest::made_up_processors() {
    auto const made_up = [](std::string const& formats, std::optional<Index> ranks) {
        return distributed("!hpf$ distribute A" + formats, {ranks, nullptr}).processors;
    };
    QCOMPARE(made_up("(block,*)", 6), (Processors{"P_6", {1}, {6}, {}, GridOrder::RowMajor}));
    QCOMPARE(made_up("(block,cyclic)", 6), (Processors{"P_3x2", {1, 1}, {3, 2}, {}, GridOrder::RowMajor}));
    QCOMPARE(made_up("(*,*)", 6).extents, Extents{});
    QCOMPARE(made_up("(gen_block(20,4),*)", std::nullopt).name, std::string("P_2"));
    QCOMPARE(made_up("(gen_block(20,4),cyclic)", 6).extents, (Extents{2, 3}));
    QCOMPARE(distributed("!hpf$ processors P(number_of_processors()/2,2)\n!hpf$ distribute A(block,block) onto P", {6, nullptr})
                 .processors.extents,
             (Extents{3, 2}));
    // The name gives way to the user's.
    QCOMPARE(distributed("!hpf$ processors P_6(2)\n!hpf$ distribute A(block,*)", {6, nullptr}).processors.name,
             std::string("P_6_"));
    auto const fails = [](std::string const& formats, std::optional<Index> ranks) {
        return error_of(parse_job("real A(24,36)\n!hpf$ distribute A" + formats, "f", {ranks, nullptr}));
    };
    QCOMPARE(fails("(gen_block(20,4),cyclic)", 7), "f:2:19+24: 7 ranks cannot be arranged: gen_block needs a multiple of 2");
    QCOMPARE(fails("(gen_block(),block)", 6), "f:2:20+11: gen_block: expected the size of at least one block");
    QCOMPARE(fails("(block,*)", 0), "f:2:19+9: a job has 1 to 2147483647 ranks, not 0");
}

void ParseJobTest::shadows() {
    auto const shadow = [](std::string const& directive) {
        return distributed("!hpf$ processors P(4)\n!hpf$ distribute A(block,*) onto P\n" + directive).array.shadow;
    };
    QCOMPARE(shadow("!hpf$ shadow A(1:1,0:2)"), (std::vector<ShadowWidth>{{1, 1}, {0, 2}}));
    QCOMPARE(shadow("!hpf$ shadow A(1,2)"), (std::vector<ShadowWidth>{{1, 1}, {2, 2}}));
    QCOMPARE(shadow("!hpf$ shadow (1,2:0) :: A"), (std::vector<ShadowWidth>{{1, 1}, {2, 0}}));
    QCOMPARE(shadow(""), std::vector<ShadowWidth>{});
}

void ParseJobTest::redistribution_makes_states() {
    Job const job = parsed("real*8 A(1024,1024), unmapped(3)\n"
                           "!HPF$ PROCESSORS P(4)\n"
                           "!HPF$ DISTRIBUTE A(BLOCK,*) ONTO P\n"
                           "!HPF$ DYNAMIC A\n"
                           "      CALL ROW_FFT(A)\n"
                           "!HPF$ REDISTRIBUTE A(*,BLOCK) ONTO P\n"
                           "      CALL COL_FFT(A)\n"
                           "!HPF$ REDISTRIBUTE (CYCLIC,*) ONTO P :: A\n");
    QCOMPARE(job.arrays.size(), 1U); // what nobody maps is no part of the job
    auto const& states = job.arrays[0].states;
    QCOMPARE(states.size(), 3U);
    QCOMPARE(states[0].formats, (std::vector{DistFormat::block(), DistFormat::collapsed()}));
    QCOMPARE(states[1].formats, (std::vector{DistFormat::collapsed(), DistFormat::block()}));
    QCOMPARE(states[2].formats, (std::vector{DistFormat::cyclic(), DistFormat::collapsed()}));
}

void ParseJobTest::redistribution_moves_all_that_is_aligned() {
    Job const job = parsed("real A(10), B(10), C(10), D(10)\n"
                           "!hpf$ processors P(2)\n"
                           "!hpf$ template T(10), U(10)\n"
                           "!hpf$ align with T :: A, B\n"
                           "!hpf$ align C(i) with U(i)\n"
                           "!hpf$ align D(i) with A(11-i)\n"
                           "!hpf$ distribute (block) onto P :: T, U\n"
                           "!hpf$ redistribute T(cyclic) onto P\n");
    std::vector<std::size_t> counts;
    for (ArrayStates const& array : job.arrays) counts.push_back(array.states.size());
    QCOMPARE(counts, (std::vector<std::size_t>{2, 2, 1, 2}));
    QCOMPARE(job.arrays[3].states[1].align, std::vector{affine(0, -1, 11)});
}

void ParseJobTest::realignment_moves_one_array() {
    Job const job = parsed("real A(10), B(10)\n"
                           "!hpf$ processors P(2)\n"
                           "!hpf$ template T(10), U(20)\n"
                           "!hpf$ align A(i) with T(i)\n"
                           "!hpf$ align B(i) with A(i)\n"
                           "!hpf$ distribute (block) onto P :: T, U\n"
                           "!hpf$ realign A(i) with U(2*i)\n"
                           "!hpf$ redistribute T(cyclic) onto P\n"
                           "!hpf$ redistribute U(cyclic(3)) onto P\n");
    // A leaves for U; B stays on T, as HPF says.
    auto const& a = job.arrays[0].states;
    QCOMPARE(a.size(), 3U);
    QCOMPARE(a[1].target->name, std::string("U"));
    QCOMPARE(a[1].align, std::vector{affine(0, 2, 0)});
    QCOMPARE(a[2].formats, std::vector{DistFormat::cyclic(3)});
    auto const& b = job.arrays[1].states;
    QCOMPARE(b.size(), 2U);
    QCOMPARE(b[1].target->name, std::string("T"));
    QCOMPARE(b[1].formats, std::vector{DistFormat::cyclic()});
}

void ParseJobTest::our_sentinel_lifts_restrictions() {
    Job const job = parsed("real A(10), B(10)\n"
                           "!hpf$ processors P(2)\n"
                           "!hpf$ template T(10)\n"
                           "!hpf$ align A(i) with T(i)\n"
                           "!hpf$ distribute (block) onto P :: T, B\n"
                           "!dist$ redistribute A(cyclic) onto P\n"
                           "!dist$ realign B(i) with T(i)\n");
    QVERIFY(!job.arrays[0].states[1].target);
    QCOMPARE(job.arrays[0].states[1].formats, std::vector{DistFormat::cyclic()});
    QCOMPARE(job.arrays[1].states[1].target->name, std::string("T"));
}

void ParseJobTest::order_of_static_directives_does_not_matter() {
    QCOMPARE(state("!hpf$ distribute T(block) onto P\n!hpf$ align A(i) with T(i)\n!dist$ order P(col)\n!hpf$ template T(10)\n"
                   "!hpf$ shadow A(1)\n!hpf$ processors P(2)\nreal A(10)"),
             state("real A(10)\n!hpf$ processors P(2)\n!hpf$ template T(10)\n!hpf$ align A(i) with T(i)\n!hpf$ shadow A(1)\n"
                   "!hpf$ distribute T(block) onto P\n!dist$ order P(col)"));
}

void ParseJobTest::copies() {
    auto const map = [](std::string const& statement) {
        return parsed(
                   "real A(100,20), B(20,100), V(50), W(0:99)\ndouble C[100][20]\n"
                   "!hpf$ processors P(2)\n!hpf$ distribute (block,*) onto P :: A, B, C\n!hpf$ distribute (block) onto P :: V, W\n"
                   "!dist$ copy " +
                   statement)
            .copies.at(0)
            .map;
    };
    using Side = CopySide;
    CopyMap const transposed{{{20, Side{1, 0, 1}, Side{0, 0, 1}}, {100, Side{0, 0, 1}, Side{1, 0, 1}}}};
    QCOMPARE(map("B(j,i) = A(i,j)"), transposed);
    QCOMPARE(map("B(j,i) = C[i][j]"), transposed);
    QCOMPARE(map("b(x=1:20,y=:) = a(y=:,x=:)"), transposed);
    QCOMPARE(map("V(1:50) = W(99:1:-2)"), (CopyMap{{{50, Side{0, 99, -2}, Side{0, 0, 1}}}}));
    QCOMPARE(map("V = W(:49)"), (CopyMap{{{50, Side{0, 0, 1}, Side{0, 0, 1}}}}));
    QCOMPARE(map("V(:) = A(51:,3)"), (CopyMap{{{50, Side{0, 50, 1}, Side{0, 0, 1}}, {1, Side{1, 2, 1}, {}}}}));
    QCOMPARE(map("A(5,i) = B(i,7)"),
             (CopyMap{{{1, {}, Side{0, 4, 1}}, {20, Side{0, 0, 1}, Side{1, 0, 1}}, {1, Side{1, 6, 1}, {}}}}));
    // Brackets are half-open, as in C.
    QCOMPARE(map("V(11:20) = C[10:20][3]"), (CopyMap{{{10, Side{0, 10, 1}, Side{0, 10, 1}}, {1, Side{1, 3, 1}, {}}}}));
    QCOMPARE(map("V(11:15) = C[18:8:-2][3]"), (CopyMap{{{5, Side{0, 18, -2}, Side{0, 10, 1}}, {1, Side{1, 3, 1}, {}}}}));
    QCOMPARE(map("V(1:0) = W(5:4)"), (CopyMap{{{0, Side{0, 0, 1}, Side{0, 0, 1}}}}));
}

void ParseJobTest::io() {
    Job const job = parsed("real A(8)\n!hpf$ processors P(4,2)\n!hpf$ distribute A(block) onto P(:,1)\n"
                           "!hpf$ io_processors Pio(2)\n!dist$ ranks Pio(8,9)\n!hpf$ io_distribute P(block,*) onto Pio");
    QCOMPARE(job.io.size(), 1U);
    QCOMPARE(job.io[0].io_processors.ranks, (std::vector<Rank>{8, 9}));
    QCOMPARE(job.io[0].processors.name, std::string("P"));
    QCOMPARE(job.io[0].formats, (std::vector{DistFormat::block(), DistFormat::collapsed()}));
}

void ParseJobTest::job_size_limits_ranks() {
    std::string const text = "real A(8)\n!hpf$ processors P(4)\n!dist$ ranks P(0,3,4,6)\n!hpf$ distribute A(block) onto P";
    QCOMPARE(error_of(parse_job(text, "f", {7, nullptr})), "no error");
    QCOMPARE(error_of(parse_job(text, "f", {6, nullptr})), "f:4:32+1: P uses rank 6, but 6 ranks are here, numbered from 0");
}

TEST_CLASS(ParseJobTest)
#include "parse_job_test.moc"
