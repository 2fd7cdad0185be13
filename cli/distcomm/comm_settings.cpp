// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what every subcommand of distcomm is told.
#include "cli/distcomm/comm_settings.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/mapping_loading.hpp"
#include "libcore/runtime/move/redistributor.hpp"

#include <limits>
#include <utility>

namespace tessera::cli {

Result<CommSettings> comm_settings(Tool const& tool, int ranks) {
    auto job = load_job(tool.arguments);
    if (!job) job = load_job(tool.arguments, Index{ranks});
    if (!job) return forward_error(job);
    auto mapping = chosen_mapping(tool.arguments, *job);
    if (!mapping) return forward_error(mapping);
    if (mapping->grid().max_rank() >= ranks) return too_few_ranks(Index{mapping->grid().max_rank()} + 1, ranks);
    Index const repeat = tool.arguments.number("repeat").value_or(1);
    if (repeat < 1 || repeat > std::numeric_limits<int>::max()) return fail("--repeat: expected a number of times, 1 or more");
    return CommSettings{*std::move(mapping), static_cast<int>(repeat), tool.arguments.has("verify")};
}

} // namespace tessera::cli
