// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the regions and I/O lists of a job, kept in a job with other layouts.
#include "libcore/program/kept_statements.hpp"

#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace tessera {

namespace {

class StatementKeeper {
  public:
    StatementKeeper(Job const& made, PhasedProgram const& program, ProgramLayout const& layout)
        : made_(made), program_(program), layout_(layout) {
        auto const& phases = program.phases();
        std::vector<int> told;
        for (ProgramLine const& line : program.lines())
            if (line.kind == ProgramLine::Kind::Phase) told.push_back(line.line);
        for (std::size_t phase = 0, next = 0; phase < phases.size(); ++phase) {
            bool const is_told = !phases[phase].implied && next < told.size();
            lines_.push_back(is_told ? told[next++] : phase == 0 ? 0 : std::numeric_limits<int>::max());
        }
    }

    /// Returns the array's state in the new job, for a statement in `line` that refers to `state` of the old job.
    [[nodiscard]] std::size_t state_for(std::string const& array, std::size_t state, int line) const {
        std::size_t const number = program_.array_number(array);
        MappingSpec const& spec = layout_[phase_of(number, state, line)][number].spec();
        auto const& states = made_.find(array)->states;
        auto const found = std::ranges::find(states, spec);
        return std::min(as_size(found - states.begin()), states.size() - 1);
    }

    [[nodiscard]] RegionStatement kept(RegionStatement region) const {
        region.state_here = state_for(region.array, region.state_here, region.line);
        region.state.clear();
        return region;
    }

    /// "from" and "to" keep their meaning.
    [[nodiscard]] IoStatement kept(IoStatement io) const {
        if (!io.state_here) return io;
        bool const is_first = notation::same_word(io.state, "from");
        if (is_first || notation::same_word(io.state, "to")) {
            io.state_here = is_first ? 0 : made_.find(io.array)->states.size() - 1;
            return io;
        }
        io.state_here = state_for(io.array, *io.state_here, io.line);
        io.state.clear();
        return io;
    }

  private:
    [[nodiscard]] std::size_t phase_of(std::size_t array, std::size_t state, int line) const {
        auto const stands_below = [&](std::size_t phase) { return lines_[phase] <= line; };
        auto const& phases = program_.phases();
        std::size_t first = phases.size();
        std::size_t last = phases.size();
        std::size_t nearest = 0;
        for (std::size_t phase = 0; phase < phases.size(); ++phase) {
            if (stands_below(phase)) nearest = phase;
            if (phases[phase].states[array] != state) continue;
            if (first == phases.size()) first = phase;
            if (stands_below(phase)) last = phase;
        }
        if (last < phases.size()) return last;
        return first < phases.size() ? first : nearest; // no phase has this state, because the array only passes through it
    }

    Job const& made_;
    PhasedProgram const& program_;
    ProgramLayout const& layout_;
    std::vector<int> lines_; // line of each phase
};

} // namespace

void keep_statements(Job& made, Job const& job, PhasedProgram const& program, ProgramLayout const& layout) {
    StatementKeeper const keeper(made, program, layout);
    std::vector<RegionStatement> regions;
    for (RegionStatement const& region : job.regions) regions.push_back(keeper.kept(region));
    std::vector<IoStatement> statements;
    for (IoStatement const& io : job.io_statements) statements.push_back(keeper.kept(io));
    made.io = job.io;
    made.regions = std::move(regions);
    made.io_statements = std::move(statements);
}

} // namespace tessera
