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
    Job const& job; ///< the program's job
    PhaseCoster const& coster;
    Site const& site;
    AdviceRequest request;
    Advice advice;
};

/// Writes the answers and the job's own layout, the reasons, and the first answer as directives to paste.
void advice_text(AdviceReport const& report, Sink const& sink);
/// Writes JSON of schema tessera.advice/1.
void advice_json(AdviceReport const& report, Sink const& sink);

/// Returns the job that gives the program's arrays this layout, with the phases, loops, regions and io lines of `job`, as lines
/// without line ends. The lines are comments if arrays share a template of `job` but need different distributions in this layout.
[[nodiscard]] std::vector<std::string> directives_of(Job const& job, PhasedProgram const& program, ProgramLayout const& layout);

/// The best strategies of a graph, and the best without its limit if that costs less.
struct ChoiceReport {
    CostGraph const& graph;
    StrategyChoice choice;
    std::optional<StrategyChoice> unlimited;
};

/// Writes JSON of schema tessera.choice/1.
void choice_json(ChoiceReport const& report, Sink const& sink);
void choice_text(ChoiceReport const& report, Sink const& sink);

} // namespace tessera
