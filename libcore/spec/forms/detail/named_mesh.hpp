// SPDX-License-Identifier: BSD-3-Clause
// Tessera: shardings over a mesh whose axes have names, and may be cut into sub-axes: JAX, XLA V3, Shardy.
#pragma once

#include "libcore/spec/forms/detail/mesh_sharding.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::notation {

/// "x", or the sub-axis "x":(pre)size: an axis of n seen as [pre, size, n/(pre*size)], and of that the middle.
struct AxisName {
    Name name;
    Index pre = 1;
    std::optional<Index> size; ///< nothing: the whole axis
};

struct NamedSharding {
    std::vector<Name> names; ///< of the mesh's axes, in its order
    Extents extents;
    std::vector<Rank> devices;               ///< of the mesh's positions, row-major; empty: 0, 1, 2, ...
    std::vector<std::vector<AxisName>> dims; ///< by array dimension: its axes, major to minor
    std::vector<AxisName> replicated;        ///< where it is said
    Place place;
    std::vector<AxisName> unreduced = {}; ///< that hold addends
    ReduceOp op = ReduceOp::Sum;          ///< what becomes of them
};

/// `unreduced={'y'}`, where it stands here: the axes that hold addends of a pending sum. `any`: or of another operation
/// (`unreduced=max{'y'}`), which is refused otherwise.
bool unreduced_axes(Cursor& cursor, NamedSharding& sharding, bool any = false);
/// `'x'`, `"x"` or x: the name of an axis.
[[nodiscard]] Name axis_word(Cursor& cursor);
/// The same with `:(pre)size` behind it.
[[nodiscard]] AxisName axis_name(Cursor& cursor);
/// `'x'=2, "y"=4` or `'x':2, ...` up to what closes it; `separator` stands between an axis and its size.
void mesh_axes(Cursor& cursor, NamedSharding& sharding, std::string_view separator, std::string_view closing);
/// The device list of a mesh: `=[4,2]T(1,0)` or `=[0,2,1,3]`, as Shardy and XLA V3 write it, in brackets or parentheses.
void device_list(Cursor& cursor, NamedSharding& sharding);

/// With every axis cut where a sub-axis begins or ends. Errors, by the cursor: an unknown axis, an axis (or a part of one) used
/// twice, sizes that do not divide, more dimensions than the array has, not one device for each position.
[[nodiscard]] MeshSharding resolved(Cursor& cursor, NamedSharding const& sharding, ArraySpec const& array);

} // namespace tessera::notation
