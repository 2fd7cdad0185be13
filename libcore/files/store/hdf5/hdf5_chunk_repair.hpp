// SPDX-License-Identifier: BSD-3-Clause
// Tessera: rewriting of chunks of existing datasets.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/stored_array.hpp"

namespace tessera {

/// Adds a chunk writer to an array from open_hdf5_array(). The writer opens the file for each chunk; nobody may have it open for
/// reading then, and only one process may write at a time. Contiguous arrays stay as they are. Error: a filter that Tessera cannot
/// encode, or elements that only HDF5 reads.
[[nodiscard]] Result<void> make_repairable(StoredArray& array);

} // namespace tessera
