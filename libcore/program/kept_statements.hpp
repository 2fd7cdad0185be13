// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the regions and I/O lists of a job, kept in a job with other layouts.
#pragma once

#include "libcore/program/program_layout.hpp"

namespace tessera {

/// Copies the regions and I/O statements of `job` to `made`, which job_with() made of the program of `job` and a layout. Each
/// statement gets the mapping of its array in one phase of the layout. This is the last phase above the statement or, if there is
/// none, the first one below it. Only phases in which the job has the array in the statement's state count.
void keep_statements(Job& made, Job const& job, PhasedProgram const& program, ProgramLayout const& layout);

} // namespace tessera
