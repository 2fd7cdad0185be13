// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of mappings and jobs as HPF text. That they are read back unchanged is a property test; here is what they look
// like.
#include "libcore/spec/write.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

class WriteTest : public QObject {
    Q_OBJECT
  private slots:
    void a_mapping();
    void everything_at_once();
    void states();
    void leading_dimensions();
    void even_blocks();
    void several_arrays();
    void regions_name_their_states();
    void long_lists_are_broken();
    void lists_in_files();
    void extreme_integers();
    void descriptions();
};

void WriteTest::a_mapping() {
    std::string const text = "      real A(30,30)\n"
                             "!hpf$ processors P(4,2)\n"
                             "!hpf$ template T(68,30)\n"
                             "!hpf$ align A(i,j) with T(2*i,j)\n"
                             "!hpf$ distribute T(block,cyclic(5)) onto P\n";
    QCOMPARE(write_hpf(state(text)), text);
}

void WriteTest::everything_at_once() {
    std::string const text = "!dist$ array double A[8][20][3]\n"
                             "!hpf$ processors P(0:5,2,0:0)\n"
                             "!dist$ ranks P(20:28,3,5,4)\n"
                             "!dist$ order P(col)\n"
                             "!hpf$ template T(-5:60,8,9)\n"
                             "!hpf$ shadow A(1:1,0:2,0:0)\n"
                             "!hpf$ align A(i,j,*) with T(-3*j+57,*,5)\n"
                             "!hpf$ distribute T(gen_block(60,0,6),*,block(9)) onto P(5:1:-2,2,0:0)\n";
    std::string const legal = "!dist$ array double A[8][20][3]\n"
                              "!hpf$ processors P(0:5,2,0:0)\n"
                              "!dist$ ranks P(20:28,3,5,4)\n"
                              "!dist$ order P(col)\n"
                              "!hpf$ template T(-5:60,8,9)\n"
                              "!hpf$ shadow A(1:1,0:2,0:0)\n"
                              "!hpf$ align A(*,j,*) with T(-3*j+57,*,5)\n"
                              "!hpf$ distribute T(gen_block(60,0,6),*,block(9)) onto P(5:1:-2,2,0:0)\n";
    QCOMPARE(write_hpf(state(text)), legal);
}

void WriteTest::states() {
    std::string const text = "      complex*16 A(64,64)\n"
                             "!hpf$ processors P(8)\n"
                             "!hpf$ processors Q(4,2)\n"
                             "!hpf$ distribute A(block,*) onto P\n"
                             "!hpf$ redistribute A(*,block) onto P\n"
                             "!hpf$ redistribute A(block,block) onto Q\n";
    QCOMPARE(write_hpf(parsed(text)), text);
}

/// Each state has its own, and what is aligned with the array has none.
void WriteTest::leading_dimensions() {
    std::string const text = "      real*4 B(57)\n"
                             "      real*8 A(57,53)\n"
                             "!hpf$ processors P(4,1)\n"
                             "!hpf$ processors Q(2,2)\n"
                             "!hpf$ align B(i) with A(i,1)\n"
                             "!dist$ distribute A(cyclic(2),cyclic(9)) onto P lld(17)\n"
                             "!hpf$ redistribute A(cyclic(2),cyclic(9)) onto Q\n"
                             "!dist$ redistribute A(block,*) onto P(:,1) lld(20)\n";
    Job const job = parsed(text);
    QCOMPARE(job.find("A")->states[0].leading, std::optional<Index>(17));
    QVERIFY(!job.find("A")->states[1].leading && !job.find("B")->states[0].leading);
    QCOMPARE(job.find("A")->states[2].leading, std::optional<Index>(20));
    QCOMPARE(describe(job.find("A")->states[0]), std::string("(cyclic(2),cyclic(9)) onto P(4,1) lld(17)"));
    Job const again = parsed(write_hpf(job));
    for (char const* const name : {"A", "B"}) QVERIFY(again.find(name)->states == job.find(name)->states);
    QVERIFY(write_hpf(job).find("!dist$ distribute A(cyclic(2),cyclic(9)) onto P lld(17)\n") != std::string::npos);
}

/// HPF has no `even`, so the directive is ours, and the format stays as the user wrote it.
void WriteTest::even_blocks() {
    std::string const text = "      real A(57,53)\n"
                             "!hpf$ processors P(4,2)\n"
                             "!hpf$ processors Q(8)\n"
                             "!dist$ distribute A(even,even(first)) onto P\n"
                             "!dist$ redistribute A(*,even(last)) onto Q\n"
                             "!hpf$ redistribute A(block,*) onto Q\n"
                             "!dist$ redistribute A(even(floor),*) onto Q\n";
    Job const job = parsed(text);
    QCOMPARE(write_hpf(job), text);
    QCOMPARE(describe(job.find("A")->states[0]), std::string("(even,even(first)) onto P(4,2)"));
    QCOMPARE(write_format(job.find("A")->states[1], 1), std::string("even(last)"));
}

void WriteTest::several_arrays() {
    std::string const text = "      real A(10)\n"
                             "      real*8 B(10)\n"
                             "!dist$ array uint8 C(20)\n"
                             "      integer D(10,4)\n"
                             "!hpf$ processors P(2)\n"
                             "!hpf$ template T(10)\n"
                             "!hpf$ processors compute(4,2)\n"
                             "!hpf$ io_processors Pio(2)\n"
                             "!hpf$ io_distribute compute(block,*) onto Pio\n"
                             "!hpf$ align A(i) with T(i)\n"
                             "!hpf$ align B(i) with T(-i+11)\n"
                             "!hpf$ distribute T(block) onto P\n"
                             "!hpf$ distribute C(cyclic) onto P\n"
                             "!hpf$ distribute D(block,*) onto P\n"
                             "!hpf$ realign A(i) with C(2*i)\n"
                             "!hpf$ redistribute C(block) onto P\n"
                             "!hpf$ redistribute T(cyclic(2)) onto P\n"
                             "!dist$ copy B(i1) = D(i1,3)\n"
                             "!dist$ copy A(1:4) = C(20:14:-2)\n"
                             "!dist$ copy B = reshape(A)\n";
    QCOMPARE(write_hpf(parsed(text)), text);
}

/// They stand behind all remaps, wherever they stood.
void WriteTest::regions_name_their_states() {
    std::string const mapped = "      real A(64)\n!hpf$ processors P(8)\n!hpf$ distribute A(block) onto P\n";
    std::string const region = "!dist$ region read must A(i1) for(m: 1 <= i1, i1 <= m)";
    QCOMPARE(write_hpf(parsed(mapped + region)), mapped + region + "\n"); // the one state has no number
    std::string const twice = "!hpf$ redistribute A(cyclic) onto P\n!hpf$ redistribute A(cyclic(3)) onto P\n";
    Job const job = parsed(mapped + region + "\n!hpf$ redistribute A(cyclic) onto P\n" + region + "\n" + region +
                           " state(from)\n!hpf$ redistribute A(cyclic(3)) onto P\n" + region + "\n" + region + " state(to)\n");
    QCOMPARE(write_hpf(job), mapped + twice + region + " state(0)\n" + region + " state(1)\n" + region + " state(from)\n" + region +
                                 "\n" + region + " state(to)\n");
    QCOMPARE(parsed(write_hpf(job)).regions, job.regions);
    Job stale = parsed(mapped + region);
    stale.regions.front().state_here = 1; // of a job that had two
    QCOMPARE(write_hpf(stale), mapped + region + "\n");
}

void WriteTest::long_lists_are_broken() {
    std::string list = "5";
    for (int i = 0; i < 99; ++i) list += ",5";
    std::string const text = "real A(500)\n!hpf$ processors P(100)\n!hpf$ distribute A(gen_block(" + list + ")) onto P\n";
    std::string const written = write_hpf(state(text));
    for (QString const& line : QString::fromStdString(written).split('\n')) QVERIFY2(line.size() < 120, qPrintable(line));
    QCOMPARE(state(written), state(text));
}

void WriteTest::lists_in_files() {
    for (std::string const name : {"sizes.txt", "my sizes, old", "it's"}) {
        ListsInMemory const files(Lists{{name, "4 6"}});
        std::string const quote = name == "it's" ? "\"" : "'";
        std::string const text =
            "real A(10)\n!hpf$ processors P(2)\n!hpf$ distribute A(gen_block(@" + quote + name + quote + ")) onto P\n";
        Job const job = parsed(text, {std::nullopt, &files});
        QCOMPARE(parsed(write_hpf(job), {std::nullopt, &files}).arrays, job.arrays);
        QVERIFY(write_hpf(job).find("4,6") == std::string::npos);
    }
}

void WriteTest::extreme_integers() {
    std::string const low = "(-9223372036854775807-1)";
    std::string const text = "real A(4)\n!hpf$ processors P(2)\n!hpf$ template T(" + low +
                             ":-9223372036854775804)\n!hpf$ align A(i) with T(i+" + low + ")\n!hpf$ distribute T(block) onto P\n";
    MappingSpec const spec = state(text);
    QCOMPARE(spec.target->lower.at(0), std::numeric_limits<Index>::min());
    QCOMPARE(state(write_hpf(spec)), spec);
}

void WriteTest::descriptions() {
    MappingSpec const plain = state("real*8 A(1024,1024)\n!hpf$ processors P(4,2)\n!hpf$ distribute A(block,cyclic(5)) onto P");
    QCOMPARE(describe(plain), std::string("(block,cyclic(5)) onto P(4,2)"));
    QCOMPARE(describe(plain.array), std::string("real8 A(1024,1024)"));
    MappingSpec const section = state("double A[8][8]\n!hpf$ processors P(4,0:1)\n!hpf$ distribute A(block,*) onto P(2:3,0)");
    QCOMPARE(describe(section), std::string("(block,*) onto P(2:3,0) of P(4,0:1)"));
    QCOMPARE(describe(section.array), std::string("double A[8][8]"));
    MappingSpec const aligned = state("real A(30)\n!hpf$ processors P(4)\n!hpf$ template T(68)\n!hpf$ align A(i) with T(2*i)\n"
                                      "!hpf$ distribute T(block) onto P");
    QCOMPARE(describe(aligned), std::string("T(block) onto P(4)"));
    MappingSpec const many = state("real A(20)\n!hpf$ processors P(10)\n!hpf$ distribute A(gen_block(2,2,2,2,2,2,2,2,2,2)) onto P");
    QCOMPARE(describe(many), std::string("(gen_block(2,2,2,2,2,2,2,2,... 10 values)) onto P(10)"));
}

TEST_CLASS(WriteTest)
#include "write_test.moc"
