// SPDX-License-Identifier: BSD-3-Clause
// Tessera: scanning loops as source text.
#pragma once

#include "libcore/codegen/program_options.hpp"
#include "libcore/region/scan_loops.hpp"

#include <functional>
#include <string>
#include <vector>

namespace tessera {

/// Returns the text of an expression, such as "min(n, 2 * i + 1)". Quotients are calls of floor_div(a, b), which the program
/// defines. C++ programs use std::min and std::max.
[[nodiscard]] std::string expression_text(ScanExpression const& expression, std::vector<std::string> const& names,
                                          ProgramLanguage language);

/// Returns the text of the loops, indented by `indent` blanks. `visit` returns the statement for one point, given the text of its
/// coordinates.
[[nodiscard]] std::string loop_text(ScanLoops const& loops, std::vector<std::string> const& names, ProgramLanguage language,
                                    int indent, std::function<std::string(std::vector<std::string> const&)> const& visit);

} // namespace tessera
