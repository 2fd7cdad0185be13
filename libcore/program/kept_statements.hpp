// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the regions and I/O lists of a job, in a job with other layouts.
#pragma once

#include "libcore/program/program_layout.hpp"

namespace tessera {

/// Gives `made`, which job_with() made of the program of `job` and a layout, the regions and I/O statements of `job`. Each is under
/// the mapping that the layout gives its array in the phase where the statement stands: the last phase above it, or else the first
/// below it, among those in which the job has the array in the statement's state.
void keep_statements(Job& made, Job const& job, PhasedProgram const& program, ProgramLayout const& layout);

} // namespace tessera
