// SPDX-License-Identifier: BSD-3-Clause
// Tessera: HDF5 files opened to read, also while their writer has them open for readers.
#pragma once

#include <hdf5.h>
#include <string>

namespace tessera {

/// Opens a file to read, as H5Fopen() does: negative where it fails. One that its writer keeps open for such readers (SWMR) is
/// opened as that needs it, and is_being_written() from then on. `access`: the settings of H5Fopen().
[[nodiscard]] hid_t open_to_read(std::string const& path, hid_t access);

/// Was a file of this path found so?
[[nodiscard]] bool is_being_written(std::string const& path);

} // namespace tessera
