// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a user should know of a source before it is copied.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera::cli {

/// Names the files in other folders that an HDF5 file takes elements from: its writer may have named any file that its reader may
/// read. Files beside it belong to it.
[[nodiscard]] std::optional<std::string> note_of_other_files(FileName const& from, StoredArray const& source);

/// Adds to the notes, where there are any, that a writer has the source open. Error: several ranks cannot read it then.
[[nodiscard]] Result<void> check_written(FileName const& from, StoredArray const& source, int ranks,
                                         std::vector<std::string>* notes);
/// Says that a copy of a file that is being written has the elements of the moment when it was opened.
[[nodiscard]] std::string being_written_text(std::string const& path);

} // namespace tessera::cli
