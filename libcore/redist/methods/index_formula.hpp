// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the index formulas of Thakur's chapter 3: the targets and the sources of the elements of a local array.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/methods/cyclic_change.hpp"

#include <functional>

namespace tessera {

/// The next `count` elements of a local array, in local order, that go to (come from) one coordinate.
struct DealtRun {
    Index partner = 0;
    Index count = 0; ///< > 0
    friend bool operator==(DealtRun const&, DealtRun const&) = default;
};

/// Receives one run after the other. Return false to stop the visit.
using DealtRunVisit = std::function<bool(DealtRun const&)>;

/// An algorithm of chapter 3. It visits the partners of coordinate p's local array, from its first element to its last, as the
/// paper's send phase (receive phase) computes them. Local arrays are in ascending global order. A run ends when the algorithm
/// computes a new partner, so consecutive runs may have the same partner. Cost: the visited runs; nothing is stored.
struct IndexFormula {
    void (*sends)(CyclicChange const& change, Index p, DealtRunVisit const& visit);
    void (*receives)(CyclicChange const& change, Index p, DealtRunVisit const& visit);
};

/// Fig. 3.9. Precondition of all formulas: the change is one that their method covers. Here x is a multiple of y.
extern IndexFormula const ky_to_y_formula;
/// Fig. 3.12; y is a multiple of x.
extern IndexFormula const x_to_kx_formula;
/// Fig. 3.5, with the errata: element i of the local array, from 1, goes to MOD(p_d + i - 1, P). y is 1, x * P >= N.
extern IndexFormula const block_to_cyclic_formula;
/// Fig. 3.6; x is 1, y * P >= N.
extern IndexFormula const cyclic_to_block_formula;
/// Section 3.5.3: handles each element separately; any x and y.
extern IndexFormula const general_formula;

} // namespace tessera
