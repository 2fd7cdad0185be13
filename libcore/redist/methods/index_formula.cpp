// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the index formulas of Thakur's chapter 3, visited run by run.
#include "libcore/redist/methods/index_formula.hpp"

#include "libcore/redist/methods/detail/dealt_loops.hpp"

namespace tessera {

namespace {

template <class Loop>
void visit_runs(CyclicChange const& change, Index p, DealtRunVisit const& visit) {
    Loop::deal(change, p, visit);
}

} // namespace

IndexFormula const ky_to_y_formula{visit_runs<detail::KyToYSends>, visit_runs<detail::KyToYReceives>};
IndexFormula const x_to_kx_formula{visit_runs<detail::XToKxSends>, visit_runs<detail::XToKxReceives>};
IndexFormula const block_to_cyclic_formula{visit_runs<detail::BlockToCyclicSends>, visit_runs<detail::BlockToCyclicReceives>};
IndexFormula const cyclic_to_block_formula{visit_runs<detail::CyclicToBlockSends>, visit_runs<detail::CyclicToBlockReceives>};
IndexFormula const general_formula{visit_runs<detail::GeneralSends>, visit_runs<detail::GeneralReceives>};

} // namespace tessera
