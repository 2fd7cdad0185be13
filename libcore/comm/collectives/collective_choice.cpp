// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `auto` for collectives: which algorithm is the fastest for so many bytes and ranks.
#include "libcore/comm/collectives/collective_choice.hpp"

#include <fmt/format.h>
#include <limits>

namespace tessera {
namespace {

/// From so many bytes on, and with so many ranks at most, the algorithm is taken.
struct ChosenRange {
    CollectiveKind kind;
    Index from_bytes;
    int most_ranks;
    std::string_view algorithm;
};

constexpr int any_ranks = std::numeric_limits<int>::max();

/// The last row that applies counts.
constexpr ChosenRange chosen_ranges[]{
    {CollectiveKind::Broadcast, 0, any_ranks, "mpi"},
    {CollectiveKind::Reduce, 0, any_ranks, "mpi"},
};

} // namespace

CollectiveChoice choose_collective(CollectiveTask const& task) {
    ChosenRange const* best = nullptr;
    for (ChosenRange const& range : chosen_ranges)
        if (range.kind == task.kind && range.from_bytes <= task.bytes() && task.ranks <= range.most_ranks) best = &range;
    return {find_collective(task.kind, best->algorithm).value(),
            fmt::format("{} is taken for {} bytes and more", best->algorithm, best->from_bytes)};
}

Result<CollectiveChoice> collective_named(CollectiveTask const& task, std::string_view name) {
    if (name == "auto") return choose_collective(task);
    auto const found = find_collective(task.kind, name);
    if (!found) return forward_error(found);
    return CollectiveChoice{*found, ""};
}

} // namespace tessera
