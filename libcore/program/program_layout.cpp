// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the mappings of a program's arrays in all phases and between them.
#include "libcore/program/program_layout.hpp"

#include <algorithm>

namespace tessera {

Index ProgramLayout::ranks() const {
    Index ranks = 1;
    for (Mappings const& mappings : phases_)
        for (Mapping const& mapping : mappings) ranks = std::max(ranks, mapping.grid().size());
    return ranks;
}

std::vector<Mapping> const& ProgramLayout::stops(std::size_t change, std::size_t array) const {
    static std::vector<Mapping> const none;
    return change < stops_.size() && array < stops_[change].size() ? stops_[change][array] : none;
}

void ProgramLayout::set_stops(std::size_t change, std::size_t array, std::vector<Mapping> stops) {
    if (stops_.size() <= change) stops_.resize(change + 1);
    if (stops_[change].size() <= array) stops_[change].resize(array + 1);
    stops_[change][array] = std::move(stops);
}

std::size_t ProgramLayout::steps(std::size_t change) const {
    std::size_t most = 0;
    if (change < stops_.size())
        for (auto const& of_array : stops_[change]) most = std::max(most, of_array.size());
    return most + 1;
}

Mapping const& ProgramLayout::after(PhaseChange const& change, std::size_t number, std::size_t array, std::size_t steps) const {
    auto const& passed = stops(number, array);
    if (steps == 0) return phases_[change.from][array];
    return steps <= passed.size() ? passed[steps - 1] : phases_[change.to][array];
}

ProgramLayout own_layout(PhasedProgram const& program) {
    ProgramLayout layout(program.phases().size());
    std::size_t const arrays = program.arrays().size();
    for (std::size_t phase = 0; phase < layout.size(); ++phase)
        for (std::size_t array = 0; array < arrays; ++array) layout[phase].push_back(program.own_mapping(phase, array));
    for (std::size_t number = 0; number < program.changes().size(); ++number)
        for (std::size_t array = 0; array < arrays; ++array) {
            std::vector<Mapping> stops;
            for (std::size_t const state : program.changes()[number].stops[array])
                stops.push_back(program.arrays()[array].states[state]);
            if (!stops.empty()) layout.set_stops(number, array, std::move(stops));
        }
    return layout;
}

} // namespace tessera
