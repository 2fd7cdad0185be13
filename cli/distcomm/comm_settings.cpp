// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what every subcommand of distcomm is told.
#include "cli/distcomm/comm_settings.hpp"

#include "cli/common/job_loading.hpp"
#include "cli/common/mapping_loading.hpp"
#include "cli/common/mask_loading.hpp"
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
    if (auto const enough = check_ranks(*mapping, ranks); !enough) return forward_error(enough);
    Index const repeat = tool.arguments.number("repeat").value_or(1);
    if (repeat < 1 || repeat > std::numeric_limits<int>::max()) return fail("--repeat: expected a number of times, 1 or more");
    auto where = load_mask(tool.arguments, mapping->array());
    if (!where) return forward_error(where);
    return CommSettings{*std::move(mapping), static_cast<int>(repeat), tool.arguments.has("verify"), *std::move(where)};
}

} // namespace tessera::cli
