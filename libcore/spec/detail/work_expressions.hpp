// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parser for the expressions of `work` and `where`.
#pragma once

#include "libcore/spec/detail/expression.hpp"
#include "libcore/spec/work_expression.hpp"

#include <span>
#include <vector>

namespace tessera::notation {

/// Parses + - * / ** and parentheses over numbers, named constants and `indices`; abs, log, log2, max, min, mod, sqrt. Unlike in
/// other expressions, numbers may have decimals, and division does not truncate.
[[nodiscard]] WorkExpression work_expression(Cursor& cursor, Constants const& constants, std::span<Name const> indices);

/// Parses one or more comparisons: `j <= i`, `1 < i <= j`, `i == j`.
[[nodiscard]] std::vector<WorkExpression> work_conditions(Cursor& cursor, Constants const& constants,
                                                          std::span<Name const> indices);

} // namespace tessera::notation
