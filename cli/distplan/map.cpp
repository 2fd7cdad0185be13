// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan map.
#include "cli/common/job_loading.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/report/map_report.hpp"

namespace tessera::cli {

Result<ExitCode> distplan_map(Tool const& tool) {
    auto const job = load_job(tool.arguments);
    if (!job) return forward_error(job);
    auto const mapping = chosen_mapping(tool.arguments, *job);
    if (!mapping) return forward_error(mapping);
    auto const rank = chosen_rank(tool.arguments);
    if (!rank) return forward_error(rank);
    MapReportOptions const options{.rank = *rank, .all = tool.arguments.has("all")};
    note_other_arrays(tool, *job);
    bool const json = tool.arguments.has("json");
    auto const written = (json ? map_json : map_text)(*mapping, options, sink_to(tool.out));
    if (!written) return forward_error(written);
    return ExitCode::Done;
}

} // namespace tessera::cli
