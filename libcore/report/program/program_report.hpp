// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the cost of a program, phase by phase, as text and JSON.
#pragma once

#include "libcore/network/site.hpp"
#include "libcore/program/program_cost.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct ProgramReport {
    PhaseCoster const& coster; ///< has the program, and the seconds per operation
    Site const& site;          ///< site of all its ranks
    ProgramLayout layout;
    ProgramCost cost;
    std::optional<ProgramCost> own = std::nullopt; ///< cost of the job's own layout, if `layout` differs from it
    std::string lack{};                            ///< the rate that the machine lacks, as a sentence; then there are no times
};

/// Writes a row for each phase and each remap, in the order of execution, and their sums.
void program_text(ProgramReport const& report, Sink const& sink);
/// Writes JSON of schema tessera.program/1. Times are null without the rates of a machine.
void program_json(ProgramReport const& report, Sink const& sink);

/// Writes the entries of this schema without "schema": phases, changes and totals.
void write_program(JsonWriter& json, ProgramReport const& report);

} // namespace tessera
