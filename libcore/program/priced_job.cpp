// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program of a job with all that is needed to price it, and with other layouts than its own.
#include "libcore/program/priced_job.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

Result<std::unique_ptr<PricedJob>> PricedJob::make(Job const& job, SiteOfRanks site, double operation, Watch const& watch) {
    auto program = PhasedProgram::make(job);
    if (!program) return forward_error(program);
    std::unique_ptr<PricedJob> priced(new PricedJob(*std::move(program), std::move(site), watch));
    auto coster = PhaseCoster::make(priced->program_, priced->prices_, operation);
    if (!coster) return forward_error(coster);
    priced->coster_.emplace(*std::move(coster));
    return priced;
}

namespace {

/// Writes down the states of all arrays, phase by phase.
class StateList {
  public:
    StateList(PhasedProgram const& program, ProgramLayout const& layout) : program_(program), layout_(layout) {
        job_.name = program.name();
        for (std::size_t array = 0; array < program.arrays().size(); ++array)
            job_.arrays.push_back({program.arrays()[array].array, {layout.front()[array].spec()}});
    }

    Job run() {
        std::size_t phase = 0;
        for (ProgramLine line : program_.lines()) {
            if (line.kind == ProgramLine::Kind::Repeat) remap(phase, [&](std::size_t array) { return !goes_back(phase, array); });
            if (line.kind == ProgramLine::Kind::Phase) remap(phase, [](std::size_t) { return true; });
            line.states.clear();
            for (ArrayStates const& each : job_.arrays) line.states.push_back(each.states.size() - 1);
            if (line.kind == ProgramLine::Kind::Phase) ++phase;
            job_.program.push_back(std::move(line));
        }
        if (program_.lines().empty())
            for (; phase < layout_.size(); ++phase) remap(phase, [](std::size_t) { return true; });
        return std::move(job_);
    }

  private:
    /// Does a loop that begins with this phase end with another layout?
    [[nodiscard]] bool goes_back(std::size_t phase, std::size_t array) const {
        return std::ranges::any_of(program_.loops(), [&](ProgramLoop const& loop) {
            return loop.first == phase && layout_[loop.last][array].spec() != layout_[phase][array].spec();
        });
    }

    /// A layout that a loop does not leave as it found it is named inside, even where the first time around begins with it: the
    /// other times do not.
    template <typename Chosen>
    void remap(std::size_t phase, Chosen const& chosen) {
        for (std::size_t array = 0; array < job_.arrays.size(); ++array) {
            MappingSpec const& spec = layout_[phase][array].spec();
            bool const wanted = job_.arrays[array].states.back() != spec || goes_back(phase, array);
            if (chosen(array) && wanted) job_.arrays[array].states.push_back(spec);
        }
    }

    PhasedProgram const& program_;
    ProgramLayout const& layout_;
    Job job_;
};

} // namespace

Job job_with(PhasedProgram const& program, ProgramLayout const& layout) {
    return StateList(program, layout).run();
}

} // namespace tessera
