// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of the questions to a job: arrays, states, movements; and of sections and indices.
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/spec/parsed.hpp"

using namespace tessera;
using namespace tessera::testing;

namespace {

std::string const two_states = "real A(10), B(10), C(0:9)\n!hpf$ processors P(2)\n!hpf$ distribute (block) onto P :: A, B, C\n"
                               "!hpf$ redistribute (cyclic) onto P :: A, C\n";

ArraySpec const matrix{"A", {"float32", 4}, {1, 0}, {100, 10}, StorageOrder::Fortran, {}};
ArraySpec const c_matrix{"A", {"float64", 8}, {0, 0}, {100, 10}, StorageOrder::C, {}};

} // namespace

class JobTest : public QObject {
    Q_OBJECT
  private slots:
    void arrays_are_found_without_case();
    void states_have_names_and_numbers();
    void movements_of_what_is_remapped();
    void movements_of_what_stays();
    void movements_of_copies();
    void movements_of_a_section();
    void sections();
    void sections_of_c_arrays();
    void bad_sections_data();
    void bad_sections();
    void indices();
};

void JobTest::arrays_are_found_without_case() {
    Job const job = parsed(two_states);
    QCOMPARE(job.find("b"), &job.arrays[1]);
    QCOMPARE(job.find("D"), nullptr);
    QCOMPARE(job.name, std::string("test.hpf"));
}

void JobTest::states_have_names_and_numbers() {
    Job const job = parsed(two_states);
    ArrayStates const& a = job.arrays[0];
    QCOMPARE(*state_of(a, "from"), &a.states[0]);
    QCOMPARE(*state_of(a, "TO"), &a.states[1]);
    QCOMPARE(*state_of(a, "1"), &a.states[1]);
    for (char const* const bad : {"2", "-1", "", "1x", "before"})
        QVERIFY(error_of(state_of(a, bad)).endsWith("is not a state of A; expected from, to or a number from 0 to 1"));
}

void JobTest::movements_of_what_is_remapped() {
    Job const job = parsed(two_states);
    auto const movements = job.movements();
    QVERIFY(movements.has_value());
    QVERIFY(job.moves());
    QCOMPARE(movements->size(), 2U); // A and C; B stays where it is
    QCOMPARE(movements->at(1).source, job.arrays[2].states[0]);
    QCOMPARE(movements->at(1).target, job.arrays[2].states[1]);
    QCOMPARE(movements->at(1).map, CopyMap::identity(Extents{10}));
}

void JobTest::movements_of_what_stays() {
    Job const job = parsed("real A(10)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P");
    auto const movements = job.movements();
    QVERIFY(movements.has_value());
    QCOMPARE(movements->size(), 1U);
    QVERIFY(!job.moves());
    QCOMPARE(movements->at(0).source, movements->at(0).target);
    QCOMPARE(error_of(parsed("real A(10)").movements()), "test.hpf maps no array; add a distribute directive");
}

void JobTest::movements_of_copies() {
    Job const job = parsed(two_states + "!dist$ copy B(i) = A(i)\n!dist$ copy C(0:4) = B(2:6)\n");
    auto const movements = job.movements();
    QVERIFY(movements.has_value());
    QCOMPARE(movements->size(), 2U);
    QVERIFY(job.moves());
    QVERIFY(parsed("real A(9), B(9)\n!hpf$ processors P(2)\n!hpf$ distribute (block) onto P :: A, B\n!dist$ copy B(i) = A(i)\n")
                .moves());
    QCOMPARE(movements->at(0).source, job.arrays[0].states[1]); // each in its last state
    QCOMPARE(movements->at(0).target, job.arrays[1].states[0]);
    QCOMPARE(movements->at(1).map, job.copies[1].map);
    QVERIFY(!job.movements(CopyMap::identity(Extents{10})));
}

void JobTest::movements_of_a_section() {
    Job const one =
        parsed("real A(10)\n!hpf$ processors P(2)\n!hpf$ distribute A(block) onto P\n!hpf$ redistribute A(cyclic) onto P");
    auto const section = parse_section("2:8:3", one.arrays[0].array);
    auto const movements = one.movements(*section);
    QVERIFY(movements.has_value());
    QCOMPARE(movements->at(0).map, *section);
    QVERIFY(!one.movements(CopyMap::identity(Extents{11})));      // outside the array
    QVERIFY(!parsed(two_states).movements(*section).has_value()); // of which array?
}

void JobTest::sections() {
    using Ranges = std::vector<CopyMap::Range>;
    auto const is = [](std::string const& text, Ranges const& ranges) {
        return parse_section(text, matrix).value() == CopyMap::section(ranges);
    };
    QVERIFY(is("1:100,0:9", {{0, 1, 100}, {0, 1, 10}}));
    QVERIFY(is(":,:", {{0, 1, 100}, {0, 1, 10}}));
    QVERIFY(is("2:10:4, 9:0:-1", {{1, 4, 3}, {9, -1, 10}}));
    QVERIFY(is("::-1,5:", {{99, -1, 100}, {5, 1, 5}}));
    QVERIFY(is("7,:4", {{6, 1, 1}, {0, 1, 5}}));
    QVERIFY(is("5:4,:", {{0, 1, 0}, {0, 1, 10}}));
    QVERIFY(is("2*3:2**4,:", {{5, 1, 11}, {0, 1, 10}}));
}

void JobTest::sections_of_c_arrays() {
    using Ranges = std::vector<CopyMap::Range>;
    auto const is = [](std::string const& text, Ranges const& ranges) {
        return parse_section(text, c_matrix).value() == CopyMap::section(ranges);
    };
    QVERIFY(is("0:100,0:10", {{0, 1, 100}, {0, 1, 10}}));
    QVERIFY(is(":,2:10:4", {{0, 1, 100}, {2, 4, 2}}));
    QVERIFY(is("99,9:4:-2", {{99, 1, 1}, {9, -2, 3}}));
    QVERIFY(is("::-1,5:5", {{99, -1, 100}, {0, 1, 0}}));
}

void JobTest::bad_sections_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    auto const row = [](char const* text, char const* error) { QTest::newRow(text) << text << error; };
    row("1:100", "--section:1:1+5: A has 2 dimensions, but 1 subscript is given");
    row("1:100,0:9,1", "--section:1:1+11: A has 2 dimensions, but 3 subscripts are given");
    row("1:101,:", "--section:1:1+5: index 101 lies outside dimension 1 of A, which is 1:100");
    row(":, 10", "--section:1:4+2: index 10 lies outside dimension 2 of A, which is 0:9");
    row(":,1:9:0", "--section:1:7+1: the stride of a range must not be 0");
    row("1:i,:", "--section:1:3+1: 'i' has no value here; expected an integer or a named constant (integer, parameter :: i = 8)");
    row("", "--section:1:1+1: expected an integer, found the end of the line");
    row(":,3)", "--section:1:4+1: expected the end of the line after the subscripts, found ')'");
    row("1:9223372036854775807,:", "--section:1:1+21: index 9223372036854775807 lies outside dimension 1 of A, which is 1:100");
    row("-9223372036854775807:9223372036854775807,:", "--section:1:1+40: this range does not fit 64 bits");
}

void JobTest::bad_sections() {
    QFETCH(QString, text);
    QFETCH(QString, error);
    QCOMPARE(error_of(parse_section(text.toStdString(), matrix)), error);
}

void JobTest::indices() {
    QCOMPARE(parse_index("5,7", matrix).value(), (Extents{4, 7}));
    QCOMPARE(parse_index(" 100 , 0", matrix).value(), (Extents{99, 0}));
    QCOMPARE(parse_index("5,7", c_matrix).value(), (Extents{5, 7}));
    QCOMPARE(error_of(parse_index("0,7", matrix)), "--at:1:1+1: index 0 lies outside dimension 1 of A, which is 1:100");
    QCOMPARE(error_of(parse_index("5:6,7", matrix)), "--at:1:1+3: expected one index here, not a range");
    QCOMPARE(error_of(parse_index("5", matrix)), "--at:1:1+1: A has 2 dimensions, but 1 subscript is given");
}

TEST_CLASS(JobTest)
#include "job_test.moc"
