// SPDX-License-Identifier: BSD-3-Clause
// Tessera: totals by formula of collective algorithms with too many moves to count.
#include "libcore/comm/collectives/detail/collective_formulas.hpp"

#include <algorithm>

namespace tessera::detail {
namespace {

/// Returns the elements of piece `number`, with one piece per rank.
Index piece_size(CollectiveTask const& task, Index number) {
    return task.elements / task.ranks + (number < task.elements % task.ranks ? 1 : 0);
}

/// Returns the number of pieces that have an element. Empty pieces are not sent.
Index filled_pieces(CollectiveTask const& task, Index pieces) {
    return std::min(pieces, task.elements);
}

} // namespace

CollectiveTotals scatter_ring_totals(CollectiveTask const& task) {
    CollectivePlan tree = outline_collective(*find_collective(task.kind, "scatter-ring").value(), task);
    tree.steps.pop_back(); // the ring
    CollectiveTotals totals = totals_of(tree);
    Index const filled = filled_pieces(task, task.ranks);
    totals.steps += task.ranks - 1;
    // In each step all pieces move except the one at the last rank of the ring.
    totals.messages += (task.ranks - 1) * filled - (filled - 1);
    totals.elements_sent += (task.ranks - 1) * task.elements - (task.elements - piece_size(task, 0));
    totals.most_sent += task.elements - piece_size(task, 1); // the root sends the most down the tree
    return totals;
}

CollectiveTotals broadcast_chain_totals(CollectiveTask const& task) {
    Index const hops = task.ranks - 1;
    Index const pieces = filled_pieces(task, task.pipeline_pieces());
    return {static_cast<int>(pieces + hops - 1), pieces * hops, task.elements * hops, task.elements};
}

CollectiveTotals naivemw_totals(CollectiveTask const& task) {
    Index const others = task.ranks - 1;
    return {task.ranks - 1, task.ranks * others, task.ranks * others * task.elements, others * task.elements};
}

CollectiveTotals realbc_totals(CollectiveTask const& task) {
    return {task.ranks, task.ranks, task.ranks * task.elements, task.elements, task.ranks};
}

CollectiveTotals reduce_ring_totals(CollectiveTask const& task) {
    Index const round = task.ranks - 1;
    // Rank p sends all pieces except p + 1 in the first round, and all except p + 2 in the second. Longer pieces come first.
    Index least = piece_size(task, 0) + piece_size(task, 1);
    for (Index const p : {task.ranks - 2, task.ranks - 1})
        least = std::min(least, piece_size(task, p) + piece_size(task, (p + 1) % task.ranks));
    return {static_cast<int>(2 * round), 2 * round * filled_pieces(task, task.ranks), 2 * round * task.elements,
            2 * task.elements - least};
}

CollectiveTotals reduce_chain_totals(CollectiveTask const& task) {
    Index const hops = task.ranks - 1;
    Index const pieces = filled_pieces(task, task.pipeline_pieces());
    Index const ways = task.ranks > 2 ? 2 : 1; // a rank between the ends sends in both directions
    return {static_cast<int>(pieces + 2 * hops - 1), 2 * pieces * hops, 2 * task.elements * hops, ways * task.elements};
}

} // namespace tessera::detail
