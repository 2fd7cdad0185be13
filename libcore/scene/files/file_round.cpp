// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one round of two-phase access.
#include "libcore/scene/files/file_round.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace tessera {

FileRound round_of(FileMap const& map, Index phase) {
    IoPlan const& plan = map.plan();
    assert(plan.two_phase() != nullptr && !map.is_crowded());
    bool const reads = plan.direction() == IoDirection::Read;
    Index const element = plan.fad().layout().element_bytes();
    FileRound round;
    std::map<Rank, Index> done;
    for (FileRequest const& each : map.requests()) {
        if (each.request.phase > phase) continue;
        Rank const accesses = each.request.rank;
        bool const now = each.request.phase == phase;
        if (now) round.accesses.push_back(accesses);
        plan.two_phase()->for_each_share(each.positions, [&](Fad::Member const& member, Index elements) {
            done[member.rank] += elements * element;
            if (!now) return;
            round.messages.push_back({reads ? accesses : member.rank, reads ? member.rank : accesses, elements * element, phase});
        });
    }
    for (Fad::Member const& member : plan.fad().members())
        if (Index const all = member.section.count() * element; all > 0)
            round.shares.push_back({member.rank, all, done[member.rank]});
    std::ranges::sort(round.messages, {}, [](IoMessage const& each) { return std::pair(each.from, each.to); });
    std::ranges::sort(round.shares, {}, &FileRound::Share::rank);
    std::ranges::sort(round.accesses);
    return round;
}

} // namespace tessera
