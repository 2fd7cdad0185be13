// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans of small random copies, whose parts, tiles and pieces are looked at index by index.
#include "tests/property/box_indices.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"

#include "libcore/io/copy_tiles.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>

using namespace tessera;
using namespace tessera::oracle;

namespace {

StoredShape random_shape(Extents const& extents) {
    StoredShape shape{extents, {}, {}, false};
    bool const chunked = one_in(2);
    for (Index const extent : extents)
        shape.chunk.push_back(chunked ? between(1, std::max<Index>(1, extent)) : std::max<Index>(1, extent));
    for (Index const d : random_order(std::ssize(extents))) shape.permutation.push_back(static_cast<int>(d));
    return shape;
}

/// Any part of any array to the whole of another, its dimensions in any order, some of them backwards.
CopyTask random_task() {
    RandomCopy random = random_copy();
    Extents target;
    for (CopyAxis& axis : random.map.axes) {
        if (!axis.target) continue;
        bool const backwards = one_in(4);
        axis.target = CopySide{static_cast<int>(target.size()), backwards ? axis.extent - 1 : 0, backwards ? -1 : 1};
        target.push_back(axis.extent);
    }
    CopyTask task{random_shape(random.source_extents), random_shape(target), normal_form(random.map, target).value()};
    task.target.whole_chunks = one_in(4);
    task.element_bytes = between(1, 16);
    task.ranks = static_cast<int>(between(1, 5));
    task.gathers = one_in(4);
    task.domains = *rc::gen::element(DomainKind::Dynamic, DomainKind::Static, DomainKind::BlockCyclic);
    task.aggregators = static_cast<int>(between(0, task.ranks));
    return task;
}

/// With so little memory that there are many parts, where it can be.
CopyPlan random_plan(CopyTask& task) {
    auto const access = *rc::gen::element(Access::Direct, Access::Sieve, Access::TwoPhase, Access::TwoPhase);
    for (task.memory = copy_overhead / 7 * 8 + between(0, 500);; task.memory += 250)
        if (auto const plan = plan_copy(task, access)) {
            RC_ASSERT(plan->access == access);
            return *plan;
        }
}

std::set<Extents> whole(Extents const& extents) {
    std::vector<Run> box;
    for (Index const extent : extents) box.push_back({0, extent});
    return indices_of(box);
}

/// Adds them; is none of them there already?
bool add_new(std::set<Extents>& seen, std::set<Extents> const& more) {
    return std::ranges::all_of(more, [&](Extents const& index) { return seen.insert(index).second; });
}

Index common(std::set<Extents> const& a, std::set<Extents> const& b) {
    return std::ranges::count_if(a, [&](Extents const& index) { return b.contains(index); });
}

/// The parts, each index in exactly one of them and each in the buffer; by number.
std::vector<std::set<Extents>> parts_of(CopyTask const& task, CopyPlan const& plan, CopyParts const& parts) {
    std::vector<std::set<Extents>> all;
    std::set<Extents> seen;
    RC_ASSERT(can_be_cut(task.target, plan.part));
    for (Index number = 0; number < parts.count(); ++number) {
        all.push_back(indices_of(parts.box(number)));
        RC_ASSERT(!all.back().empty());
        RC_ASSERT(add_new(seen, all.back()));
        RC_ASSERT(std::ssize(all.back()) * task.element_bytes <= plan.part_bytes);
    }
    RC_ASSERT(seen == whole(task.target.extents));
    return all;
}

/// Every index of a tile is in one piece and one part; buffers hold what is read, sent and received.
void check_tile(CopyTask const& task, CopyPlan const& plan, CopyTiles const& tiles, Index tile,
                std::vector<std::set<Extents>> const& parts) {
    std::set<Extents> read;
    std::map<Rank, Index> sent; // bytes, heads included
    std::map<Rank, Index> received;
    std::map<std::pair<Rank, Rank>, Index> messages;
    for (CopyTiles::Piece const& piece : tiles.pieces(tile)) {
        auto const indices = indices_of(piece.box);
        RC_ASSERT(!indices.empty());
        RC_ASSERT(std::ssize(indices) * task.element_bytes <= plan.piece_bytes);
        RC_ASSERT(add_new(read, indices));
        RC_ASSERT(0 <= piece.aggregator && piece.aggregator < task.ranks);
        for (Rank rank = 0; rank < task.ranks; ++rank)
            if (auto const part = tiles.part(tile, rank))
                messages[{piece.aggregator, rank}] += common(indices, parts[as_size(*part)]) * task.element_bytes;
    }
    for (auto const& [ranks, bytes] : messages) {
        if (bytes == 0) continue;
        sent[ranks.first] += message_overhead + bytes;
        received[ranks.second] += message_overhead + bytes;
    }
    for (auto const& [rank, bytes] : sent) RC_ASSERT(bytes <= plan.share_bytes);
    for (auto const& [rank, bytes] : received) RC_ASSERT(bytes <= received_bytes(plan));
    std::set<Extents> wanted;
    for (Rank rank = 0; rank < task.ranks; ++rank)
        if (auto const part = tiles.part(tile, rank)) wanted.insert(parts[as_size(*part)].begin(), parts[as_size(*part)].end());
    RC_ASSERT(read == wanted);
}

bool parts_cover_the_target() {
    return rc::check("every index is in one part, every part in one tile, and the buffers hold them", [] {
        CopyTask task = random_task();
        CopyPlan const plan = random_plan(task);
        CopyParts const parts(task.target, plan.part);
        auto const all = parts_of(task, plan, parts);
        RC_CLASSIFY(parts.count() > 10, "more than ten parts");
        Index const buffers = plan.part_bytes + plan.staging + plan.gathering + copy_overhead;
        RC_ASSERT(buffers <= task.memory);
        if (plan.access != Access::TwoPhase) return;
        RC_ASSERT(buffers + plan.piece_bytes + plan.share_bytes + received_bytes(plan) <= task.memory);
        CopyTiles const tiles(task, plan, parts);
        std::map<Index, int> seen;
        for (Index tile = 0; tile < tiles.count(); ++tile) {
            for (Rank rank = 0; rank < task.ranks; ++rank)
                if (auto const part = tiles.part(tile, rank)) ++seen[*part];
            check_tile(task, plan, tiles, tile, all);
        }
        RC_ASSERT(std::ssize(seen) == parts.count());
        RC_ASSERT(std::ranges::all_of(seen, [](auto const& part) { return part.second == 1; }));
        RC_CLASSIFY(tiles.count() > 3, "more than three tiles");
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=2000");
    return exit_code({parts_cover_the_target()});
}
