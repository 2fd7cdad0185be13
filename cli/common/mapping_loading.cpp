// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the mapping of one array that a command line names: --array-name and --state.
#include "cli/common/mapping_loading.hpp"

#include "cli/common/job_loading.hpp"
#include "libcore/base/try.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <vector>

namespace tessera::cli {

Result<Mapping> mapping_in_state(ArrayStates const& array, std::string_view state) {
    auto const spec = TRY(state_of(array, state));
    return Mapping::make(*spec);
}

Result<Mapping> chosen_mapping(Arguments const& arguments, Job const& job) {
    auto const array = TRY(choose_array(job, arguments.text("array-name")));
    return mapping_in_state(*array, arguments.text_or("state", "from"));
}

void note_other_arrays(Tool const& tool, Job const& job) {
    if (job.arrays.size() < 2 || tool.arguments.has("array-name")) return;
    std::vector<std::string> others;
    for (std::size_t i = 1; i < job.arrays.size(); ++i) others.push_back(job.arrays[i].array.name);
    tool.messages.note(fmt::format("this is {}; --array-name shows {}", job.arrays.front().array.name, fmt::join(others, " or ")));
}

void note_addends(Tool const& tool, ArraySpec const& array) {
    if (!array.addends) return;
    tool.messages.note(
        fmt::format("the last dimension of {} counts the addends of a pending sum: no rank owns a value yet", array.name));
}

} // namespace tessera::cli
