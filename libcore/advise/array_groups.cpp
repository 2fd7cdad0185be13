// SPDX-License-Identifier: BSD-3-Clause
// Tessera: groups of arrays whose layouts have to be chosen together.
#include "libcore/advise/array_groups.hpp"

#include <algorithm>
#include <utility>

namespace tessera {

std::vector<std::vector<std::size_t>> array_groups(PhasedProgram const& program, bool all_together) {
    std::vector<std::size_t> group(program.arrays().size());
    for (std::size_t array = 0; array < group.size(); ++array) group[array] = all_together ? 0 : array;
    for (ProgramPhase const& phase : program.phases())
        for (std::size_t array = 0; array < group.size(); ++array) {
            if (phase.uses[array] == nullptr || phase.uses[array]->with.empty()) continue;
            std::size_t const old = group[array];
            std::size_t const other = group[program.array_number(phase.uses[array]->with)];
            std::ranges::replace(group, old, other);
        }
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t first = 0; first < group.size(); ++first) {
        std::vector<std::size_t> members;
        for (std::size_t array = 0; array < group.size(); ++array)
            if (group[array] == group[first]) members.push_back(array);
        if (members.front() == first) groups.push_back(std::move(members));
    }
    return groups;
}

} // namespace tessera
