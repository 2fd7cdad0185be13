// SPDX-License-Identifier: BSD-3-Clause
// Tessera: coordinates of new arrays, stored as small arrays in the same Zarr group.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/new_array.hpp"

#include <string>

namespace tessera {

/// Error: the group has another array with a coordinate's name, or a coordinate with other points.
[[nodiscard]] Result<void> check_zarr_coordinates(std::string const& group, ArrayMetadata const& metadata);

/// Returns the metadata that a reader finds with a coordinate of the array.
[[nodiscard]] ArrayNotes kept_of_zarr_coordinate(Coordinate const& coordinate, NewArray const& array, int version);

/// Writes the coordinates of an array to the directory of its group. Each appears only when complete. Existing ones are kept.
/// Failures throw.
void write_zarr_coordinates(std::string const& group, NewArray const& array, int version);

} // namespace tessera
