// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the least of a phase over all layouts of its arrays, beside trying them all.
#include "libcore/advise/layout_weights.hpp"
#include "tests/suite/qt_suite.hpp"
#include "tests/unit/support/sample_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

using namespace tessera;
using testing::PricedProgram;

class PhaseBoundTest : public QObject {
    Q_OBJECT
  private slots:
    void is_the_least_of_all_tuples();
    void is_a_price_while_the_effort_lasts();
};

namespace {

std::string const three_arrays = "!dist$ array bytes(8) A(24,24)\n!dist$ array bytes(8) B(24,24)\n!dist$ array bytes(8) C(24,24)\n"
                                 "!hpf$ processors P(4)\n!hpf$ distribute (block,*) onto P :: A, B, C\n";

double least_price(LayoutWeights& weights, std::size_t phase) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t tuple = 0; tuple < weights.tuples().size(); ++tuple) {
        if (!weights.settle_phase(phase, tuple)) qFatal("no price");
        least = std::min(least, weights.phase(phase, tuple).cost);
    }
    return least;
}

} // namespace

/// Only what may be the least is priced, and that is enough.
void PhaseBoundTest::is_a_price_while_the_effort_lasts() {
    PricedProgram const priced(three_arrays +
                                   "!dist$ phase all: on A(i,j) updates A reads B with A reads C(j,i) with A(i,j) halo A(2,1) "
                                   "reduce A(+,:) work 1\n",
                               7, 3);
    auto const made = [&] { return LayoutWeights::make(priced.coster, {0, 1, 2}, 4, std::nullopt).value(); };
    LayoutWeights all = made();
    double const price = least_price(all, 0);
    LayoutWeights few = made();
    double const bound = few.least_of_phase(0, 0).value();
    QVERIFY(bound <= price * (1 + 1e-12)); // by bounds alone
    double const found = few.least_of_phase(0, std::numeric_limits<double>::infinity()).value();
    QVERIFY(std::abs(found - price) <= 1e-12 * price);
}

/// A chain of arrays that meet (C with B, B with A), a star, and one that meets nobody.
void PhaseBoundTest::is_the_least_of_all_tuples() {
    std::string const job =
        three_arrays +
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
            auto const bound = weights.least_of_phase(phase, settled ? std::numeric_limits<double>::infinity() : 0);
            QVERIFY(bound.has_value());
            QVERIFY2(std::abs(*bound - least) <= 1e-12 * least, priced.program.phases()[phase].statement.name.c_str());
        }
}

TEST_CLASS(PhaseBoundTest)
#include "phase_bound_test.moc"
