// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of Thakur's chapter 3 as they are printed: the order in which a local array is sent and received.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/redist/methods/composite_plan.hpp"
#include "libcore/redist/methods/cyclic_change.hpp"
#include "libcore/redist/methods/index_formula.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace tessera {

/// The partners of a local array in local order, as an algorithm computes and stores them.
struct DealtOrder {
    std::vector<DealtRun> runs; ///< repeated until the local array ends
    Index elements = 0;         ///< of the local array
    /// The algorithm stores the partners. Else it computes one for each element or sub-block, and equal neighbours are joined.
    bool repeats = false;

    /// Returns the number of elements after which the runs repeat.
    [[nodiscard]] Index period() const;
    /// Returns the number of elements of each partner.
    [[nodiscard]] std::vector<Index> counts(Index processors) const;
    /// Returns whether the elements of each partner lie at one distance, so that its packet can be placed without the others. This
    /// is the condition of the paper's Asynchronous Method.
    [[nodiscard]] bool allows_async() const;

    /// Calls visit(first, run) for each run of the local array, cut at its end. `first`: local position of its first element.
    template <class Visit>
    void for_each(Visit const& visit) const {
        for (Index first = 0; first < elements;)
            for (DealtRun const& run : runs) {
                if (first >= elements) return;
                Index const count = std::min(run.count, elements - first);
                visit(first, DealtRun{run.partner, count});
                first += count;
            }
    }
};

/// An algorithm of chapter 3.
struct PrintedAlgorithm {
    std::string_view name;   ///< "KY_TO_Y"
    std::string_view figure; ///< "Fig. 3.9"
    IndexFormula const* formula;
    DealtOrder (*sends)(CyclicChange const& change, Index p);
    DealtOrder (*receives)(CyclicChange const& change, Index p);
};

/// One phase of a method, executed as printed.
struct PrintedPhase {
    PrintedAlgorithm const* algorithm = nullptr;
    CyclicChange change;
    RedistPlan plan;
};

/// Returns the printed algorithm of each phase. Error: the paper prints none for the method, or the plan does not meet its
/// conditions: one whole array that stays in place, without copies, shadow or padding.
[[nodiscard]] Result<std::vector<PrintedPhase>> printed_phases(CompositePlan const& plan);

/// Checks that each packet of the phase can be placed when it arrives. KY_TO_Y and General have a Synchronous Method for all other
/// cases. Error: X_TO_KX with k > P, whose packets hold several blocks of each new block, although Fig. 3.12 places one.
[[nodiscard]] Result<void> check_async(PrintedPhase const& phase);

} // namespace tessera
