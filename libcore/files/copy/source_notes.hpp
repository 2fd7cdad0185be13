// SPDX-License-Identifier: BSD-3-Clause
// Tessera: notes and errors about a source before it is copied.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/stored_array.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// Returns a note about files in other folders from which an HDF5 file takes elements. The writer of a file may have named any file
/// that its reader can read. Files in the same folder belong to it and are not named.
[[nodiscard]] std::optional<std::string> note_of_other_files(FileName const& from, StoredArray const& source);

/// Adds a note that a writer has the source open, if `notes` is not null. Error: several ranks would read such a source.
[[nodiscard]] Result<void> check_written(FileName const& from, StoredArray const& source, int ranks,
                                         std::vector<std::string>* notes);
/// Returns the note that the copy of a file that is being written has the elements of the moment when it was opened.
[[nodiscard]] std::string being_written_text(std::string const& path);

} // namespace tessera
