// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distplan schedule: the messages in the steps of an algorithm, or a comparison of all algorithms.
#include "cli/common/method_loading.hpp"
#include "cli/common/site_loading.hpp"
#include "cli/common/terminal.hpp"
#include "cli/common/watched_work.hpp"
#include "cli/distplan/requested_messages.hpp"
#include "cli/distplan/subcommands.hpp"
#include "cli/distplan/trace_files.hpp"
#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/pipeline/rated_schedule.hpp"
#include "libcore/report/messages/schedule_report.hpp"

#include <fmt/format.h>
#include <set>
#include <utility>
#include <variant>

namespace tessera::cli {
namespace {

using Comparison = std::vector<ComparedSchedule>;

/// The answer for one set of messages.
struct Answer {
    RequestedMessages const& asked;
    Site site;
    std::variant<RatedSchedule, Comparison> content;
};

Result<Answer> answer_to(Tool const& tool, RequestedMessages const& asked, std::string_view algorithm, Watch const& watch) {
    auto site = TRY(load_site(tool.arguments, asked.messages.size()));
    if (tool.arguments.has("compare")) {
        auto rows = TRY(compare_algorithms(asked.messages, site, watch));
        sort_compared(rows);
        return Answer{asked, std::move(site), std::move(rows)};
    }
    auto sited = TRY(schedule_on(site, asked.messages, algorithm, watch));
    auto rated = TRY(rate(std::move(sited), watch));
    return Answer{asked, std::move(site), std::move(rated)};
}

Result<std::vector<Answer>> answers_to(Tool const& tool, std::vector<RequestedMessages> const& all) {
    auto const algorithms = TRY(algorithms_for(tool.arguments, all.size()));
    WatchedWork work("scheduling", progress_mode(tool.arguments.text_or("progress", "auto")), tool.messages.quiet());
    std::vector<Answer> answers;
    for (std::size_t i = 0; i < all.size(); ++i) answers.push_back(TRY(answer_to(tool, all[i], algorithms[i], work.watch())));
    work.finish();
    return answers;
}

void write_text(Tool const& tool, Answer const& answer) {
    Sink const sink = sink_to(tool.out);
    if (!answer.asked.heading.empty()) sink(answer.asked.heading + "\n");
    if (auto const* const rated = std::get_if<RatedSchedule>(&answer.content)) {
        if (tool.arguments.has("totals")) return schedule_totals_text(*rated, sink);
        return schedule_text(*rated, terminal_of(tool.out.descriptor()).width, tool.arguments.has("all"), sink);
    }
    MessageSet const& messages = answer.asked.messages;
    sink(fmt::format("{} among {} on {}, each algorithm in its own way:\n\n", counted(messages.messages(), "message"),
                     counted(messages.size(), "rank"), answer.site.network()));
    comparison_text(std::get<Comparison>(answer.content), sink);
}

/// JSON has null for a time that is not known; a note gives the reason.
void note_lack(Tool const& tool, Answer const& answer) {
    std::set<std::string> lacking;
    if (auto const* const rated = std::get_if<RatedSchedule>(&answer.content)) lacking.insert(rated->cost.lack);
    if (auto const* const rows = std::get_if<Comparison>(&answer.content))
        for (ComparedSchedule const& row : *rows) lacking.insert(row.lack);
    for (std::string const& each : lacking)
        if (!each.empty()) tool.messages.note("no time: " + each);
}

void write_json(Answer const& answer, ScheduleDetail detail, JsonWriter& json) {
    if (auto const* const rated = std::get_if<RatedSchedule>(&answer.content)) return write_schedule(json, *rated, detail);
    write_comparison(json, std::get<Comparison>(answer.content));
}

/// Writes a list with the document of each transition.
void write_transitions_json(std::vector<Answer> const& answers, ScheduleDetail detail, JsonWriter& json) {
    json.begin_object();
    json.entry("schema", "tessera.transitions/1");
    json.key("transitions");
    json.begin_list();
    for (Answer const& answer : answers) {
        json.begin_object();
        json.entry("from", answer.asked.from);
        json.entry("to", answer.asked.to);
        json.key("document");
        write_json(answer, detail, json);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

/// A trace file holds one schedule.
Result<void> check_traces(Tool const& tool, std::vector<RequestedMessages> const& all) {
    for (char const* option : trace_options) {
        if (all.size() == 1 || !tool.arguments.has(option)) continue;
        if (tool.arguments.has("method"))
            return fail(fmt::format("--{} writes one schedule, and each of the {} phases has one; trace a method of one phase",
                                    option, all.size()));
        return fail(fmt::format("--{} writes one change of state, but the job has {}; choose one, such as --transition 1", option,
                                all.size()));
    }
    return {};
}

/// A comparison has a line for each algorithm, and no steps.
Result<void> check_comparison(Arguments const& arguments) {
    if (!arguments.has("compare")) return {};
    for (char const* option : {"algorithm", "all", "export-trace", "export-paje"})
        if (arguments.has(option))
            return fail(fmt::format("--{} is for one algorithm, and cannot be used together with --compare", option));
    return {};
}

/// Documents of steps and traces name every message of every step, which would take too long for huge jobs.
Result<void> check_length(Tool const& tool, std::vector<Answer> const& answers) {
    Index named = 0;
    for (Answer const& answer : answers)
        if (auto const* const rated = std::get_if<RatedSchedule>(&answer.content)) named += messages_named(*rated);
    if (named <= most_messages_named) return {};
    auto const too_long = [&](char const* option, char const* instead) {
        return fail(fmt::format("--{} would name {}, more than {}; {}", option, counted(named, "message"),
                                grouped(most_messages_named), instead));
    };
    if (tool.arguments.has("json") && !tool.arguments.has("totals"))
        return too_long("json", "add --totals for all that is known but the steps");
    for (char const* option : trace_options)
        if (tool.arguments.has(option)) return too_long(option, "trace fewer ranks");
    return {};
}

void write_answers(Tool const& tool, std::vector<Answer> const& answers) {
    if (!tool.arguments.has("json")) {
        for (Answer const& answer : answers) {
            if (&answer != &answers.front()) tool.out.write("\n");
            write_text(tool, answer);
        }
        return;
    }
    for (Answer const& answer : answers) note_lack(tool, answer);
    JsonWriter json(sink_to(tool.out));
    ScheduleDetail const detail = tool.arguments.has("totals") ? ScheduleDetail::Totals : ScheduleDetail::Steps;
    if (answers.size() == 1)
        write_json(answers.front(), detail, json);
    else
        write_transitions_json(answers, detail, json);
}

} // namespace

Result<ExitCode> distplan_schedule(Tool const& tool) {
    TRY(check_comparison(tool.arguments));
    auto const all = TRY(requested_messages(tool.arguments));
    TRY(check_traces(tool, all));
    auto const answers = TRY(answers_to(tool, all));
    TRY(check_length(tool, answers));
    if (auto const* const rated = std::get_if<RatedSchedule>(&answers.front().content)) TRY(export_traces(tool, *rated));
    write_answers(tool, answers);
    return ExitCode::Done;
}

} // namespace tessera::cli
