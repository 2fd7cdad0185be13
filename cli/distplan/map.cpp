// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan map.
#include "cli/common/job_loading.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/report/map_report.hpp"

namespace tessera::cli {

Result<ExitCode> distplan_map(Tool const& tool) {
    auto const job = load_job(tool.arguments);
    if (!job) return tl::unexpected(job.error());
    auto const mapping = chosen_mapping(tool.arguments, *job);
    if (!mapping) return tl::unexpected(mapping.error());
    auto const rank = chosen_rank(tool.arguments);
    if (!rank) return tl::unexpected(rank.error());
    MapReportOptions const options{.rank = *rank, .all = tool.arguments.has("all")};
    note_other_arrays(tool, *job);
    bool const json = tool.arguments.has("json");
    auto const written = (json ? map_json : map_text)(*mapping, options, sink_to(tool.out));
    if (!written) return tl::unexpected(written.error());
    return ExitCode::Done;
}

} // namespace tessera::cli
