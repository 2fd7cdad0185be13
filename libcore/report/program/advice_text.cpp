// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice as text.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/units.hpp"
#include "libcore/program/kept_statements.hpp"
#include "libcore/program/priced_job.hpp"
#include "libcore/report/mapping/mapping_text.hpp"
#include "libcore/report/program/advice_report.hpp"
#include "libcore/report/text_table.hpp"
#include "libcore/spec/write.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <sstream>

namespace tessera {
namespace {

/// Returns "(block,*) onto P(4)"; for an array with copies also their number.
std::string layout_text(Mapping const& mapping) {
    std::string const text = mapping_text(mapping.spec());
    return mapping.replicas() == 1 ? text : fmt::format("{} ({} copies)", text, mapping.replicas());
}

/// Returns the layouts of one array with the phases that use each, "(block,*) onto P4(4) in rows, cols; ...".
std::string array_text(PhasedProgram const& program, ProgramLayout const& layout, std::size_t array) {
    std::vector<std::string> order;
    std::map<std::string, std::vector<std::string>> phases;
    for (std::size_t phase = 0; phase < layout.size(); ++phase) {
        if (program.phases()[phase].uses[array] == nullptr) continue;
        std::string const text = layout_text(layout[phase][array]);
        if (!phases.contains(text)) order.push_back(text);
        phases[text].push_back(program.phases()[phase].statement.name);
    }
    std::string text = program.arrays()[array].array.name + " ";
    if (order.empty()) return text + "is not used";
    if (order.size() == 1) return text + order.front();
    for (std::string const& each : order)
        text += fmt::format("{}{} in {}", each == order.front() ? "" : "; ", each, fmt::join(phases[each], ", "));
    return text;
}

class AnswerTable {
  public:
    AnswerTable(AdviceReport const& report, Sink const& sink)
        : report_(report), program_(report.coster.program()),
          table_({{"", TextTable::Align::Left}, {"time"}, {"of the best"}, {"work"}, {"within phases"}, {"remaps"}, {"per rank"}},
                 sink) {}

    void write() {
        Advice const& advice = report_.advice;
        for (std::size_t i = 0; i < advice.answers.size(); ++i) row(fmt::format("{}", i + 1), advice.answers[i]);
        if (advice.own) row("yours", *advice.own);
        table_.finish();
    }

  private:
    void row(std::string name, AdvisedLayout const& answer) {
        ProgramCost const& cost = answer.cost;
        double const best = *report_.advice.answers.front().cost.seconds();
        std::string const ratio = best > 0 ? fmt::format("{:.2f}", *cost.seconds() / best) : "-";
        table_.add({std::move(name), short_seconds(*cost.seconds()), ratio, short_seconds(*cost.compute),
                    short_seconds(*cost.within.seconds), short_seconds(*cost.between.seconds), scaled_bytes(cost.memory)});
        for (std::size_t array = 0; array < program_.arrays().size(); ++array)
            table_.add_line("       " + array_text(program_, answer.layout, array));
    }

    AdviceReport const& report_;
    PhasedProgram const& program_;
    TextTable table_;
};

/// Returns all arrays that are used, each with its layouts.
std::string layouts_text(PhasedProgram const& program, ProgramLayout const& layout) {
    std::vector<std::string> arrays;
    for (std::size_t array = 0; array < program.arrays().size(); ++array) arrays.push_back(array_text(program, layout, array));
    return fmt::format("{}", fmt::join(arrays, ", "));
}

void write_turns(AdviceReport const& report, Sink const& sink) {
    Advice const& advice = report.advice;
    PhasedProgram const& program = report.coster.program();
    if (advice.turning_points.empty() && advice.turning_ranks.empty()) return;
    sink("\nAnother answer becomes equally good if only this changes:\n");
    for (TurningPoint const& point : advice.turning_points)
        sink(fmt::format("  {} is about {:.3g} times its value: answer {}\n", point.what, point.factor, point.answer + 1));
    for (TurningRanks const& turn : advice.turning_ranks)
        sink(fmt::format("  there are {} ranks: {}\n", turn.ranks, layouts_text(program, turn.layout)));
}

void write_why(AdviceReport const& report, Sink const& sink) {
    Advice const& advice = report.advice;
    PhasedProgram const& program = report.coster.program();
    if (!advice.own) sink(fmt::format("\nThe job's own distributions are not possible: {}\n", advice.own_refusal));
    if (!advice.reasons.empty()) sink("\nWhy the first:\n");
    for (std::string const& reason : advice.reasons) sink(fmt::format("  {}\n", reason));
    if (!advice.runners_up.empty()) sink("\nWith another layout in one phase:\n");
    for (PhaseRunnerUp const& each : advice.runners_up) {
        std::vector<std::string> layouts;
        for (std::size_t array = 0; array < each.mappings.size(); ++array)
            if (program.phases()[each.phase].uses[array] != nullptr)
                layouts.push_back(fmt::format("{} {}", program.arrays()[array].array.name, layout_text(each.mappings[array])));
        sink(fmt::format("  {}: {} with {}\n", program.phases()[each.phase].statement.name,
                         each.margin > 0 ? short_seconds(each.margin) + " more" : "just as good", fmt::join(layouts, ", ")));
    }
    write_turns(report, sink);
}

/// Returns whether the first answer is proved to be the best; if not, a bound on the difference.
std::string certainty_of(Advice const& advice) {
    double const best = *advice.answers.front().cost.seconds();
    std::string const layouts = counted(static_cast<Index>(advice.considered), "layout");
    if (advice.is_exact()) return fmt::format("Proved: no choice among the {} costs less at these prices", layouts);
    double const share = best > 0 ? advice.bound / best : 1;
    return fmt::format("The best that was found; not all combinations of the {} were priced. It is only proved that none takes "
                       "less than {}, {:.0f} % of the first",
                       layouts, short_seconds(advice.bound), std::floor(100 * share));
}

void write_certainty(AdviceReport const& report, Sink const& sink) {
    Advice const& advice = report.advice;
    double const best = *advice.answers.front().cost.seconds();
    sink("\n" + certainty_of(advice));
    bool const nothing_left_out = advice.rules.empty() && unstated_in(report.coster.program()).empty();
    sink(nothing_left_out ? ".\n" : ". Left out:\n");
    for (std::string const& rule : advice.rules) sink(fmt::format("  {}\n", rule));
    for (std::string const& sentence : unstated_in(report.coster.program())) sink(fmt::format("  {}\n", sentence));
    if (advice.limited_by_memory)
        sink(fmt::format("  layouts that need more than {} per rank, {} in all\n", scaled_bytes(report.request.memory.value_or(0)),
                         scaled_bytes(saturated_mul(report.request.memory.value_or(0), report.request.ranks))));
    for (std::string const& sentence : estimates_in(report.coster)) sink(fmt::format("Note: {}.\n", sentence));
    if (advice.unlimited)
        sink(fmt::format("Without the limit: {} instead of {}, with {} per rank and {}\n",
                         short_seconds(*advice.unlimited->cost.seconds()), short_seconds(best),
                         scaled_bytes(advice.unlimited->cost.memory),
                         layouts_text(report.coster.program(), advice.unlimited->layout)));
}

} // namespace

std::vector<std::string> directives_of(Job const& job, PhasedProgram const& program, ProgramLayout const& layout) {
    Job made = job_with(program, layout);
    keep_statements(made, job, program, layout);
    std::vector<std::string> lines;
    if (!can_be_written(made)) { // arrays share a template of the job that this layout would have to split
        for (std::size_t array = 0; array < program.arrays().size(); ++array)
            lines.push_back("! " + array_text(program, layout, array));
        return lines;
    }
    std::istringstream text(write_hpf(made));
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    return lines;
}

void advice_text(AdviceReport const& report, Sink const& sink) {
    PhasedProgram const& program = report.coster.program();
    sink(fmt::format("{}: {} of {} on {}, {}, {}, {} per operation{}\n\n", program.name(),
                     counted(program.declared_phases(), "phase"), counted(std::ssize(program.arrays()), "array"),
                     counted(report.request.ranks, "rank"), report.site.network(), report.site.machine_name(),
                     short_seconds(report.coster.operation()), program.is_endless() ? "; each time around the loop" : ""));
    AnswerTable(report, sink).write();
    write_why(report, sink);
    write_certainty(report, sink);
    sink("\nThe first as a job:\n");
    for (std::string const& line : directives_of(report.job, program, report.advice.answers.front().layout))
        sink(fmt::format("  {}\n", line));
}

void choice_text(ChoiceReport const& report, Sink const& sink) {
    CostGraph const& graph = report.graph;
    StrategyChoice const& choice = report.choice;
    std::string const name = graph.name.empty() ? "" : graph.name + ": ";
    sink(fmt::format("{}{} and {}; cost {}{}, peak {}{}\n[{}]\n", name, counted(std::ssize(graph.nodes), "node"),
                     counted(std::ssize(graph.edges), "edge"), grouped(choice.cost),
                     choice.bound == choice.cost ? ", the least" : fmt::format(", at least {}", grouped(choice.bound)),
                     grouped(choice.peak), graph.usage_limit ? fmt::format(" of {}", grouped(*graph.usage_limit)) : "",
                     fmt::join(choice.strategies, ", ")));
    if (!report.unlimited) return;
    sink(fmt::format("Without the limit: cost {} instead of {}, peak {}\n[{}]\n", grouped(report.unlimited->cost),
                     grouped(choice.cost), grouped(report.unlimited->peak), fmt::join(report.unlimited->strategies, ", ")));
}

} // namespace tessera
