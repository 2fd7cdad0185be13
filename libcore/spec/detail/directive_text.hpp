// SPDX-License-Identifier: BSD-3-Clause
// Tessera: text of the parts of declarations and directives.
#pragma once

#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping_spec.hpp"
#include "libcore/spec/detail/statements.hpp"

#include <string>
#include <vector>

namespace tessera::notation {

/// Returns an integer as an expression. The smallest integer cannot be written as a literal.
[[nodiscard]] std::string integer_text(Index value);

/// Returns "P(4,2)" or "T(0:99)"; the name alone if there is no dimension.
[[nodiscard]] std::string space_text(std::string const& name, Extents const& lower, Extents const& extents);
/// Returns "A(30,30)" or "A[30][30]".
[[nodiscard]] std::string array_text(ArraySpec const& array);

/// Returns one text per format: "block", "cyclic(5)". Shortens lists longer than `longest_list`, for headings; 0: no limit.
[[nodiscard]] std::vector<std::string> format_texts(MappingSpec const& mapping, std::size_t longest_list = 0);
/// Returns "(block,cyclic(5))".
[[nodiscard]] std::string formats_text(MappingSpec const& mapping, std::size_t longest_list = 0);
/// Returns "P" or "P(2:5,3)".
[[nodiscard]] std::string onto_text(MappingSpec const& mapping);
/// Returns "A(i,j) with T(2*i,j)". Precondition: the mapping has a template.
[[nodiscard]] std::string align_text(MappingSpec const& mapping);
/// Returns " lld(15)", or an empty text.
[[nodiscard]] std::string leading_text(MappingSpec const& mapping);
/// Returns "A(1:1,0:2)".
[[nodiscard]] std::string shadow_text(ArraySpec const& array);
/// Returns "(0,3,4:11)".
[[nodiscard]] std::string ranks_text(std::vector<Rank> const& ranks);
/// Returns "B(j,i) = A(i,j)".
[[nodiscard]] std::string copy_text(CopyMap const& map, ArraySpec const& target, ArraySpec const& source);

/// Returns a declaration with its line end: in Fortran if Fortran has the type and the order, else an array directive.
[[nodiscard]] std::string declaration_line(ArraySpec const& array);
/// Returns a directive with its sentinel and line end. Long lines are broken after commas.
[[nodiscard]] std::string directive_line(Sentinel sentinel, std::string const& text);

} // namespace tessera::notation
