// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto` for collectives: the fastest algorithm for a vector length and a number of ranks.
#include "libcore/comm/collectives/collective_choice.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/comm/collectives/collective_schedule.hpp"
#include "libcore/network/site.hpp"

#include <fmt/format.h>
#include <optional>
#include <utility>

namespace tessera {
namespace {

constexpr double lead_of_mpi = 1.1; ///< factor by which MPI's own is assumed to be faster than ours with the same algorithm
constexpr int most_ranks_of_ours = 255;

struct PricedCollective {
    CollectiveAlgorithm const* algorithm;
    double seconds;
};

/// Returns the cheapest of the algorithms that MPI has (of_mpi), or of the others. Returns nothing if none has a price.
std::optional<PricedCollective> cheapest(CollectiveTask const& task, Site const& site, bool of_mpi, std::string& lacking) {
    std::optional<PricedCollective> best;
    for (CollectiveAlgorithm const& each : collective_algorithms()) {
        if (each.kind != task.kind || each.make == nullptr || each.multicasts || each.mpi_has_it != of_mpi) continue;
        if (task.ordered && !each.keeps_order) continue;
        auto const cost = cost_of(make_collective(each, task), task.element_bytes, site);
        if (!cost)
            lacking = cost.error().message;
        else if (!best || cost->time < best->seconds)
            best = PricedCollective{&each, cost->time};
    }
    return best;
}

/// Returns the choice of the machine's table. Returns nothing if it has no near entry, or one with an unknown algorithm.
std::optional<CollectiveChoice> tuned_choice(CollectiveTask const& task, Machine const& machine) {
    std::string_view const operation = name_of(task.kind);
    TunedCollective const* const row = nearest_tuned(machine.collectives, operation, task.ranks, task.bytes());
    if (row == nullptr) return std::nullopt;
    auto const found = find_collective(task.kind, row->algorithm);
    if (!found || (task.ordered && !(*found)->keeps_order)) return std::nullopt;
    std::string const measured = fmt::format("measured on {}: {} by ", machine.name, short_seconds(row->time));
    std::string const length = fmt::format("{} of {} among {}", operation, scaled_bytes(row->bytes), counted(task.ranks, "rank"));
    if ((*found)->make == nullptr)
        return CollectiveChoice{*found, fmt::format("{}MPI's own, and nothing clearly faster ({})", measured, length)};
    return CollectiveChoice{
        *found, fmt::format("{}{}, and {} by MPI's own ({})", measured, row->algorithm, short_seconds(row->mpi_time), length)};
}

} // namespace

CollectiveChoice choose_collective(CollectiveTask const& task, Machine const* machine) {
    CollectiveAlgorithm const* const mpi = find_collective(task.kind, "mpi").value();
    if (machine != nullptr && task.ranks > 1)
        if (auto tuned = tuned_choice(task, *machine)) return *std::move(tuned);
    if (machine == nullptr || !machine->has_rates()) return {mpi, "MPI's own, because no rates of a machine are known"};
    if (task.ranks == 1) return {mpi, "MPI's own, because one rank has nothing to send"};
    if (task.ranks > most_ranks_of_ours) return {mpi, "MPI's own, for so many ranks"};
    auto const ranked = Site::of_ranks(task.ranks);
    if (!ranked) return {mpi, "MPI's own: " + ranked.error().message};
    Site const site = Site::borrowed(*ranked->topology, ranked->placement, machine);
    std::string lacking;
    auto const theirs = cheapest(task, site, true, lacking);
    auto const ours = cheapest(task, site, false, lacking);
    if (!theirs || !ours) return {mpi, "MPI's own: " + lacking};
    bool const wins = ours->seconds < theirs->seconds / lead_of_mpi;
    return {wins ? ours->algorithm : mpi,
            fmt::format("predicted: {} by {}, and {} by {}, the best that MPI is likely to have", short_seconds(ours->seconds),
                        ours->algorithm->name, short_seconds(theirs->seconds), theirs->algorithm->name)};
}

Result<CollectiveChoice> collective_named(CollectiveTask const& task, std::string_view name, Machine const* machine) {
    if (name == "auto") return choose_collective(task, machine);
    auto const found = TRY(find_collective(task.kind, name));
    if (task.ordered && !found->keeps_order)
        return fail(fmt::format(
            "{} combines operands out of order, and the operation is not commutative; use mpi, naivemw or loglog", name));
    return CollectiveChoice{found, ""};
}

} // namespace tessera
