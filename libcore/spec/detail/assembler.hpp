// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the statements of a job file become a job.
#pragma once

#include "libcore/spec/detail/symbols.hpp"
#include "libcore/spec/job.hpp"
#include "libcore/spec/parse.hpp"

namespace tessera::notation {

/// The static directives give state 0 of each mapped array, whatever their order; each REDISTRIBUTE and REALIGN, in order, gives
/// the next state to the arrays it concerns.
[[nodiscard]] Job assemble(Program const& program, std::string name, ParseOptions const& options, Diagnostics& diagnostics);

} // namespace tessera::notation
