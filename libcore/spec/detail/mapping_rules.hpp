// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the parts that mapping directives and the compact notation are made of.
#pragma once

#include "libcore/spec/detail/source_lists.hpp"
#include "libcore/spec/detail/syntax.hpp"

namespace tessera::notation {

/// `(block, cyclic(5), *)`: fills `formats` and `list`.
void format_list(Cursor& cursor, Constants const& constants, ListReader& lists, DistributeNode& node);

/// `onto P(2:5, 3)`, where it follows.
[[nodiscard]] std::optional<OntoNode> onto_clause(Cursor& cursor, Constants const& constants);

/// `(i, *, :)`: fills `sources` and `dummies`.
void align_sources(Cursor& cursor, AlignNode& node);
/// `with T(2*i, *, 3)`: fills `target` and `subscripts`.
void align_with(Cursor& cursor, Constants const& constants, AlignNode& node);

/// `(1:1, 2)`.
/// `(15)` behind `lld`.
[[nodiscard]] std::pair<Index, Place> leading_dimension(Cursor& cursor, Constants const& constants);
[[nodiscard]] std::vector<std::pair<ShadowWidth, Place>> shadow_widths(Cursor& cursor, Constants const& constants);

/// `(0,3,4:11)`: real ranks.
[[nodiscard]] RanksNode rank_list(Cursor& cursor, Constants const& constants, Name processors);
/// `(row)` or `(col)`.
[[nodiscard]] GridOrder grid_order(Cursor& cursor);

/// `B(j,i) = A(i,j)`.
[[nodiscard]] CopyNode copy_statement(Cursor& cursor, Constants const& constants);

/// `l:u:s`, `:`, or one index. Absent bounds stay absent.
[[nodiscard]] Triplet subscript_triplet(Cursor& cursor, Constants const& constants);

} // namespace tessera::notation
