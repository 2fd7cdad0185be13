// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program that exchanges the halos of an array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/comm/halo/halo_plan.hpp"

#include <span>
#include <string>

namespace tessera {

/// One self-contained MPI program that keeps every rank's elements with room for their neighbours, fills that room by one message
/// per neighbour, and then reads all neighbours of every element: each has its own number, the element at an offset lies as many
/// strides further in memory. Its length depends on the ranks and the periods of the mapping. It runs on as many ranks as the
/// mapping names, or more; its argument says how often it exchanges. Several arrays take turns. Precondition: there is a plan.
/// Errors: too many ranks or families to list; a context of flags.
[[nodiscard]] Result<std::string> halo_program(std::span<HaloPlan const> plans, ProgramOptions const& options);

} // namespace tessera
