// SPDX-License-Identifier: BSD-3-Clause
// Tessera: how a new HDF5 file is laid out, told to HDF5.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/hdf5/hdf5_handle.hpp"
#include "libcore/runtime/store/new_file_layout.hpp"

namespace tessera {

/// Error: HDF5 has no such versions, or not in this order; a page, an alignment, a file in front that cannot be.
[[nodiscard]] Result<void> check_file_layout(NewFileLayout const& layout);

/// Adds it to the settings of a file's access, and of its creation. Throws Hdf5Error.
void set_access(hid_t access, NewFileLayout const& layout);
void set_creation(hid_t creation, NewFileLayout const& layout);

/// Writes what stands in front of the file at `to`: of `layout`, else of the file at `from`, where its settings leave room for it.
void write_user_block(hid_t creation, NewFileLayout const& layout, std::string const& from, std::string const& to);

} // namespace tessera
