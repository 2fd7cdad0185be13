// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a whole program with given mappings of its arrays in each phase.
#include "libcore/program/program_cost.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {
namespace {

/// Returns whether nothing would move and nothing would be renamed.
bool same_owners(Mapping const& a, Mapping const& b) {
    return &a == &b || a.spec() == b.spec();
}

Result<ChangeCost> cost_of_step(PhaseCoster const& coster, std::size_t number, std::size_t step, ProgramLayout const& layout) {
    PhaseChange const& change = coster.program().changes()[number];
    ChangeCost cost{change, number, step, layout.steps(number), {}, {}, 0};
    PhasedProgram const& program = coster.program();
    std::vector<MovingArray> moving;
    for (std::size_t array = 0; array < program.arrays().size(); ++array) {
        Mapping const& from = layout.after(change, number, array, step);
        Mapping const& to = layout.after(change, number, array, step + 1);
        if (same_owners(from, to)) {
            cost.memory += memory_of(from);
            continue;
        }
        PhaseArray const* const use = program.phases()[change.to].uses[array];
        ArrayMove move{.array = array, .traffic = {}, .unused = use == nullptr};
        move.overwritten = use != nullptr && use->access == PhaseAccess::Write;
        if (!move.overwritten) {
            move.traffic = TRY(coster.prices().traffic(from, to));
            moving.push_back({&from, &to});
        }
        // The memory of overwritten arrays is freed first.
        move.memory = move.overwritten ? std::max(memory_of(from), memory_of(to)) : memory_of(from) + memory_of(to);
        cost.memory += move.memory;
        cost.moves.push_back(move);
    }
    cost.price = TRY(coster.prices().remap(moving));
    return cost;
}

} // namespace

std::optional<double> ProgramCost::seconds() const {
    if (!compute || !within.seconds || !between.seconds) return std::nullopt;
    return *compute + *within.seconds + *between.seconds;
}

Result<ProgramCost> cost_of(PhaseCoster const& coster, ProgramLayout const& layout, Watch const& watch) {
    Index const parts = std::ssize(coster.program().phases()) + std::ssize(coster.program().changes());
    Index done = 0;
    ProgramCost cost;
    cost.compute = 0.0;
    for (std::size_t number = 0; number < layout.size(); ++number) {
        watch.report(done++, parts);
        ProgramPhase const& phase = coster.program().phases()[number];
        auto one = TRY(coster.of(number, layout[number]));
        if (!one.refusal.empty()) return fail(fmt::format("phase {} cannot run: {}", phase.statement.name, one.refusal));
        cost.within += one.communication() * phase.times;
        if (cost.compute) *cost.compute += one.compute.value_or(0) * phase.times;
        cost.memory = std::max(cost.memory, one.memory);
        cost.phases.push_back(std::move(one));
    }
    for (std::size_t number = 0; number < coster.program().changes().size(); ++number) {
        watch.report(done++, parts);
        for (std::size_t step = 0; step < layout.steps(number); ++step) {
            auto one = TRY(cost_of_step(coster, number, step, layout));
            if (one.moves.empty()) continue;
            cost.between += one.price * one.change.times;
            cost.memory = std::max(cost.memory, one.memory);
            cost.changes.push_back(std::move(one));
        }
    }
    return cost;
}

} // namespace tessera
