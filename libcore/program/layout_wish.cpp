// SPDX-License-Identifier: BSD-3-Clause
// Tessera: changes to the layout of a program that a user asks for.
#include "libcore/program/layout_wish.hpp"

#include "libcore/base/suggest.hpp"
#include "libcore/base/try.hpp"
#include "libcore/spec/parse.hpp"
#include "libcore/spec/words.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// The parts of "U@rows (block,*)" or "U@rows>columns (block,*)".
struct WishText {
    std::string array;
    std::string phase;  ///< empty: all
    std::string behind; ///< the next phase, for an intermediate layout; empty: the layout of the phase itself
    std::string mapping;
};

std::string trimmed(std::string_view text) {
    std::size_t const first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

Result<WishText> read_wish(std::string const& text) {
    std::size_t const end = std::min(text.find_first_of(" \t("), text.size());
    std::size_t const at = std::min(text.find('@'), end);
    std::string const phases = at < end ? text.substr(at + 1, end - at - 1) : "";
    std::size_t const arrow = std::min(phases.find('>'), phases.size());
    WishText wish{text.substr(0, at), phases.substr(0, arrow), phases.substr(std::min(arrow + 1, phases.size())),
                  trimmed(std::string_view(text).substr(end))};
    if (wish.array.empty() || wish.mapping.empty() || (at < end && wish.phase.empty()) ||
        (arrow < phases.size() && wish.behind.empty()))
        return fail(
            fmt::format("'{}': expected an array and a distribution, such as U (cyclic(4),*) or U@rows (block,*) onto P(8)", text));
    return wish;
}

/// Returns the index of the name in the list, ignoring case as everywhere in a job. `what`: for example "array".
Result<std::size_t> place_of(std::string const& name, std::vector<std::string> const& names, std::string_view what) {
    auto const found = std::ranges::find_if(names, [&](std::string const& each) { return notation::same_word(each, name); });
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    return fail(
        fmt::format("the program has no {} '{}'{}; it has {}", what, name, suggestion(name, names), fmt::join(names, ", ")));
}

Result<Mapping> wished_mapping(PhasedProgram const& program, Index ranks, std::size_t array, std::string const& text) {
    ParseOptions options;
    options.ranks = ranks;
    auto job = parse_compact({.arrays = {describe(program.arrays()[array].array)}, .from = text, .to = {}, .copies = {}}, options);
    if (!job) return fail(fmt::format("'{}': {}", text, job.error().message));
    return Mapping::make(std::move(job->arrays.front().states.front()));
}

/// Removes the intermediate layouts on the way to a phase and away from it, or to all phases if `phase` is unset.
void go_straight(PhasedProgram const& program, ProgramLayout& layout, std::size_t array, std::optional<std::size_t> phase) {
    for (std::size_t number = 0; number < program.changes().size(); ++number) {
        PhaseChange const& change = program.changes()[number];
        if (!phase || change.from == *phase || change.to == *phase) layout.set_stops(number, array, {});
    }
}

/// Adds one intermediate layout between two phases.
Result<void> pass(PhasedProgram const& program, ProgramLayout& layout, std::pair<std::size_t, std::size_t> phases,
                  std::size_t array, Mapping const& mapping) {
    bool any = false;
    for (std::size_t number = 0; number < program.changes().size(); ++number) {
        PhaseChange const& change = program.changes()[number];
        if (std::pair(change.from, change.to) != phases) continue;
        auto stops = layout.stops(number, array);
        stops.push_back(mapping);
        layout.set_stops(number, array, std::move(stops));
        any = true;
    }
    if (any) return {};
    return fail(fmt::format("phase {} never follows {}", program.phases()[phases.second].statement.name,
                            program.phases()[phases.first].statement.name));
}

Result<void> fulfil(PhasedProgram const& program, Index ranks, ProgramLayout& layout, std::string const& text) {
    auto const wish = TRY(read_wish(text));
    std::vector<std::string> arrays;
    for (ProgramArray const& each : program.arrays()) arrays.push_back(each.array.name);
    auto const array = TRY(place_of(wish.array, arrays, "array"));
    auto const mapping = TRY(wished_mapping(program, ranks, array, wish.mapping));
    if (wish.phase.empty()) {
        for (auto& of_phase : layout) of_phase[array] = mapping;
        go_straight(program, layout, array, std::nullopt);
        return {};
    }
    std::vector<std::string> phases;
    for (ProgramPhase const& each : program.phases()) phases.push_back(each.statement.name);
    auto const phase = TRY(place_of(wish.phase, phases, "phase"));
    if (!wish.behind.empty()) {
        auto const behind = TRY(place_of(wish.behind, phases, "phase"));
        return pass(program, layout, {phase, behind}, array, mapping);
    }
    layout[phase][array] = mapping;
    go_straight(program, layout, array, phase);
    return {};
}

} // namespace

Result<ProgramLayout> layout_with(PhasedProgram const& program, ProgramLayout layout, std::string_view wishes,
                                  std::optional<Index> ranks) {
    for (std::size_t begin = 0; begin <= wishes.size();) {
        std::size_t const end = std::min(wishes.find(';', begin), wishes.size());
        std::string const text = trimmed(wishes.substr(begin, end - begin));
        begin = end + 1;
        if (text.empty()) continue;
        TRY(fulfil(program, ranks.value_or(program.ranks()), layout, text));
    }
    return layout;
}

std::string wishes_for(PhasedProgram const& program, ProgramLayout const& layout) {
    std::string text;
    for (std::size_t array = 0; array < program.arrays().size(); ++array) {
        std::string const& name = program.arrays()[array].array.name;
        bool const same = std::ranges::all_of(
            layout, [&](auto const& of_phase) { return of_phase[array].spec() == layout.front()[array].spec(); });
        for (std::size_t phase = 0; phase < (same ? 1 : layout.size()); ++phase)
            text += fmt::format("{}{}{} {}", text.empty() ? "" : "; ", name,
                                same ? "" : "@" + program.phases()[phase].statement.name, describe(layout[phase][array].spec()));
        for (std::size_t number = 0; number < program.changes().size(); ++number)
            for (Mapping const& stop : layout.stops(number, array))
                text += fmt::format("; {}@{}>{} {}", name, program.phases()[program.changes()[number].from].statement.name,
                                    program.phases()[program.changes()[number].to].statement.name, describe(stop.spec()));
    }
    return text;
}

} // namespace tessera
