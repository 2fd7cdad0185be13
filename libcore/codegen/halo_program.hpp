// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a generated program that exchanges the halos of an array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

#include <span>
#include <string>

namespace tessera {

/// Returns one self-contained MPI program. It stores every rank's elements with room for their neighbours, and fills this room with
/// one message per neighbour rank. Then it checks all neighbours of every element. Each element has its number as value, and the
/// element at an offset is that many strides further in memory. The length of the program depends on the ranks and the periods of
/// the mapping. It runs on as many ranks as the mapping names, or more. Its argument is the number of exchanges. Several arrays are
/// exchanged one after the other. Precondition: there is a plan. Errors: too many ranks or families to list; a context of flags.
[[nodiscard]] Result<std::string> halo_program(std::span<HaloPlan const> plans, ProgramOptions const& options);

} // namespace tessera
