// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parser, checks and text of `io read A(...) ...`.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/detail/syntax.hpp"
#include "libcore/spec/io_statement.hpp"

namespace tessera::notation {

/// Returns the range of rank p; nothing if it does not fit in 64 bits.
[[nodiscard]] std::optional<Triplet> triplet_of(RankTriplet const& range, Rank p);

/// Parses `read A(1:100, 1+10*p:100+10*p) for(p=0:15) order(row) ...`.
[[nodiscard]] IoNode io_statement(Cursor& cursor, Constants const& constants);

/// Parses a section, `1:100, 1+10*p:100+10*p`, up to the end.
void io_section(Cursor& cursor, Constants const& constants, std::optional<ForClause> const& each, IoNode& node);
/// Parses `p=0:15`.
[[nodiscard]] ForClause rank_span(Cursor& cursor, Constants const& constants);

/// Errors: not one subscript, or chunk extent, per dimension; an index outside the array for some rank.
void check_io(IoNode const& node, ArraySpec const& array, Diagnostics& diagnostics);

/// Returns `io read A(1:100,:) for(p=0:15) order(row)`.
[[nodiscard]] std::string io_text(IoStatement const& statement, ArraySpec const& array);

} // namespace tessera::notation
