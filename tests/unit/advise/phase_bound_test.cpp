// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the least of a phase over all layouts of its arrays, beside trying them all.
#include "libcore/advise/layout_weights.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <limits>
#include <string>

using namespace tessera;
using testing::PricedProgram;

class PhaseBoundTest : public QObject {
    Q_OBJECT
  private slots:
    void is_the_least_of_all_tuples();
};

/// A chain of arrays that meet (C with B, B with A), a star, and one that meets nobody.
void PhaseBoundTest::is_the_least_of_all_tuples() {
    std::string job;
    for (char const* const name : {"A", "B", "C"}) job += "!dist$ array bytes(8) " + std::string(name) + "(24,24)\n";
    job += "!hpf$ processors P(4)\n!hpf$ distribute (block,*) onto P :: A, B, C\n"
           "!dist$ phase chain: on A(i,j) updates A whole A(:,*) reads B(j,i) with A(i,j) reads C with B halo B(1,1) work 2\n"
           "!dist$ phase star: on A(i,j) updates A reads B with A reads C(j,i) with A(i,j) reduce A(+,:) work 1\n"
           "!dist$ phase alone: on C(i,j) halo C(1,0) whole C(*,:) work 1\n";
    PricedProgram const priced(job, 1, 1);
    LayoutWeights weights = LayoutWeights::make(priced.coster, {0, 1, 2}, 4, std::nullopt).value();
    QVERIFY(!weights.is_cut_short() && weights.tuples().size() > 20);
    for (bool const settled : {false, true}) // by bounds, and by prices
        for (std::size_t phase = 0; phase < priced.program.phases().size(); ++phase) {
            double least = std::numeric_limits<double>::infinity();
            double most = 0;
            for (std::size_t tuple = 0; tuple < weights.tuples().size(); ++tuple) {
                if (settled) QVERIFY(weights.settle_phase(phase, tuple).has_value());
                LayoutWeight const weight = weights.phase(phase, tuple);
                least = std::min(least, weight.cost);
                if (!weight.is_forbidden()) most = std::max(most, weight.cost);
            }
            QVERIFY(phase == 2 || least < most); // which has one layout only
            auto const bound = weights.least_of_phase(phase);
            QVERIFY(bound.has_value());
            QVERIFY2(std::abs(*bound - least) <= 1e-12 * least, priced.program.phases()[phase].statement.name.c_str());
        }
}

TEST_CLASS(PhaseBoundTest)
#include "phase_bound_test.moc"
