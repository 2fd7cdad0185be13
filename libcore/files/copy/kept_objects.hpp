// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies what a file holds besides arrays, as far as the target can hold it.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/array_copy_settings.hpp"
#include "libcore/files/copy/option_values.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/output_file.hpp"

namespace tessera {

/// Returns whether the target's format copies all other objects of the source by itself, as HDF5 does.
[[nodiscard]] bool keeps_objects(FileName const& from, FileName const& to);

/// If the format does not copy them: gives the target the groups and dimensions of its original, and records the rest as lost
/// (links, further names, types, unused dimensions). If the target has no groups, a group without attributes is not a loss in two
/// cases: the target holds one array only, or the group's arrays were left out (`left_out`). Failures throw.
void keep_groups(FileName const& from, FileName const& to, std::vector<std::string> const& left_out, OutputFile& target);

/// Reports that an array without a name of its own in the target leaves its group. For a whole file this is a loss, else a note.
void report_lost_group(ArrayCopySettings& settings);

/// Error: --strict is given and the target does not keep everything of its original.
[[nodiscard]] Result<void> check_keeps_all(OptionValues const& given, FileName const& to, OutputFile const& target);

/// Error: --complete is given and some chunks of the source are not stored.
[[nodiscard]] Result<void> check_complete(OptionValues const& given, StoredArray const& source);

} // namespace tessera
