// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan owner.
#include "cli/common/job_loading.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/report/mapping/owner_report.hpp"
#include "libcore/spec/parse.hpp"

namespace tessera::cli {

Result<ExitCode> distplan_owner(Tool const& tool) {
    auto const at = tool.arguments.text("at");
    if (!at) return fail("owner needs --at, the element's index, e.g. --at 5,7");
    auto const job = TRY(load_job(tool.arguments));
    auto const mapping = TRY(chosen_mapping(tool.arguments, job));
    auto const index = TRY(parse_index(*at, mapping.array()));
    note_other_arrays(tool, job);
    note_addends(tool, mapping.array());
    bool const json = tool.arguments.has("json");
    (json ? owner_json : owner_text)(mapping, index, sink_to(tool.out));
    return ExitCode::Done;
}

} // namespace tessera::cli
