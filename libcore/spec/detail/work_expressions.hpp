// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reading the expressions of `work` and `where`.
#pragma once

#include "libcore/spec/detail/expression.hpp"
#include "libcore/spec/work_expression.hpp"

#include <span>
#include <vector>

namespace tessera::notation {

/// + - * / ** and parentheses over numbers, named constants and `indices`; abs, log, log2, max, min, mod, sqrt. Unlike elsewhere
/// numbers may have decimals, and division keeps them.
[[nodiscard]] WorkExpression work_expression(Cursor& cursor, Constants const& constants, std::span<Name const> indices);

/// `j <= i`, `1 < i <= j`, `i == j`: one or more comparisons.
[[nodiscard]] std::vector<WorkExpression> work_conditions(Cursor& cursor, Constants const& constants,
                                                          std::span<Name const> indices);

} // namespace tessera::notation
