// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks, before anything is written, for parts of an HDF5 file that a copy would lose.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/new_array.hpp"

#include <string>
#include <vector>

namespace tessera {

// None of these functions is collective. HDF5 failures throw Hdf5Error.

/// Error: the original has references, which would be lost without the other objects of its file. If all objects are copied, error:
/// the original is named by a link, which the new file will have too.
[[nodiscard]] Result<void> check_kept(Original const& like);

/// Error: a dataset in Original::left_out is a dimension of a dataset that is kept. The result is the same for all originals of a
/// file.
[[nodiscard]] Result<void> check_left_out(Original const& like);

/// Implements ArrayFormat::is_kept_whole(): no shape, elements in the object header, or less than 1 MiB written of a larger
/// dataset.
[[nodiscard]] bool is_kept_by_hdf5_alone(FileName const& dataset);

/// Returns the paths of the objects that the new file will hold besides this original: its dimension scales, or all objects.
[[nodiscard]] std::vector<std::string> paths_beside_original(Original const& like);

/// Returns the objects of the HDF5 file at `path` that are not in `made`, and would be lost if a new file replaced it. Empty for
/// files that are not HDF5 or damaged.
[[nodiscard]] std::vector<std::string> held_beside(std::string const& path, std::vector<std::string> const& made);

/// Error: the array cannot be added to the HDF5 file at `path`, whose other objects stay. Reasons: a dataset of that name and
/// `force` is false; another kind of object; a dataset that is a dimension of others; a dimension of the array that differs in the
/// file.
[[nodiscard]] Result<void> check_can_be_added(std::string const& path, NewArray const& array, bool force);

} // namespace tessera
