// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the index formulas of Thakur's chapter 3: where the elements of a local array go, and where they come from.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/methods/cyclic_change.hpp"

#include <functional>

namespace tessera {

/// The next `count` elements of a local array, in local order, go to (come from) one coordinate.
struct DealtRun {
    Index partner = 0;
    Index count = 0; ///< > 0
    friend bool operator==(DealtRun const&, DealtRun const&) = default;
};

/// Gets one run after the other; false: no more, please.
using DealtRunVisit = std::function<bool(DealtRun const&)>;

/// An algorithm of chapter 3: the partners of coordinate p's local array, from its first element to its last, as the paper's send
/// phase (receive phase) computes them. Local arrays are in ascending global order. A run ends where the algorithm computes a new
/// partner, so runs one after the other may have the same one. Cost: the runs visited; nothing is stored.
struct IndexFormula {
    void (*sends)(CyclicChange const& change, Index p, DealtRunVisit const& visit);
    void (*receives)(CyclicChange const& change, Index p, DealtRunVisit const& visit);
};

/// Fig. 3.9. Precondition, as for all of them: what their method covers; here x is a multiple of y.
extern IndexFormula const ky_to_y_formula;
/// Fig. 3.12; y is a multiple of x.
extern IndexFormula const x_to_kx_formula;
/// Fig. 3.5, with the errata: element i of the local array, from 1, goes to MOD(p_d + i - 1, P). y is 1, x * P >= N.
extern IndexFormula const block_to_cyclic_formula;
/// Fig. 3.6; x is 1, y * P >= N.
extern IndexFormula const cyclic_to_block_formula;
/// Section 3.5.3: each element by itself; any x and y.
extern IndexFormula const general_formula;

} // namespace tessera
