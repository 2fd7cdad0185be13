// SPDX-License-Identifier: BSD-3-Clause
// Tessera: chunks of two HDF5 datasets, as they are stored.
#pragma once

#include <hdf5.h>

namespace tessera {

/// How many chunks of a chunked dataset have ever been written. Throws Hdf5Error.
[[nodiscard]] hsize_t count_of_chunks(hid_t set);

/// Do two datasets of the same shape and the same chunks have the same bytes in each, left out filters included? Nobody need be
/// able to decode them. Throws Hdf5Error.
[[nodiscard]] bool same_chunks(hid_t ours, hid_t theirs);

} // namespace tessera
