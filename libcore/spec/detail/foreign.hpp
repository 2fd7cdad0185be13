// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how other libraries write mappings: ScaLAPACK descriptors, MPI darrays, DTensor placements.
#pragma once

#include "libcore/spec/detail/compact_mapping.hpp"

namespace tessera::notation {

/// `name(...) [ranks(...)]`; the cursor stands at the form's name. The result is a plain mapping; nothing downstream knows the
/// form. With ranks, rank r of the form is the r-th listed one.
[[nodiscard]] std::optional<CompactMapping> foreign_mapping(Cursor& cursor, CompactScope const& scope);

// The forms. The cursor stands behind `name(` and is left before the closing parenthesis; `first` is the place of the name.

/// `scalapack(mb=64, nb=32, grid=2x3, rsrc=0, csrc=0, order=row)`: a two-dimensional block-cyclic matrix; block (0,0) lies on grid
/// position (rsrc,csrc).
[[nodiscard]] CompactMapping scalapack_mapping(Cursor& cursor, ArraySpec const& array);

/// `darray(distribs=(block,cyclic(3),none), psizes=(2,3,1), order=fortran)` as MPI_Type_create_darray means it: the process grid is
/// row-major whatever the storage order, which must be the array's.
[[nodiscard]] CompactMapping darray_mapping(Cursor& cursor, ArraySpec const& array);

/// `dtensor([Shard(0),Replicate()], mesh=(2,4))`: one placement per mesh dimension. Shard cuts a dimension into chunks of
/// ceil(n/p); mesh dimensions that shard the same dimension cut the chunks again, in their order.
[[nodiscard]] CompactMapping dtensor_mapping(Cursor& cursor, ArraySpec const& array);

/// `key=`; in lower case.
[[nodiscard]] std::string argument_key(Cursor& cursor);
/// An integer of at least `least`.
[[nodiscard]] Index integer_argument(Cursor& cursor, Index least);
/// `(2,3,1)` or `[2,3,1]`: positive integers.
[[nodiscard]] Extents extents_argument(Cursor& cursor);

} // namespace tessera::notation
