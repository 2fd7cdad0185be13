// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a program costs, phase by phase, as text and JSON.
#pragma once

#include "libcore/network/site.hpp"
#include "libcore/program/program_cost.hpp"
#include "libcore/report/json_writer.hpp"
#include "libcore/report/sink.hpp"

#include <optional>

namespace tessera {

struct ProgramReport {
    PhaseCoster const& coster; ///< knows the program, and the seconds of an operation
    Site const& site;          ///< of all its ranks
    ProgramLayout layout;
    ProgramCost cost;
    std::optional<ProgramCost> own = std::nullopt; ///< of the job's own layout, where `layout` is another one
};

/// A row for each phase and each remap, in the order in which they happen, and their sums.
void program_text(ProgramReport const& report, Sink const& sink);
/// Schema tessera.program/1. Times null without a machine.
void program_json(ProgramReport const& report, Sink const& sink);

/// The entries of such a document, without its schema: phases, changes and totals.
void write_program(JsonWriter& json, ProgramReport const& report);

} // namespace tessera
