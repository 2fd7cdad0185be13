// SPDX-License-Identifier: BSD-3-Clause
// Tessera: comparison of the stored chunks of two HDF5 datasets.
#pragma once

#include <hdf5.h>

namespace tessera {

/// Returns the number of stored chunks of a chunked dataset. Throws Hdf5Error.
[[nodiscard]] hsize_t count_of_chunks(hid_t set);

/// Returns whether two datasets of the same shape and chunk shape have the same stored bytes and the same skipped filters in each
/// chunk. Nothing is decoded. Throws Hdf5Error.
[[nodiscard]] bool same_chunks(hid_t ours, hid_t theirs);

} // namespace tessera
