// SPDX-License-Identifier: BSD-3-Clause
// Tessera: coordinates of new arrays, as small arrays beside them in a Zarr group.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/new_array.hpp"

#include <string>

namespace tessera {

/// Error: the group has another array of a coordinate's name, or one with other points.
[[nodiscard]] Result<void> check_zarr_coordinates(std::string const& group, Companions const& beside);

/// What a reader of a coordinate beside the array finds.
[[nodiscard]] ArrayNotes kept_of_zarr_coordinate(Coordinate const& coordinate, NewArray const& array, int version);

/// Makes the coordinates of an array in the directory of its group, each complete or not at all; those that are there stay.
/// Failures throw.
void write_zarr_coordinates(std::string const& group, NewArray const& array, int version);

} // namespace tessera
