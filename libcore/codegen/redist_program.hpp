// SPDX-License-Identifier: BSD-3-Clause
// Tessera: generated programs that redistribute an array.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/redist/redist_plan.hpp"

#include <span>
#include <string>

namespace tessera {

/// Returns one self-contained MPI program that packs, sends and unpacks in loops over the periods of both mappings. Its length does
/// not depend on the array's extents if the periods do not. The program checks itself: every element gets its number as value, and
/// all must arrive. It runs on as many ranks as the mappings name, or more. Its argument is the number of redistributions. Several
/// arrays are redistributed one after the other. Precondition: there is a plan. Errors: a plan does not remap a whole array; too
/// many ranks or families to list.
[[nodiscard]] Result<std::string> redist_program(std::span<RedistPlan const> plans, ProgramOptions const& options);

/// Returns the same program with GroupSend and GroupRecv of the PITFALLS paper (section 3). It contains the mappings in closed
/// form, at most three PITFALLS per dimension and side, and intersects them at start, for processors with virtual numbers. Its
/// length depends only on the number of ranks. Errors: a dimension is not block, cyclic(m) or *, aligned one to one; copies.
[[nodiscard]] Result<std::string> pitfalls_program(std::span<RedistPlan const> plans, ProgramOptions const& options);

} // namespace tessera
