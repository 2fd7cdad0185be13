// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parsers for the parts of mapping directives and of the compact notation.
#pragma once

#include "libcore/spec/detail/source_lists.hpp"
#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// Parses `(block, cyclic(5), *)` into `formats` and `list`.
void format_list(Cursor& cursor, Constants const& constants, ListReader& lists, DistributeNode& node);

/// Parses `onto P(2:5, 3)`, if it is next.
[[nodiscard]] std::optional<OntoNode> onto_clause(Cursor& cursor, Constants const& constants);

/// Parses `(i, *, :)` into `sources` and `dummies`.
void align_sources(Cursor& cursor, AlignNode& node);
/// Parses `with T(2*i, *, 3)` into `target` and `subscripts`.
void align_with(Cursor& cursor, Constants const& constants, AlignNode& node);

/// Parses `(15)` after `lld`.
[[nodiscard]] std::pair<Index, Place> leading_dimension(Cursor& cursor, Constants const& constants);
/// Parses `(1:1, 2)`.
[[nodiscard]] std::vector<std::pair<ShadowWidth, Place>> shadow_widths(Cursor& cursor, Constants const& constants);

/// Parses `(0,3,4:11)`, a list of real ranks.
[[nodiscard]] RanksNode rank_list(Cursor& cursor, Constants const& constants, Name processors);
/// Parses `(row)` or `(col)`.
[[nodiscard]] GridOrder grid_order(Cursor& cursor);

/// Parses `B(j,i) = A(i,j)`.
[[nodiscard]] CopyNode copy_statement(Cursor& cursor, Constants const& constants);

/// Parses `l:u:s`, `:`, or one index. Absent bounds stay absent.
[[nodiscard]] Triplet subscript_triplet(Cursor& cursor, Constants const& constants);

} // namespace tessera::notation
