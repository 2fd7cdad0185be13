// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what of an HDF5 file a copy would not keep, said before anything is written.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/new_array.hpp"

#include <string>
#include <vector>

namespace tessera {

// None of these is collective; failures of HDF5 throw Hdf5Error.

/// Error: something that belongs to the original and would be lost without the rest of its file: references. Where all is to be
/// copied: the original is named by a link to it, which will be a link of the new file, too.
[[nodiscard]] Result<void> check_kept(Original const& like);

/// Error: a dataset that Original::left_out names is a dimension of one that it does not name. The same for all originals of a
/// file.
[[nodiscard]] Result<void> check_left_out(Original const& like);

/// ArrayFormat::is_kept_whole(): no shape, elements within the header, or less than 1 MiB written of more.
[[nodiscard]] bool is_kept_by_hdf5_alone(FileName const& dataset);

/// What the new file of this original will hold, itself aside: the paths of its dimension scales, or of everything.
[[nodiscard]] std::vector<std::string> paths_beside(Original const& like);

/// What the HDF5 file at `path` holds beside the objects at the paths in `made`: it would lose it if a new file took its place. A
/// file that is no HDF5 file, or damaged, holds nothing.
[[nodiscard]] std::vector<std::string> held_beside(std::string const& path, std::vector<std::string> const& made);

/// Error: the array cannot get its place in the HDF5 file at `path`, whose other objects stay: it has a dataset of that name, and
/// `force` is false; another object; a dataset that is a dimension of others; a dimension of the array's that is another one there.
[[nodiscard]] Result<void> check_can_be_added(std::string const& path, NewArray const& array, bool force);

} // namespace tessera
