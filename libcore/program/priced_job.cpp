// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program of a job with everything needed to price it, and jobs with other layouts.
#include "libcore/program/priced_job.hpp"

#include "libcore/base/try.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

Result<std::unique_ptr<PricedJob>> PricedJob::make(Job const& job, SiteOfRanks site, double operation, Watch const& watch) {
    auto program = TRY(PhasedProgram::make(job));
    std::unique_ptr<PricedJob> priced(new PricedJob(job, std::move(program), std::move(site), watch));
    priced->coster_.emplace(TRY(PhaseCoster::make(priced->program_, priced->prices_, operation)));
    return priced;
}

namespace {

/// Writes the states of all arrays, phase by phase.
class StateList {
  public:
    StateList(PhasedProgram const& program, ProgramLayout const& layout) : program_(program), layout_(layout) {
        job_.name = program.name();
        for (std::size_t array = 0; array < program.arrays().size(); ++array)
            job_.arrays.push_back({program.arrays()[array].array, {layout.front()[array].spec()}});
        tail_.resize(job_.arrays.size());
    }

    Job run() {
        std::size_t phase = program_.phases().front().implied ? 1 : 0;
        std::size_t loop = 0; // the next loop to end
        for (ProgramLine line : program_.lines()) {
            if (line.kind == ProgramLine::Kind::EndRepeat) leave_loop(loop++);
            if (line.kind != ProgramLine::Kind::EndRepeat) pass_stops(phase);
            if (line.kind == ProgramLine::Kind::Repeat)
                remap(phase, [&](std::size_t array) { return !goes_back(phase, array) && !in_head(phase, array); });
            if (line.kind == ProgramLine::Kind::Phase) enter_phase(phase);
            line.states.clear();
            for (ArrayStates const& each : job_.arrays) line.states.push_back(each.states.size() - 1);
            if (line.kind == ProgramLine::Kind::Phase) ++phase;
            job_.program.push_back(std::move(line));
        }
        for (; phase < layout_.size(); ++phase) { // the phases without a line
            pass_stops(phase);
            enter_phase(phase);
        }
        return std::move(job_);
    }

  private:
    /// Returns the number of the change from the previous phase to this one. Precondition: there is one.
    [[nodiscard]] std::size_t change_to(std::size_t phase) const {
        auto const& changes = program_.changes();
        return as_size(std::ranges::find_if(changes, [&](auto const& each) { return !each.back && each.to == phase; }) -
                       changes.begin());
    }

    /// Returns an array's intermediate layouts around a loop; empty if it moves directly.
    [[nodiscard]] std::vector<Mapping> const& stops_around(ProgramLoop const& loop, std::size_t array) const {
        auto const& changes = program_.changes();
        auto const found = std::ranges::find_if(
            changes, [&](auto const& each) { return each.back && each.from == loop.last && each.to == loop.first; });
        return layout_.stops(as_size(found - changes.begin()), array);
    }

    /// Returns whether an array has the same intermediate layouts on the way into a loop and around it. Then the loop begins with
    /// them.
    [[nodiscard]] bool in_head(ProgramLoop const& loop, std::size_t array) const {
        auto const same = [](Mapping const& a, Mapping const& b) { return a.spec() == b.spec(); };
        auto const& around = stops_around(loop, array);
        return loop.first > 0 && !around.empty() && std::ranges::equal(around, layout_.stops(change_to(loop.first), array), same);
    }

    [[nodiscard]] bool in_head(std::size_t phase, std::size_t array) const {
        return std::ranges::any_of(program_.loops(),
                                   [&](ProgramLoop const& loop) { return loop.first == phase && in_head(loop, array); });
    }

    /// Writes the intermediate layouts of the arrays before a phase, and the layouts of the phase, before the loops that begin with
    /// it.
    void pass_stops(std::size_t phase) {
        if (phase == passed_ || phase == 0) return;
        passed_ = phase;
        std::size_t const number = change_to(phase);
        for (std::size_t array = 0; array < job_.arrays.size() && layout_.steps(number) > 1; ++array) {
            if (in_head(phase, array)) continue;
            std::vector<MappingSpec> way;
            for (Mapping const& stop : layout_.stops(number, array)) way.push_back(stop.spec());
            way.push_back(layout_[phase][array].spec());
            auto const& behind = tail_[array];
            bool const begun = behind.size() <= way.size() && std::equal(behind.begin(), behind.end(), way.begin());
            std::size_t const first = begun ? behind.size() : 0;
            // An array that waits for others is redistributed to its current layout, because this counts as a step.
            if (first + 1 < way.size())
                job_.arrays[array].states.insert(job_.arrays[array].states.end(), way.begin() + static_cast<std::ptrdiff_t>(first),
                                                 way.end() - 1);
            add_state(array, way.back());
        }
        tail_.assign(job_.arrays.size(), {});
    }

    void enter_phase(std::size_t phase) {
        for (std::size_t array = 0; array < job_.arrays.size(); ++array)
            if (in_head(phase, array))
                for (Mapping const& stop : layout_.stops(change_to(phase), array)) add_state(array, stop.spec());
        remap(phase, [](std::size_t) { return true; });
    }

    /// Writes other intermediate layouts around the loop at its end. HPF passes through them after the last iteration too.
    void leave_loop(std::size_t number) {
        ProgramLoop const& loop = program_.loops()[number];
        for (std::size_t array = 0; array < job_.arrays.size(); ++array)
            if (!in_head(loop, array))
                for (Mapping const& stop : stops_around(loop, array)) {
                    add_state(array, stop.spec());
                    tail_[array].push_back(stop.spec());
                }
    }

    void add_state(std::size_t array, MappingSpec const& spec) {
        if (job_.arrays[array].states.back() != spec) job_.arrays[array].states.push_back(spec);
    }

    /// Returns whether a loop that begins with this phase ends with another layout.
    [[nodiscard]] bool goes_back(std::size_t phase, std::size_t array) const {
        return std::ranges::any_of(program_.loops(), [&](ProgramLoop const& loop) {
            return loop.first == phase && layout_[loop.last][array].spec() != layout_[phase][array].spec();
        });
    }

    /// A layout that a loop changes is written inside the loop, even if the first iteration begins with it, because later
    /// iterations do not.
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
    std::size_t passed_ = 0;                     // the last phase whose intermediate layouts were written
    std::vector<std::vector<MappingSpec>> tail_; // indexed by array: layouts passed at the ends of loops since the last phase
    Job job_;
};

} // namespace

Job job_with(PhasedProgram const& program, ProgramLayout const& layout) {
    return StateList(program, layout).run();
}

} // namespace tessera
