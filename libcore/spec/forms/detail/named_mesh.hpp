// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shardings over a mesh with named axes and sub-axes: JAX, XLA V3, Shardy.
#pragma once

#include "libcore/spec/forms/detail/mesh_sharding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// "x", or the sub-axis "x":(pre)size: an axis of extent n is viewed as [pre, size, n/(pre*size)], and the sub-axis is the middle.
struct AxisName {
    Name name;
    Index pre = 1;
    std::optional<Index> size; ///< nothing: the whole axis
};

struct NamedSharding {
    std::vector<Name> names; ///< names of the mesh's axes, in order
    Extents extents;
    std::vector<Rank> devices;               ///< device at each mesh position, row-major; empty: 0, 1, 2, ...
    std::vector<std::vector<AxisName>> dims; ///< axes of each array dimension, major to minor
    std::vector<AxisName> replicated;        ///< axes that are named as replicated
    Place place;
    std::vector<AxisName> unreduced = {}; ///< axes that hold addends
    ReduceOp op = ReduceOp::Sum;          ///< operation that combines the addends
};

/// Parses `unreduced={'y'}`, if it is next: the axes that hold addends of a pending sum. `any`: also accepts another operation
/// (`unreduced=max{'y'}`), which is an error otherwise.
bool unreduced_axes(Cursor& cursor, NamedSharding& sharding, bool any = false);
/// Parses the name of an axis: `'x'`, `"x"` or x.
[[nodiscard]] Name axis_word(Cursor& cursor);
/// Parses the name of an axis and, if present, `:(pre)size`.
[[nodiscard]] AxisName axis_name(Cursor& cursor);
/// Parses `'x'=2, "y"=4` or `'x':2, ...` up to `closing`. `separator` is the symbol between an axis and its size.
void mesh_axes(Cursor& cursor, NamedSharding& sharding, std::string_view separator, std::string_view closing);
/// Parses the device list of a mesh, as Shardy and XLA V3 write it: `=[4,2]T(1,0)` or `=[0,2,1,3]`, in brackets or parentheses.
void device_list(Cursor& cursor, NamedSharding& sharding);

/// Returns the sharding with every axis cut where a sub-axis begins or ends. Errors, through the cursor: an unknown axis, an axis
/// (or a part of one) used twice, sizes that do not divide, more dimensions than the array has, not one device for each position.
[[nodiscard]] MeshSharding resolved(Cursor& cursor, NamedSharding const& sharding, ArraySpec const& array);

} // namespace tessera::notation
