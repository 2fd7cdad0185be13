// SPDX-License-Identifier: BSD-3-Clause
// Tessera: advice as text and JSON.
#pragma once

#include "libcore/advise/advice.hpp"
#include "libcore/advise/cost_graph.hpp"
#include "libcore/network/site.hpp"
#include "libcore/report/sink.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

struct AdviceReport {
    Job const& job; ///< of the program
    PhaseCoster const& coster;
    Site const& site;
    AdviceRequest request;
    Advice advice;
};

/// The answers beside the job's own, the reasons, and the first answer as directives to paste.
void advice_text(AdviceReport const& report, Sink const& sink);
/// Schema tessera.advice/1.
void advice_json(AdviceReport const& report, Sink const& sink);

/// The job that gives the program's arrays this layout, with the phases, loops, regions and io lines of `job`: lines without line
/// ends. (Comments, where arrays share a template of the job and could not any more.)
[[nodiscard]] std::vector<std::string> directives_of(Job const& job, PhasedProgram const& program, ProgramLayout const& layout);

/// The best strategies of a graph, and what there would be without its limit, where that costs less.
struct ChoiceReport {
    CostGraph const& graph;
    StrategyChoice choice;
    std::optional<StrategyChoice> unlimited;
};

/// Schema tessera.choice/1.
void choice_json(ChoiceReport const& report, Sink const& sink);
void choice_text(ChoiceReport const& report, Sink const& sink);

} // namespace tessera
