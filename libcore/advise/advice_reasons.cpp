// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reasons, in words, why one answer is better than others.
#include "libcore/advise/detail/advice_parts.hpp"

#include "libcore/base/units.hpp"
#include "libcore/program/pipelined_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tessera::detail {
namespace {

double in_phases(ProgramCost const& cost) {
    return *cost.compute + *cost.within.seconds;
}

/// Returns "3 times", "once", ...
std::string so_often(double times) {
    return times == 1 ? "once" : times == 2 ? "twice" : fmt::format("{:.12g} times", times);
}

double changes_of(ProgramCost const& cost) {
    double changes = 0;
    for (ChangeCost const& change : cost.changes)
        if (change.price.messages > 0) changes += change.change.times;
    return changes;
}

/// Returns which phases require whole dimensions.
std::string whole_wishes(PhasedProgram const& program) {
    std::vector<std::string> wishes;
    for (ProgramPhase const& phase : program.phases())
        for (PhaseArray const* const use : phase.uses) {
            if (use == nullptr || use->whole.empty()) continue;
            for (std::size_t d = 0; d < use->whole.size(); ++d)
                if (use->whole[d])
                    wishes.push_back(fmt::format("{} needs dimension {} of {} whole", phase.statement.name, d + 1, use->array));
        }
    constexpr std::size_t most = 3;
    if (wishes.size() > most) wishes.resize(most);
    return fmt::format("{}", fmt::join(wishes, ", "));
}

/// Returns "remapping 19 times costs 3.1 ms and saves 9.4 ms in the phases", or a similar sentence.
std::string moving_or_staying(AdvisedLayout const& best, AdvisedLayout const* without, PhasedProgram const& program) {
    if (best.remaps() && without == nullptr) {
        std::string const wishes = whole_wishes(program);
        return fmt::format("no single distribution suits all phases{}{}; remapping {} costs {}", wishes.empty() ? "" : ": ", wishes,
                           so_often(changes_of(best.cost)), short_seconds(*best.cost.between.seconds));
    }
    if (without == nullptr || changes_of(best.cost) == 0) return {};
    double const saved = in_phases(without->cost) - in_phases(best.cost);
    return fmt::format("remapping {} costs {} and saves {} in the phases", so_often(changes_of(best.cost)),
                       short_seconds(*best.cost.between.seconds), short_seconds(std::max(saved, 0.0)));
}

/// Returns the largest differences between two answers, phase by phase.
std::vector<std::string> differences(AdvisedLayout const& best, AdvisedLayout const& other, PhasedProgram const& program,
                                     std::string_view whose) {
    std::vector<std::string> lines;
    for (std::size_t phase = 0; phase < program.phases().size(); ++phase) {
        PhaseCost const& mine = best.cost.phases[phase];
        PhaseCost const& theirs = other.cost.phases[phase];
        std::string const& name = program.phases()[phase].statement.name;
        if (mine.balance() < theirs.balance() - 0.05)
            lines.push_back(fmt::format("{}: the busiest rank does {:.2f} times the mean; {} {:.2f} times", name, mine.balance(),
                                        whose, theirs.balance()));
        double const moving = *mine.communication().seconds;
        double const moving_there = *theirs.communication().seconds;
        if (moving < moving_there * 0.95)
            lines.push_back(fmt::format("{}: messages and waiting take {}; {} {}", name, short_seconds(moving), whose,
                                        short_seconds(moving_there)));
    }
    return lines;
}

/// Returns the common number of ranks along each dimension except one, if `ranks` is a power of it; else 0.
Index slabs_for(Index ranks, int dims) {
    if (dims < 2) return 0;
    auto const slabs = static_cast<Index>(std::llround(std::pow(static_cast<double>(ranks), 1.0 / (dims - 1))));
    Index product = 1;
    for (int d = 1; d < dims; ++d) product *= slabs;
    return product == ranks ? slabs : 0;
}

/// Adds the time of a sweep with a multipartitioning, which HPF cannot express.
void add_multipartitioning(std::vector<std::string>& lines, AdvisedLayout const& best, PhaseCoster const& coster) {
    PhasedProgram const& program = coster.program();
    for (std::size_t number = 0; number < program.phases().size(); ++number) {
        ProgramPhase const& phase = program.phases()[number];
        std::size_t const on = program.array_number(phase.statement.on);
        Mapping const& mapping = best.layout[number][on];
        PhaseArray const* const use = phase.uses[on];
        Index const ranks = mapping.grid().size();
        Index const slabs = slabs_for(ranks, mapping.dims());
        auto const machine = coster.prices().machine(static_cast<int>(ranks));
        if (use == nullptr || use->sweep.empty() || slabs < 2 || !machine || *machine == nullptr) continue;
        double lines_of_tile = 1;
        for (std::size_t d = 0; d < use->sweep.size(); ++d)
            if (use->sweep[d] == Sweep::None)
                lines_of_tile *= std::ceil(static_cast<double>(mapping.array().extents[d]) / static_cast<double>(slabs));
        double const work = coster.work(number).total() / static_cast<double>(ranks) * coster.operation();
        auto const seconds =
            multipartitioned_sweep(work, slabs, static_cast<Index>(lines_of_tile), mapping.array().type.bytes, **machine);
        if (seconds)
            lines.push_back(fmt::format("{}: {} here; in skewed tiles (multipartitioning, which HPF cannot express) about {}",
                                        phase.statement.name, short_seconds(*best.cost.phases[number].seconds()),
                                        short_seconds(*seconds)));
    }
}

} // namespace

std::vector<std::string> reasons_for(Advice const& advice, AdvisedLayout const* without, PhaseCoster const& coster) {
    AdvisedLayout const& best = advice.answers.front();
    PhasedProgram const& program = coster.program();
    std::vector<std::string> lines;
    if (auto line = moving_or_staying(best, without, program); !line.empty()) lines.push_back(std::move(line));
    if (advice.own && !best.remaps() && advice.own->remaps())
        lines.push_back(
            fmt::format("nothing moves; the job's own remaps cost {}", short_seconds(*advice.own->cost.between.seconds)));
    if (without != nullptr && best.remaps())
        for (std::string& line : differences(best, *without, program, "without remaps")) lines.push_back(std::move(line));
    if (advice.own && *advice.own->cost.seconds() > *best.cost.seconds())
        for (std::string& line : differences(best, *advice.own, program, "the job's own")) lines.push_back(std::move(line));
    add_multipartitioning(lines, best, coster);
    return lines;
}

} // namespace tessera::detail
