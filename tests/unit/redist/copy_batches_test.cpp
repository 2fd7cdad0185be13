// SPDX-License-Identifier: BSD-3-Clause
// Tessera: tests of which copies may travel together, and of what no copy writes.
#include "libcore/redist/copy_batches.hpp"

#include "libcore/pipeline/transition.hpp"
#include "libcore/spec/parse.hpp"
#include "tests/suite/qt_suite.hpp"

using namespace tessera;

namespace {

std::vector<RedistPlan> copies_of(std::string const& copies) {
    auto const job = parse_job("      real X(6), Y(6), Z(12), M(4,6)\n!hpf$ processors P(2)\n"
                               "!hpf$ distribute (block) onto P :: X, Y, Z\n!hpf$ distribute M(*,cyclic) onto P\n" +
                                   copies,
                               "test.hpf");
    if (!job) qFatal("%s", to_string(job.error()).c_str());
    Transition const whole = whole_transition(*job).value();
    auto const plans = whole.plan->plans();
    return {plans.begin(), plans.end()};
}

std::vector<std::size_t> batches(std::string const& copies) {
    return copy_batches(copies_of(copies));
}

using Sizes = std::vector<std::size_t>;

} // namespace

class CopyBatchesTest : public QObject {
    Q_OBJECT

  private slots:
    void what_does_not_meet_travels_together();
    void what_reads_a_new_value_waits();
    void what_writes_over_an_earlier_one_waits();
    void what_is_read_may_be_written_at_once();
    void what_is_written_before_it_is_read_is_no_input();
    void unwritten_elements_are_counted_once();
};

void CopyBatchesTest::what_does_not_meet_travels_together() {
    QCOMPARE(batches("!dist$ copy Z(1:6) = X(:)\n!dist$ copy Z(7:12) = Y(:)\n"), (Sizes{2}));
    QCOMPARE(batches("!dist$ copy Z(1:11:2) = X(:)\n!dist$ copy Z(12:2:-2) = Y(:)\n"), (Sizes{2})); // interleaved
    QCOMPARE(batches("!dist$ copy X(:) = M(1,:)\n!dist$ copy Y(:) = M(2,:)\n!dist$ copy M(3,:) = Z(1:6)\n"), (Sizes{3}));
    QCOMPARE(batches("!dist$ copy Z(1:6) = Z(4:9)\n"), (Sizes{1}));
    QVERIFY(copy_batches({}).empty());
}

void CopyBatchesTest::what_reads_a_new_value_waits() {
    QCOMPARE(batches("!dist$ copy Z(1:6) = X(:)\n!dist$ copy Y(:) = Z(6:11)\n"), (Sizes{1, 1}));
    QCOMPARE(batches("!dist$ copy Z(1:6) = X(:)\n!dist$ copy Y(:) = Z(7:12)\n"), (Sizes{2}));
}

void CopyBatchesTest::what_writes_over_an_earlier_one_waits() {
    QCOMPARE(batches("!dist$ copy Z(1:6) = X(:)\n!dist$ copy Z(6:11) = Y(:)\n!dist$ copy M(1,:) = X(:)\n"), (Sizes{1, 2}));
    QCOMPARE(batches("!dist$ copy X(:) = Y(:)\n!dist$ copy X(:) = Y(:)\n!dist$ copy X(:) = Y(:)\n"), (Sizes{1, 1, 1}));
}

void CopyBatchesTest::what_is_read_may_be_written_at_once() {
    QCOMPARE(batches("!dist$ copy Z(1:6) = X(:)\n!dist$ copy X(:) = Y(:)\n"), (Sizes{2}));
    // An exchange needs an array in between: the second copy reads what the first one wrote.
    QCOMPARE(batches("!dist$ copy X(:) = Y(:)\n!dist$ copy Y(:) = X(:)\n"), (Sizes{1, 1}));
}

void CopyBatchesTest::what_is_written_before_it_is_read_is_no_input() {
    using Names = std::vector<std::string>;
    QCOMPARE(inputs_of(copies_of("!dist$ copy Z(1:6) = X(:)\n!dist$ copy Z(7:12) = Y(:)\n!dist$ copy X(:) = Z(3:8)\n")),
             (Names{"X", "Y"}));
    QCOMPARE(inputs_of(copies_of("!dist$ copy Z(1:6) = X(:)\n!dist$ copy Y(:) = Z(2:7)\n")), (Names{"X", "Z"}));
    QCOMPARE(inputs_of(copies_of("!dist$ copy Z(1:6) = Z(7:12)\n")), (Names{"Z"}));
}

void CopyBatchesTest::unwritten_elements_are_counted_once() {
    auto const some = unwritten_elements(copies_of("!dist$ copy Z(1:6) = X(:)\n!dist$ copy M(2:3,1:5:2) = M(1:2,1:3)\n"
                                                   "!dist$ copy Z(4:9) = Y(:)\n!dist$ copy X(:) = Y(:)\n"));
    QCOMPARE(some.size(), std::size_t{2});
    QCOMPARE(some[0].array.name, std::string("Z"));
    QCOMPARE(some[0].elements, Index{3});
    QCOMPARE(some[1].array.name, std::string("M"));
    QCOMPARE(some[1].elements, Index{18});
}

TEST_CLASS(CopyBatchesTest)
#include "copy_batches_test.moc"
