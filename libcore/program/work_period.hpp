// SPDX-License-Identifier: BSD-3-Clause
// Tessera: in which indices an expression repeats.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/work_expression.hpp"

#include <vector>

namespace tessera {

/// For each dimension of the array after how many indices the expression takes the same values again: 1 where it does not depend on
/// the index, 0 where nothing is known. An index repeats that occurs only within `mod(a, m)`, where m is a whole number, and a is a
/// sum of whole multiples of indices that is nowhere negative: mod(i+2*j, 4) repeats after 4 and after 2.
[[nodiscard]] std::vector<Index> periods_of(WorkExpression const& expression, ArraySpec const& array);

} // namespace tessera
