// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the outcome of a communication, and its report.
#include "cli/distcomm/comm_outcome.hpp"

#include "cli/common/copy_report.hpp"
#include "libcore/base/units.hpp"
#include "libcore/report/run_times.hpp"
#include "libcore/report/sink.hpp"
#include "libcore/spec/write.hpp"

#include <fmt/format.h>

namespace tessera::cli {
namespace {

void outcome_json(CommSettings const& settings, CommOutcome const& outcome, std::optional<DiskSpace> const& room,
                  Sink const& sink) {
    ArraySpec const& array = settings.mapping.array();
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.comm/1");
    json.entry("operation", outcome.operation);
    json.key("array");
    json.begin_object();
    json.entry("name", array.name);
    json.entry("type", array.type.name);
    json.entry("shape", std::span(array.extents));
    json.end_object();
    json.entry("mapping", describe(settings.mapping.spec()));
    json.entry("ranks", Index{outcome.ranks});
    outcome.entries(json);
    if (room) space_json(json, *room);
    json.key("times");
    json.begin_object();
    summary_entries(json, summary_of(outcome.seconds));
    json.end_object();
    json.key("verification");
    if (settings.verify) {
        json.begin_object();
        json.entry("passed", !outcome.wrong.has_value());
        json.entry("wrong", outcome.wrong);
        json.end_object();
    } else {
        json.null();
    }
    json.end_object();
}

void outcome_text(CommSettings const& settings, CommOutcome const& outcome, std::optional<DiskSpace> const& room,
                  Sink const& sink) {
    sink(fmt::format("{}: {}\n", describe(settings.mapping.array()), describe(settings.mapping.spec())));
    for (auto const& [word, text] : outcome.rows) sink(fmt::format("  {:<9} {}\n", word, text));
    sink(fmt::format("  time      {}; {}; {}\n", summary_text(summary_of(outcome.seconds)), counted(outcome.ranks, "rank"),
                     outcome.how));
    if (room && !outcome.wrong) sink(space_line(*room, "were"));
    if (outcome.wrong)
        sink(fmt::format("  MISMATCH: {}\n", *outcome.wrong));
    else if (settings.verify)
        sink(fmt::format("  verified: {}\n", outcome.right));
}

} // namespace

ExitCode report_outcome(Tool const& tool, Communicator const& world, CommSettings const& settings, CommOutcome const& outcome,
                        std::optional<DiskSpace> const& room) {
    ExitCode const code = outcome.wrong ? ExitCode::Mismatch : ExitCode::Done;
    if (world.rank() != 0) return code;
    Sink const sink = [&](std::string_view text) { tool.out.write(text); };
    bool const json = tool.arguments.has("json");
    if (json || !tool.messages.quiet()) (json ? outcome_json : outcome_text)(settings, outcome, room, sink);
    if (outcome.wrong) tool.messages.error(*outcome.wrong);
    return code;
}

} // namespace tessera::cli
