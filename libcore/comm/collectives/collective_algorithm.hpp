// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of broadcasts and reductions, by name.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/comm/collectives/collective_plan.hpp"

#include <span>
#include <string_view>

namespace tessera {

class CollectiveBuilder;
struct CollectiveTask;

/// One row of the table. Whoever wants to treat algorithms differently asks for a property here, not for a name.
struct CollectiveAlgorithm {
    std::string_view name; ///< as typed: "loglocex"
    CollectiveKind kind;
    std::string_view summary; ///< one line for the help
    std::string_view source;  ///< where it comes from: "pC*, 4.4.3"
    bool mpi_has_it;          ///< MPI implementations have it among those that they choose from
    bool keeps_order;         ///< combines operands in the order of the ranks, so that the operation need not be commutative
    bool multicasts;          ///< has messages to everybody at once; where the network has none, MPI_Bcast sends them
    void (*make)(CollectiveBuilder&); ///< null: MPI's own, whose steps nobody knows
    /// The figures by a formula, where the moves grow with the square of the ranks or with the pieces of a pipeline; else null.
    /// Precondition: ranks > 1.
    CollectiveTotals (*totals)(CollectiveTask const&) = nullptr;
};

/// Of both kinds, in the order of the help: first those of pC*, then others, MPI's own last.
[[nodiscard]] std::span<CollectiveAlgorithm const> collective_algorithms();

/// Error: no such algorithm of that kind (lists them, suggests the nearest).
[[nodiscard]] Result<CollectiveAlgorithm const*> find_collective(CollectiveKind kind, std::string_view name);

/// What the ranks have to do.
struct CollectiveTask {
    CollectiveKind kind = CollectiveKind::Reduce;
    int ranks = 1; ///< >= 1
    int root = 0;  ///< of a broadcast
    Index elements = 1;
    Index element_bytes = 8; ///< pipelines cut long vectors into pieces of so many bytes
    bool ordered = false;    ///< of a reduction whose operation is not commutative: wants an algorithm that keeps_order

    [[nodiscard]] Index bytes() const { return elements * element_bytes; }
    /// Into how many pieces a pipeline cuts the vector.
    [[nodiscard]] int pipeline_pieces() const;
};

/// The figures of the plan that make_collective makes, without its moves where there is a formula. Precondition: as there.
[[nodiscard]] CollectiveTotals totals_of(CollectiveAlgorithm const& algorithm, CollectiveTask const& task);

/// Precondition: the algorithm is one of the task's kind, and has a maker. Cost: its moves.
[[nodiscard]] CollectivePlan make_collective(CollectiveAlgorithm const& algorithm, CollectiveTask const& task);
/// The same where the steps of a ring, which differ in their pieces alone, stand there once (CollectiveStep::times). Its figures
/// are those of the plan, as if all pieces were as long as in that step: one element more or less for each. It can be priced, not
/// run.
[[nodiscard]] CollectivePlan outline_collective(CollectiveAlgorithm const& algorithm, CollectiveTask const& task);

} // namespace tessera
