// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program: the phases and loops that use the arrays of a job.
#include "libcore/program/program.hpp"

#include "libcore/base/try.hpp"
#include "libcore/program/detail/passed_states.hpp"
#include "libcore/spec/words.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <utility>

namespace tessera {
namespace {

/// Returns one phase for each state, for jobs without phases.
std::vector<ProgramLine> lines_of_states(Job const& job) {
    std::size_t states = 1;
    for (ArrayStates const& each : job.arrays) states = std::max(states, each.states.size());
    std::vector<ProgramLine> lines;
    for (std::size_t state = 0; state < states; ++state) {
        ProgramLine& line = lines.emplace_back();
        line.phase.name = fmt::format("state{}", state);
        line.phase.on = job.arrays.front().array.name;
        for (ArrayStates const& each : job.arrays) {
            line.phase.arrays.emplace_back().array = each.array.name;
            line.states.push_back(std::min(state, each.states.size() - 1));
        }
    }
    return lines;
}

/// Returns the line of a phase that is not in the job, with its arrays in these states.
ProgramLine implied_line(Job const& job, std::string name, std::vector<std::size_t> states) {
    auto const taken = [&](ProgramLine const& line) { return notation::same_word(line.phase.name, name); };
    while (std::ranges::any_of(job.program, taken)) name += "_";
    ProgramLine line;
    line.phase.name = std::move(name);
    line.phase.on = job.arrays.front().array.name;
    line.states = std::move(states);
    return line;
}

/// Returns the job's lines, and implied phases before and after them if arrays are remapped there. Lines after an endless loop are
/// never reached.
std::vector<ProgramLine> lines_with_ends(Job const& job, std::vector<ProgramArray> const& arrays) {
    std::vector<ProgramLine> lines = job.program;
    auto const is_phase = [](ProgramLine const& line) { return line.kind == ProgramLine::Kind::Phase; };
    std::vector<std::size_t> last;
    for (ProgramArray const& array : arrays) last.push_back(array.states.size() - 1);
    lines.insert(lines.begin(), implied_line(job, "begin", std::vector<std::size_t>(arrays.size(), 0)));
    lines.push_back(implied_line(job, "end", std::move(last)));
    auto const first_phase = as_size(std::find_if(lines.begin() + 1, lines.end(), is_phase) - lines.begin());
    auto const last_phase = as_size(lines.rend() - std::find_if(lines.rbegin() + 1, lines.rend(), is_phase)) - 1;
    detail::PassedStates const passed(lines, arrays);
    bool const endless = std::ranges::any_of(
        lines, [](ProgramLine const& line) { return line.kind == ProgramLine::Kind::Repeat && line.count == 0; });
    bool const ends = !endless && passed.moves(last_phase, lines.size() - 1);
    bool const begins = passed.moves(0, first_phase);
    if (!ends) lines.pop_back();
    if (!begins) lines.erase(lines.begin());
    return lines;
}

} // namespace

Result<PhasedProgram> PhasedProgram::make(Job const& job) {
    if (job.arrays.empty()) return fail(fmt::format("{}: no array is distributed", job.name));
    PhasedProgram program;
    program.name_ = job.name;
    for (ArrayStates const& each : job.arrays) {
        ProgramArray& array = program.arrays_.emplace_back();
        array.array = each.array;
        for (MappingSpec const& state : each.states) array.states.push_back(TRY(Mapping::make(state)));
    }
    program.told_ = job.program;
    program.lines_ = std::make_shared<std::vector<ProgramLine> const>(job.program.empty() ? lines_of_states(job)
                                                                                          : lines_with_ends(job, program.arrays_));
    program.read_lines();
    program.count_changes();
    return program;
}

void PhasedProgram::read_lines() {
    std::vector<ProgramLoop> open;
    std::vector<std::size_t> begun; // first lines of the open loops
    for (std::size_t number = 0; number < lines_->size(); ++number) {
        ProgramLine const& line = (*lines_)[number];
        if (line.kind == ProgramLine::Kind::Repeat) {
            open.push_back({phases_.size(), 0, line.count});
            begun.push_back(number);
        } else if (line.kind == ProgramLine::Kind::EndRepeat) {
            open.back().last = phases_.size() - 1;
            loops_.push_back(open.back());
            loop_lines_.emplace_back(begun.back(), number);
            open.pop_back();
            begun.pop_back();
        } else {
            ProgramPhase phase{line.phase, line.states, 1, {}, !told_.empty() && line.phase.arrays.empty()};
            for (ProgramArray const& each : arrays_) phase.uses.push_back(line.phase.find(each.array.name));
            phases_.push_back(std::move(phase));
            phase_lines_.push_back(number);
        }
    }
}

double PhasedProgram::times_around(std::size_t first, std::size_t last) const {
    double times = 1;
    for (ProgramLoop const& loop : loops_)
        if (loop.first <= first && last <= loop.last) times *= static_cast<double>(std::max<Index>(loop.count, 1));
    return times;
}

void PhasedProgram::count_changes() {
    detail::PassedStates const passed(*lines_, arrays_);
    for (std::size_t phase = 0; phase < phases_.size(); ++phase) {
        auto const repeat = static_cast<double>(phases_[phase].statement.repeat);
        phases_[phase].times = repeat * times_around(phase, phase);
        if (phase > 0)
            changes_.push_back({phase - 1, phase, times_around(phase - 1, phase), false,
                                passed.onwards(phase_lines_[phase - 1], phase_lines_[phase])});
        for (std::size_t number = 0; number < loops_.size(); ++number) {
            ProgramLoop const& loop = loops_[number];
            double const times = loop.count == 0 ? 1 : static_cast<double>(loop.count - 1);
            if (loop.last != phase || times == 0) continue;
            auto const [begins, ends] = loop_lines_[number];
            auto stops = passed.around(phase_lines_[phase], ends, begins, phase_lines_[loop.first]);
            bool const stays = std::ranges::all_of(stops, [](auto const& states) { return states.empty(); });
            if (loop.first == phase && stays) continue;
            double around = times;
            for (std::size_t outer = number + 1; outer < loops_.size(); ++outer) // enclosing loops come later in the list
                if (loops_[outer].first <= loop.first && loop.last <= loops_[outer].last)
                    around *= static_cast<double>(std::max<Index>(loops_[outer].count, 1));
            changes_.push_back({phase, loop.first, around, true, std::move(stops)});
        }
    }
}

Index PhasedProgram::declared_phases() const {
    return std::ranges::count_if(phases_, [](ProgramPhase const& phase) { return !phase.implied; });
}

Index PhasedProgram::ranks() const {
    Index ranks = 1;
    for (ProgramArray const& array : arrays_)
        for (Mapping const& state : array.states) ranks = std::max(ranks, state.grid().size());
    return ranks;
}

bool PhasedProgram::is_remapped_at_end(std::size_t phase, std::size_t array) const {
    if (!phases_[phase].implied) return false;
    return std::ranges::any_of(changes_, [&](PhaseChange const& change) {
        bool const here = !change.back && (change.from == phase || change.to == phase);
        return here &&
               (!change.stops[array].empty() || own_mapping(change.from, array).spec() != own_mapping(change.to, array).spec());
    });
}

bool PhasedProgram::is_endless() const {
    return std::ranges::any_of(loops_, [](ProgramLoop const& loop) { return loop.count == 0; });
}

std::size_t PhasedProgram::array_number(std::string const& name) const {
    auto const found =
        std::ranges::find_if(arrays_, [&](ProgramArray const& each) { return notation::same_word(each.array.name, name); });
    return as_size(found - arrays_.begin());
}

namespace {

bool says_nothing(PhaseArray const& use) {
    auto const empty = [](auto const&... lists) { return (lists.empty() && ...); };
    return empty(use.with, use.whole, use.halo, use.reduced, use.spread, use.sweep);
}

/// Returns "*,*", ":,+", ...: equal subscripts except the last.
std::string subscripts(int dims, std::string const& each, std::string const& last) {
    std::string text;
    for (int d = 1; d < dims; ++d) text += each + ",";
    return text + last;
}

/// Returns how the elements of an array may be combined with the worked-on ones, by the extents of both: "B with A", "x(j) with
/// A(i,j)". Returns an empty text if no extents agree.
std::string meeting(ArraySpec const& array, ArraySpec const& worked_on, std::vector<std::string> indices) {
    if (array.extents == worked_on.extents) return fmt::format("{} with {}", array.name, worked_on.name);
    constexpr std::string_view letters = "ijklmnpq";
    for (std::size_t d = indices.size(); d < worked_on.extents.size(); ++d) indices.emplace_back(1, letters[d % letters.size()]);
    std::vector<std::string> own;
    std::vector<bool> used(indices.size(), false);
    for (Index const extent : array.extents) {
        std::size_t d = indices.size(); // the last dimension that agrees: for a square array the innermost index is preferred
        while (d > 0 && (used[d - 1] || worked_on.extents[d - 1] != extent)) --d;
        own.push_back(d > 0 ? indices[d - 1] : ":");
        if (d > 0) used[d - 1] = true;
    }
    if (std::ranges::find(used, true) == used.end()) return {};
    return fmt::format("{}({}) with {}({})", array.name, fmt::join(own, ","), worked_on.name, fmt::join(indices, ","));
}

/// Returns a sentence if neighbours are read, but nothing says for which elements of the worked-on array.
std::string unsaid_of_halo(PhasedProgram const& program, ProgramPhase const& phase, std::size_t array) {
    PhaseArray const& use = *phase.uses[array];
    std::size_t const on = program.array_number(phase.statement.on);
    bool const met = !use.with.empty() || program.array_number(phase.uses[on]->with) == array;
    if (met || use.halo.empty() || use.access != PhaseAccess::Read) return {};
    std::string const meets = meeting(program.arrays()[array].array, program.arrays()[on].array, phase.statement.indices);
    if (meets.empty()) return {};
    return fmt::format("{}: neighbours of {}'s elements are read, but the phase does not say for which elements of {}, so their "
                       "distance costs nothing; write '{}'",
                       phase.statement.name, use.array, phase.statement.on, meets);
}

/// Returns a sentence for a recurrence in an array on which no work is done: no rank would wait for it.
std::string unsaid_of_sweep(PhasedProgram const& program, ProgramPhase const& phase, std::size_t array) {
    PhaseArray const& use = *phase.uses[array];
    ArraySpec const& on = program.arrays()[program.array_number(phase.statement.on)].array;
    if (use.sweep.empty()) return {};
    std::vector<std::string> directions(as_size(on.dims()), ":");
    for (std::size_t d = 0; d < use.sweep.size() && program.array_number(phase.statement.on) == program.array_number(use.with);
         ++d) {
        int const met = use.partner_dims.empty() ? static_cast<int>(d) : use.partner_dims[d];
        if (met == PhaseArray::no_partner || use.sweep[d] == Sweep::None) continue;
        directions[as_size(met)] = use.sweep[d] == Sweep::Up ? ">" : "<";
    }
    bool const known = std::ranges::any_of(directions, [](std::string const& each) { return each != ":"; });
    return fmt::format("{}: the sweep goes over {}, but the work is done on {}, so no work waits for other work; write {}",
                       phase.statement.name, use.array, on.name,
                       known ? fmt::format("'sweep {}({})'", on.name, fmt::join(directions, ","))
                             : fmt::format("along which dimension of {} it goes", on.name));
}

/// Returns a sentence on an array whose elements have no determined place, or nothing if none is needed.
std::optional<std::string> unsaid_of_place(PhasedProgram const& program, ProgramPhase const& phase, std::size_t array) {
    std::size_t const on = program.array_number(phase.statement.on);
    ArraySpec const& spec = program.arrays()[array].array;
    ArraySpec const& worked_on = program.arrays()[on].array;
    if (program.array_number(phase.uses[on]->with) == array) return std::nullopt;
    bool const made = phase.uses[array]->access == PhaseAccess::Write;
    if (made && !phase.uses[on]->reduced.empty()) return std::nullopt; // these are sums that all ranks of a line receive
    std::string const met = meeting(spec, worked_on, phase.statement.indices);
    std::string const beside = met.empty() ? met : fmt::format("'{}', or ", met);
    return made ? fmt::format("{}: the phase does not say where the elements of {} are made, so they cost nothing; write {}'reduce "
                              "{}({})' if they are sums",
                              phase.statement.name, spec.name, beside, worked_on.name, subscripts(worked_on.dims(), ":", "+"))
                : fmt::format("{}: the phase does not say where the elements of {} are needed, so they cost nothing; write "
                              "{}'whole {}({})' if each rank needs them all",
                              phase.statement.name, spec.name, beside, spec.name, subscripts(spec.dims(), "*", "*"));
}

} // namespace

std::vector<std::string> unstated_in(PhasedProgram const& program) {
    std::vector<std::string> sentences;
    if (program.lines().empty()) return sentences;
    for (ProgramPhase const& phase : program.phases()) {
        std::size_t const on = program.array_number(phase.statement.on);
        for (std::size_t array = 0; array < phase.uses.size(); ++array) {
            if (phase.uses[array] == nullptr || array == on) continue;
            if (!says_nothing(*phase.uses[array])) {
                for (auto const unsaid : {unsaid_of_halo, unsaid_of_sweep})
                    if (std::string sentence = unsaid(program, phase, array); !sentence.empty())
                        sentences.push_back(std::move(sentence));
                continue;
            }
            if (auto sentence = unsaid_of_place(program, phase, array)) sentences.push_back(*std::move(sentence));
        }
    }
    return sentences;
}

} // namespace tessera
