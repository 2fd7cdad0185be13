// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts of declarations and directives as text.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/detail/statements.hpp"

#include <string>
#include <vector>

namespace tessera::notation {

/// An integer as an expression: the smallest one is no literal.
[[nodiscard]] std::string integer_text(Index value);

/// "P(4,2)", "T(0:99)"; the name alone where there is no dimension.
[[nodiscard]] std::string space_text(std::string const& name, Extents const& lower, Extents const& extents);
/// "A(30,30)" or "A[30][30]".
[[nodiscard]] std::string array_text(ArraySpec const& array);

/// "block", "cyclic(5)". Lists longer than `longest_list` are cut short, for headings; 0: never.
[[nodiscard]] std::vector<std::string> format_texts(MappingSpec const& mapping, std::size_t longest_list = 0);
/// "(block,cyclic(5))".
[[nodiscard]] std::string formats_text(MappingSpec const& mapping, std::size_t longest_list = 0);
/// "P" or "P(2:5,3)".
[[nodiscard]] std::string onto_text(MappingSpec const& mapping);
/// "A(i,j) with T(2*i,j)". Precondition: the mapping has a template.
[[nodiscard]] std::string align_text(MappingSpec const& mapping);
/// "A(1:1,0:2)".
/// " lld(15)", or nothing.
[[nodiscard]] std::string leading_text(MappingSpec const& mapping);
[[nodiscard]] std::string shadow_text(ArraySpec const& array);
/// "(0,3,4:11)".
[[nodiscard]] std::string ranks_text(std::vector<Rank> const& ranks);
/// "B(j,i) = A(i,j)".
[[nodiscard]] std::string copy_text(CopyMap const& map, ArraySpec const& target, ArraySpec const& source);

/// A declaration: Fortran where Fortran has the type and the order, else an array directive. With its line end.
[[nodiscard]] std::string declaration_line(ArraySpec const& array);
/// A directive with its sentinel and line end, broken behind commas where it is long.
[[nodiscard]] std::string directive_line(Sentinel sentinel, std::string const& text);

} // namespace tessera::notation
