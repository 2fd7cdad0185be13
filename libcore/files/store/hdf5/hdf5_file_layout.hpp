// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of a new HDF5 file.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/new_file_layout.hpp"

namespace tessera {

/// Error: unknown or unordered versions; an invalid page size, alignment or user block file.
[[nodiscard]] Result<void> check_file_layout(NewFileLayout const& layout);

/// Adds the layout to the access and creation properties of a file. Throws Hdf5Error.
void set_access(hid_t access, NewFileLayout const& layout);
void set_creation(hid_t creation, NewFileLayout const& layout);

/// Writes the user block of the file at `to`: the one in `layout`, otherwise that of the file at `from`. Does nothing if `creation`
/// reserves no space.
void write_user_block(hid_t creation, NewFileLayout const& layout, std::string const& from, std::string const& to);

} // namespace tessera
