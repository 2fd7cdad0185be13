// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the periods of an expression in its indices.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/work_expression.hpp"

#include <vector>

namespace tessera {

/// Returns, for each dimension of the array, the number of indices after which the expression repeats: 1 if it does not depend on
/// the index, 0 if no period is known. An index has a period if it occurs only inside `mod(a, m)`. There m must be a whole number,
/// and a a sum of whole multiples of indices that is never negative. Example: mod(i+2*j, 4) has periods 4 and 2.
[[nodiscard]] std::vector<Index> periods_of(WorkExpression const& expression, ArraySpec const& array);

} // namespace tessera
