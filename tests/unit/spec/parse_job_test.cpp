// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of job files.
#include "libcore/spec/parse.hpp"

#include <QTest>

using namespace tessera;

namespace {

/// The job, or a test failure with its error.
Job parsed(std::string_view text, ParseOptions const& options = {}) {
    auto job = parse_job(text, "test.hpf", options);
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    return std::move(*job);
}

MappingSpec first_state(std::string_view text, ParseOptions const& options = {}) {
    return parsed(text, options).arrays.at(0).states.at(0);
}

} // namespace

class ParseJobTest : public QObject {
    Q_OBJECT
  private slots:
    void triangle();
    void redistribution_makes_states();
};

void ParseJobTest::triangle() {
    MappingSpec const spec = first_state("      real A(30,30)\n"
                                         "chpf$ template T(68,30)\n"
                                         "chpf$ align A(i,j) with T(2*i,j)\n"
                                         "chpf$ processors P(4,2)\n"
                                         "chpf$ distribute T(block,cyclic(5)) onto P\n");
    MappingSpec expected;
    expected.array = {"A", {"float32", 4}, {1, 1}, {30, 30}, StorageOrder::Fortran, {}};
    expected.target = Template{"T", {1, 1}, {68, 30}};
    expected.align = {{AlignAxis::Kind::Affine, 0, 2, 0}, {AlignAxis::Kind::Affine, 1, 1, 0}};
    expected.formats = {DistFormat::block(), DistFormat::cyclic(5)};
    expected.processors = {"P", {1, 1}, {4, 2}, {}, GridOrder::RowMajor};
    QCOMPARE(spec, expected);
}

void ParseJobTest::redistribution_makes_states() {
    Job const job = parsed("real*8 A(1024,1024)\n"
                           "!HPF$ PROCESSORS P(4)\n"
                           "!HPF$ DISTRIBUTE A(BLOCK,*) ONTO P\n"
                           "!HPF$ DYNAMIC A\n"
                           "      CALL ROW_FFT(A)\n"
                           "!HPF$ REDISTRIBUTE A(*,BLOCK) ONTO P\n"
                           "      CALL COL_FFT(A)\n");
    QCOMPARE(job.arrays.size(), 1U);
    auto const& states = job.arrays[0].states;
    QCOMPARE(states.size(), 2U);
    QCOMPARE(states[0].formats, (std::vector{DistFormat::block(), DistFormat::collapsed()}));
    QCOMPARE(states[1].formats, (std::vector{DistFormat::collapsed(), DistFormat::block()}));
    QCOMPARE(states[1].array.type, (ElementType{"float64", 8}));
}

QTEST_APPLESS_MAIN(ParseJobTest)
#include "parse_job_test.moc"
