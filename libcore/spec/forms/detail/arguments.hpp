// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parsers for arguments that several forms use: keys, integers, extents, process grids, lists of devices.
#pragma once

#include "libcore/mapping/reduce_op.hpp"
#include "libcore/spec/detail/cursor.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// Parses `key=` and returns the key in lower case.
[[nodiscard]] std::string argument_key(Cursor& cursor);
/// Parses an integer of at least `least`.
[[nodiscard]] Index integer_argument(Cursor& cursor, Index least);
/// Parses `(2,3,1)` or `[2,3,1]`: integers of at least `least`.
[[nodiscard]] Extents extents_argument(Cursor& cursor, Index least = 1);
/// Parses `2x3` or `(2,3)`.
[[nodiscard]] Extents grid_argument(Cursor& cursor);

/// Parses the number of a device, which is a rank.
[[nodiscard]] Rank device_argument(Cursor& cursor);
/// Parses `(0,2,1,3)` or `[0,2,1,3]`.
[[nodiscard]] std::vector<Rank> devices_argument(Cursor& cursor);

/// Parses XLA's short form of a device list, after its `<=` (or `(`). `[4,2]T(1,0)` counts 0, 1, 2, ... in the shape, permutes the
/// dimensions and reads the result row by row. Errors: no permutation; more than most_processors.
[[nodiscard]] std::vector<Rank> iota_list(Cursor& cursor);

/// Returns the operation that combines addends, by its name: sum, product, min or max. `before` precedes the name in errors, such
/// as "partial = ". Errors, through the cursor: a mean (the message gives an equivalent); another name.
ReduceOp pending_operation(Cursor& cursor, Name const& name, std::string_view before);
/// Error: `word` (unreduced) begins a pending sum in a form that does not define which rank has which addend.
void refuse_addends(Cursor& cursor, std::string_view word);

/// Error: the mesh has more than most_processors positions.
void check_mesh_size(Cursor& cursor, Extents const& mesh, Place const& place);

} // namespace tessera::notation
