// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a program that takes an array from one mapping to another.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <span>
#include <string>

namespace tessera {

/// One self-contained MPI program that packs, sends and unpacks in loops over the periods of both mappings, so that its length does
/// not depend on the array's extents where the periods do not. It checks itself: every element gets its own number, and all must
/// arrive. It runs on as many ranks as the mappings name, or more; its argument says how often it moves the array.
/// Several arrays are taken one after the other. Precondition: there is a plan.
/// Errors: a plan is no remapping of a whole array; too many ranks or families to list.
[[nodiscard]] Result<std::string> redist_program(std::span<RedistPlan const> plans, ProgramOptions const& options);

/// The same by GroupSend and GroupRecv of the PITFALLS paper (section 3): the program holds the mappings in closed form, at most
/// three PITFALLS per dimension and side, and intersects them when it starts, for processors by virtual numbers. Its length depends
/// on the number of ranks alone. Errors: a dimension is not block, cyclic(m) or *, aligned one to one; copies.
[[nodiscard]] Result<std::string> pitfalls_program(std::span<RedistPlan const> plans, ProgramOptions const& options);

} // namespace tessera
