// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a file holds besides arrays, as far as the target of a copy can hold it.
#pragma once

#include "cli/common/arguments.hpp"
#include "cli/iocopy/settings.hpp"
#include "libcore/base/result.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/output_file.hpp"

namespace tessera::cli {

/// Does all that the source holds besides arrays come along by itself, as HDF5's other objects do?
[[nodiscard]] bool keeps_objects(FileName const& from, FileName const& to);

/// Where it does not: gives the target the groups of its original, and counts as lost what else there is: links, further names,
/// types, dimensions that no variable has. A file of one array only loses what its groups say, not their names, and groups of
/// arrays that were left out (`left_out`) are not missed. Failures throw.
void keep_groups(FileName const& from, FileName const& to, std::vector<std::string> const& left_out, OutputFile& target);

/// Tells that an array, which has no name of its own in the target, leaves its group: a whole file loses it, else it is a note.
void tell_lost_group(IocopySettings& settings);

/// Error: the target does not keep all of its original, and --strict asks for that.
[[nodiscard]] Result<void> check_keeps_all(Arguments const& arguments, FileName const& to, OutputFile const& target);

/// Error: with --complete, chunks of the source that are not stored.
[[nodiscard]] Result<void> check_complete(Arguments const& arguments, StoredArray const& source);

} // namespace tessera::cli
