// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of broadcasts and reductions.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_plan.hpp"

#include <span>
#include <string_view>

namespace tessera {

class CollectiveBuilder;
struct CollectiveTask;

/// One row of the table. Code that treats algorithms differently must test a property, not the name.
struct CollectiveAlgorithm {
    std::string_view name; ///< name that the user types: "loglocex"
    CollectiveKind kind;
    std::string_view summary;         ///< one line for the help
    std::string_view source;          ///< source in the literature: "pC*, 4.4.3"
    bool mpi_has_it;                  ///< MPI implementations use this algorithm too
    bool keeps_order;                 ///< combines operands in the order of the ranks, so the operation need not be commutative
    bool multicasts;                  ///< has messages to all ranks at once; a network without multicast uses MPI_Bcast for them
    void (*make)(CollectiveBuilder&); ///< null: MPI's own algorithm, whose steps are not known
    /// Computes the totals by a formula. Null if the number of moves is small enough to count them. Only for algorithms whose moves
    /// grow with the square of the ranks, or with the pieces of a pipeline. Precondition: ranks > 1.
    CollectiveTotals (*totals)(CollectiveTask const&) = nullptr;
};

/// Returns the algorithms of both kinds in the order of the help: first those of pC*, then others, MPI's own last.
[[nodiscard]] std::span<CollectiveAlgorithm const> collective_algorithms();

/// Returns the algorithm of this kind and name. Error: there is none (lists them, suggests the nearest).
[[nodiscard]] Result<CollectiveAlgorithm const*> find_collective(CollectiveKind kind, std::string_view name);

/// The work of a collective.
struct CollectiveTask {
    CollectiveKind kind = CollectiveKind::Reduce;
    int ranks = 1; ///< >= 1
    int root = 0;  ///< for a broadcast
    Index elements = 1;
    Index element_bytes = 8; ///< pipelines cut long vectors at multiples of it
    bool ordered = false;    ///< for a reduction whose operation is not commutative: needs an algorithm with keeps_order

    [[nodiscard]] Index bytes() const { return elements * element_bytes; }
    /// Returns the number of pieces into which a pipeline cuts the vector.
    [[nodiscard]] int pipeline_pieces() const;
};

/// Returns the totals of the plan from make_collective. Uses the formula instead of the moves if there is one. Precondition: as
/// there.
[[nodiscard]] CollectiveTotals totals_of(CollectiveAlgorithm const& algorithm, CollectiveTask const& task);

/// Makes the plan. Precondition: the algorithm is of the task's kind and has a maker. Cost: its moves.
[[nodiscard]] CollectivePlan make_collective(CollectiveAlgorithm const& algorithm, CollectiveTask const& task);
/// Makes an outline of the plan. Steps of a ring that differ only in their pieces are stored once (CollectiveStep::times). The
/// totals are those of the plan, as if all pieces were as long as in the stored step, so each may be off by one element. An outline
/// can be priced, but not run.
[[nodiscard]] CollectivePlan outline_collective(CollectiveAlgorithm const& algorithm, CollectiveTask const& task);

} // namespace tessera
