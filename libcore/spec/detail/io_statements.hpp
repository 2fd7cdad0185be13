// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reading, checking and writing `io read A(...) ...`.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/spec/detail/syntax.hpp"
#include "libcore/spec/io_statement.hpp"

namespace tessera::notation {

/// The range of rank p; nothing where it does not fit 64 bits.
[[nodiscard]] std::optional<Triplet> triplet_of(RankRange const& range, Rank p);

/// `read A(1:100, 1+10*p:100+10*p) for(p=0:15) order(row) ...`
[[nodiscard]] IoNode io_statement(Cursor& cursor, Constants const& constants);

/// `1:100, 1+10*p:100+10*p`, to the end.
void io_section(Cursor& cursor, Constants const& constants, std::optional<RankSpan> const& each, IoNode& node);
/// `p=0:15`.
[[nodiscard]] RankSpan rank_span(Cursor& cursor, Constants const& constants);

/// Errors: not one subscript, or chunk extent, per dimension; an index outside the array, whichever rank's.
void check_io(IoNode const& node, ArraySpec const& array, Diagnostics& diagnostics);

/// `io read A(1:100,:) for(p=0:15) order(row)`.
[[nodiscard]] std::string io_text(IoStatement const& statement, ArraySpec const& array);

} // namespace tessera::notation
