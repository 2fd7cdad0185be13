// SPDX-License-Identifier: BSD-3-Clause
// Tessera: assembly of the statements of a job file into a job.
#pragma once

#include "libcore/spec/detail/symbols.hpp"
#include "libcore/spec/job.hpp"
#include "libcore/spec/parse.hpp"

namespace tessera::notation {

/// The static directives, in any order, give state 0 of each mapped array. Each REDISTRIBUTE and REALIGN, in text order, gives the
/// next state to the arrays that it affects.
[[nodiscard]] Job assemble(Program const& program, std::string name, ParseOptions const& options, Diagnostics& diagnostics);

} // namespace tessera::notation
