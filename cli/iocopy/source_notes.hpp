// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a user should know of a source before it is copied.
#pragma once

#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <optional>
#include <string>

namespace tessera::cli {

/// Names the files in other folders that an HDF5 file takes elements from: its writer may have named any file that its reader may
/// read. Files beside it belong to it.
[[nodiscard]] std::optional<std::string> note_of_other_files(FileName const& from, StoredArray const& source);

} // namespace tessera::cli
