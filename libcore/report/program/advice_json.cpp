// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice as JSON.
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/program/advice_report.hpp"
#include "libcore/report/program/program_report.hpp"

#include <algorithm>

#include <utility>
#include <vector>

namespace tessera {
namespace {

char const* name_of(AdvisedLayout::Kind kind) {
    switch (kind) {
    case AdvisedLayout::Kind::Best:
        return "best";
    case AdvisedLayout::Kind::Static:
        return "static";
    case AdvisedLayout::Kind::Other:
        return "other";
    case AdvisedLayout::Kind::Own:
        return "own";
    }
    return "";
}

void write_answer(JsonWriter& json, AdviceReport const& report, AdvisedLayout const& answer) {
    json.begin_object();
    json.entry("kind", name_of(answer.kind));
    write_program(json, {report.coster, report.site, answer.layout, answer.cost});
    json.key("directives");
    json.begin_list();
    for (std::string const& line : directives_of(report.job, report.coster.program(), answer.layout))
        json.value(std::string_view(line));
    json.end_array();
    json.end_object();
}

/// Writes the entries into the open object.
void strategies_json(JsonWriter& json, StrategyChoice const& choice) {
    json.entry("cost", choice.cost);
    json.entry("bound", choice.bound);
    json.entry("peak", choice.peak);
    std::vector<Index> const strategies(choice.strategies.begin(), choice.strategies.end());
    json.key("choice");
    json.value(std::span<Index const>(strategies));
}

void write_lines(JsonWriter& json, std::string_view name, std::vector<std::string> const& lines) {
    json.key(name);
    json.begin_list();
    for (std::string const& line : lines) json.value(std::string_view(line));
    json.end_array();
}

void write_runners_up(JsonWriter& json, AdviceReport const& report) {
    PhasedProgram const& program = report.coster.program();
    json.key("runners_up");
    json.begin_list();
    for (PhaseRunnerUp const& each : report.advice.runners_up) {
        json.begin_object();
        json.entry("phase", std::string_view(program.phases()[each.phase].statement.name));
        json.entry("margin", each.margin);
        json.key("layouts");
        json.begin_object();
        for (std::size_t array = 0; array < each.mappings.size(); ++array)
            json.entry(program.arrays()[array].array.name, std::string_view(mapping_text(each.mappings[array].spec())));
        json.end_object();
        json.end_object();
    }
    json.end_array();
}

void write_turning_ranks(JsonWriter& json, AdviceReport const& report) {
    json.key("turning_ranks");
    json.begin_list();
    for (TurningRanks const& turn : report.advice.turning_ranks) {
        json.begin_object();
        json.entry("ranks", turn.ranks);
        write_lines(json, "directives", directives_of(report.job, report.coster.program(), turn.layout));
        json.end_object();
    }
    json.end_array();
}

} // namespace

void advice_json(AdviceReport const& report, Sink const& sink) {
    Advice const& advice = report.advice;
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.advice/1");
    json.entry("job", std::string_view(report.coster.program().name()));
    json.entry("ranks", report.request.ranks);
    json.entry("network", std::string_view(report.site.network()));
    json.entry("machine", std::string_view(report.site.machine_name()));
    json.entry("operation", report.coster.operation());
    json.entry("memory", report.request.memory);
    json.entry("considered", static_cast<Index>(advice.considered));
    json.entry("exact", advice.is_exact());
    json.entry("bound", advice.bound);
    json.key("answers");
    json.begin_list();
    for (AdvisedLayout const& answer : advice.answers) write_answer(json, report, answer);
    json.end_array();
    json.key("own");
    if (advice.own)
        write_answer(json, report, *advice.own);
    else
        json.null();
    write_runners_up(json, report);
    json.key("turning_points");
    json.begin_list();
    for (TurningPoint const& point : advice.turning_points) {
        json.begin_object();
        json.entry("what", std::string_view(point.what));
        json.entry("factor", point.factor);
        json.entry("answer", static_cast<Index>(point.answer));
        json.end_object();
    }
    json.end_array();
    write_turning_ranks(json, report);
    json.key("unlimited");
    if (advice.unlimited)
        write_answer(json, report, *advice.unlimited);
    else
        json.null();
    write_lines(json, "reasons", advice.reasons);
    std::vector<std::string> left_out = advice.rules;
    for (std::string& sentence : unstated_in(report.coster.program())) left_out.push_back(std::move(sentence));
    for (std::string& sentence : estimates_in(report.coster)) left_out.push_back(std::move(sentence));
    write_lines(json, "left_out", left_out);
    json.end_object();
}

void choice_json(ChoiceReport const& report, Sink const& sink) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", "tessera.choice/1");
    strategies_json(json, report.choice);
    json.key("unlimited");
    if (report.unlimited) {
        json.begin_object();
        strategies_json(json, *report.unlimited);
        json.end_object();
    } else {
        json.null();
    }
    json.end_object();
}

} // namespace tessera
