// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the algorithms of broadcasts and reductions.
#include "libcore/comm/collectives/collective_algorithm.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/comm/collectives/detail/collective_formulas.hpp"
#include "libcore/comm/collectives/detail/collective_makers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <string>

namespace tessera {
namespace {

constexpr CollectiveKind broadcast = CollectiveKind::Broadcast;
constexpr CollectiveKind reduce = CollectiveKind::Reduce;

constexpr CollectiveAlgorithm collective_table[]{
    {"mwrite", broadcast, "the root writes to one rank after the other", "pC*, 4.4.2", false, true, false, detail::make_mwrite},
    {"logfan", broadcast, "binomial tree: in each step the number of ranks that have it doubles", "pC*, 4.4.2", true, true, false,
     detail::make_logfan},
    {"bcast", broadcast, "one multicast", "pC*, 4.4.2", false, true, true, detail::make_bcast},
    {"scatter-ring", broadcast, "pieces down a binomial tree, then around a ring", "van de Geijn", true, true, false,
     detail::make_scatter_ring, detail::scatter_ring_totals},
    {"chain", broadcast, "pieces of 32 KiB from rank to rank", "a pipeline", true, true, false, detail::make_broadcast_chain,
     detail::broadcast_chain_totals},
    {"mpi", broadcast, "MPI_Bcast", "MPI", false, true, false, nullptr},

    {"naivemw", reduce, "each rank writes to all others", "pC*, 4.4.3", false, true, false, detail::make_naivemw,
     detail::naivemw_totals},
    {"mastermw", reduce, "all write to rank 0, which writes to all", "pC*, 4.4.3", false, true, false, detail::make_mastermw},
    {"masterbc", reduce, "all write to rank 0, which multicasts", "pC*, 4.4.3", false, true, true, detail::make_masterbc},
    {"realbc", reduce, "each rank multicasts", "pC*, 4.4.3", false, true, true, detail::make_realbc, detail::realbc_totals},
    {"loglocex", reduce, "butterfly: partners exchange", "pC*, 4.4.3", true, false, false, detail::make_loglocex},
    {"logmw", reduce, "a tree to rank 0, which writes to all", "pC*, 4.4.3", false, true, false, detail::make_logmw},
    {"loglog", reduce, "a tree to rank 0, and back", "pC*, 4.4.3", false, true, false, detail::make_loglog},
    {"logbc", reduce, "a tree to rank 0, which multicasts", "pC*, 4.4.3", false, true, true, detail::make_logbc},
    {"halving", reduce, "butterfly of halves, there and back", "Rabenseifner", true, false, false, detail::make_halving},
    {"ring", reduce, "pieces twice around a ring", "a ring", true, false, false, detail::make_reduce_ring,
     detail::reduce_ring_totals},
    {"chain", reduce, "pieces of 32 KiB from rank to rank, and back", "a pipeline", false, true, false, detail::make_reduce_chain,
     detail::reduce_chain_totals},
    {"mpi", reduce, "MPI_Allreduce", "MPI", false, true, false, nullptr},
};

} // namespace

std::span<CollectiveAlgorithm const> collective_algorithms() {
    return collective_table;
}

Result<CollectiveAlgorithm const*> find_collective(CollectiveKind kind, std::string_view name) {
    std::vector<std::string> names;
    for (CollectiveAlgorithm const& each : collective_table) {
        if (each.kind != kind) continue;
        if (each.name == name) return &each;
        names.emplace_back(each.name);
    }
    return fail(fmt::format("there is no {} '{}'; known are {}, and auto, which chooses{}",
                            kind == broadcast ? "broadcast" : "reduction", name, fmt::join(names, ", "), suggestion(name, names)));
}

int CollectiveTask::pipeline_pieces() const {
    constexpr Index piece_bytes = 32768;
    constexpr Index most_pieces = 1024;
    return static_cast<int>(std::clamp<Index>(bytes() / piece_bytes, 1, most_pieces));
}

CollectiveTotals totals_of(CollectiveAlgorithm const& algorithm, CollectiveTask const& task) {
    return algorithm.totals != nullptr && task.ranks > 1 ? algorithm.totals(task) : totals_of(make_collective(algorithm, task));
}

CollectivePlan make_collective(CollectiveAlgorithm const& algorithm, CollectiveTask const& task) {
    CollectiveBuilder builder(algorithm.name, task, false);
    if (task.ranks > 1) algorithm.make(builder);
    return builder.finish();
}

CollectivePlan outline_collective(CollectiveAlgorithm const& algorithm, CollectiveTask const& task) {
    CollectiveBuilder builder(algorithm.name, task, true);
    if (task.ranks > 1) algorithm.make(builder);
    return builder.finish();
}

} // namespace tessera
