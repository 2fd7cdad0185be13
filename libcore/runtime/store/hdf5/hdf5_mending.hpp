// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks of datasets that are there already, written again.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/stored_array.hpp"

namespace tessera {

/// Gives the chunks of an array that open_hdf5_array() has opened a writer, which opens the file for each chunk: by then nobody may
/// have it open to read, and one process writes at a time. An array in one piece is left as it is. Error: a filter whose work
/// cannot be done here, or elements that only HDF5 reads.
[[nodiscard]] Result<void> make_mendable(StoredArray& array);

} // namespace tessera
