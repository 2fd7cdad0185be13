// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the readers and writers of all forms.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/spec/detail/compact_mapping.hpp"
#include "libcore/spec/forms/form.hpp"

#include <optional>
#include <span>
#include <string>

namespace tessera::notation {

/// Context for a form's reader.
struct FormScope {
    ArraySpec const& array;
    std::optional<Index> ranks; ///< size of the job, if known
};

// Readers. The cursor starts behind `name(` (or `{`, or `#sdy.sharding<`) and ends in front of the closing symbol.

/// `scalapack(mb=64, nb=32, grid=2x3, rsrc=0, csrc=0, order=row, lld=70)`: a two-dimensional block-cyclic matrix; block (0,0) is on
/// grid position (rsrc,csrc). Without lld, the length of local columns is what the rank owns.
[[nodiscard]] CompactMapping read_scalapack(Cursor& cursor, FormScope const& scope);
/// `darray(distribs=(block,cyclic(3),none), psizes=(2,3,1), order=fortran)` with the meaning of MPI_Type_create_darray: the process
/// grid is row-major for both storage orders, and the storage order must be the array's.
[[nodiscard]] CompactMapping read_darray(Cursor& cursor, FormScope const& scope);
/// `dtensor([Shard(0),Replicate(),_StridedShard(0,split_factor=2)], mesh=(2,4,2))`: one placement per mesh dimension, applied from
/// left to right. Each cuts what the ones before have left, by torch.chunk's rule.
[[nodiscard]] CompactMapping read_dtensor(Cursor& cursor, FormScope const& scope);
/// `jax(mesh={'x':4,'y':2}, P(('x','y'),None))`: one entry per dimension, axes from major to minor.
[[nodiscard]] CompactMapping read_jax(Cursor& cursor, FormScope const& scope);
/// XLA's HloSharding without its brace: V1 `devices=[2,2]0,1,2,3`, V2 `devices=[2,2]<=[4]`, V3 `mesh['a'=2], [{'a'}, {}]`.
[[nodiscard]] CompactMapping read_xla(Cursor& cursor, FormScope const& scope);
/// Shardy: `mesh<["x"=2,"y"=4]>, [{"x"}, {"y":(2)2, ?}p1], replicated={..}`.
[[nodiscard]] CompactMapping read_shardy(Cursor& cursor, FormScope const& scope);
/// MLIR's shard dialect: `grid=2x4, split_axes=[[0],[1]], sharded_dims_offsets=[..], halo_sizes=[..]`.
[[nodiscard]] CompactMapping read_mlir(Cursor& cursor, FormScope const& scope);
/// PETSc: `dmda(m=2,n=3, lx=(..), s=1)`: x is the dimension that is fastest in memory.
[[nodiscard]] CompactMapping read_dmda(Cursor& cursor, FormScope const& scope);
/// Chapel: `chapel(blockDist, locales=2x3)`, `cyclicDist`, `blockCycDist` with `startIdx` and `blocksize`.
[[nodiscard]] CompactMapping read_chapel(Cursor& cursor, FormScope const& scope);

// Writers. Error: the form cannot express the mapping.

[[nodiscard]] Result<std::string> write_scalapack(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_darray(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_dtensor(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_jax(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_xla_list(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_xla_iota(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_xla_named(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_shardy(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_mlir(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_dmda(Mapping const& mapping);
[[nodiscard]] Result<std::string> write_chapel(Mapping const& mapping);
/// Write-only: the closed form of the paper, one line per family.
[[nodiscard]] Result<std::string> write_pitfalls(Mapping const& mapping);

/// Reads a mapping in one of these forms and the ranks after it. The cursor is at its name, its brace or its #.
[[nodiscard]] std::optional<CompactMapping> foreign_mapping(Cursor& cursor, CompactScope const& scope);

/// Returns the common error of all writers: "jax cannot express <what>".
[[nodiscard]] tl::unexpected<Error> no_words(std::string_view form, std::string_view what);

} // namespace tessera::notation
