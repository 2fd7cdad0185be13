// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan map.
#include "cli/common/job_loading.hpp"
#include "cli/common/mapping_loading.hpp"
#include "cli/distplan/subcommands.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/pipeline/nearest_form.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/mapping/map_report.hpp"
#include "libcore/spec/forms/form.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

/// Returns an error that names what the form cannot express, and the nearest mapping that it can.
tl::unexpected<Error> refusal(Mapping const& mapping, std::string const& form, Error const& error) {
    auto const nearest = nearest_in_form(mapping, form);
    if (!nearest) return tl::unexpected(error);
    return fail(
        fmt::format("{}; nearest is {} ({} would move)", error.message, nearest->text, counted(nearest->totals.moved, "element")));
}

Result<ExitCode> map_in_form(Tool const& tool, Mapping const& mapping, std::string const& form) {
    auto const text = write_form(mapping, form);
    if (!text) return refusal(mapping, form, text.error());
    if (tool.arguments.has("json")) {
        JsonWriter json(sink_to(tool.out));
        json.begin_object();
        json.entry("schema", "tessera.form/1");
        json.entry("form", form);
        json.entry("text", *text);
        json.end_object();
        return ExitCode::Done;
    }
    tool.out.write(text->ends_with('\n') ? *text : *text + "\n");
    return ExitCode::Done;
}

} // namespace

Result<ExitCode> distplan_map(Tool const& tool) {
    auto const job = TRY(load_job(tool.arguments));
    auto const mapping = TRY(chosen_mapping(tool.arguments, job));
    auto const rank = TRY(chosen_rank(tool.arguments));
    note_addends(tool, mapping.array());
    if (auto const form = tool.arguments.text("form")) {
        if (rank || tool.arguments.has("all")) return fail("--form writes the whole mapping; leave out --rank and --all");
        note_other_arrays(tool, job);
        return map_in_form(tool, mapping, *form);
    }
    MapReportOptions const options{.rank = rank, .all = tool.arguments.has("all")};
    note_other_arrays(tool, job);
    bool const json = tool.arguments.has("json");
    TRY((json ? map_json : map_text)(mapping, options, sink_to(tool.out)));
    return ExitCode::Done;
}

} // namespace tessera::cli
