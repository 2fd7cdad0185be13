// SPDX-License-Identifier: BSD-3-Clause
// Tessera: whether an earlier run has already finished a copy.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/array_copy_settings.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <span>
#include <string>

namespace tessera {

/// Collective. Returns whether the target of these arrays, which share a file, is there: complete, no older than the source, and
/// with arrays of these types and extents. Only CopyOptions::resume without `force` asks for that; otherwise the answer is false.
/// Error: such a target is older than its source.
[[nodiscard]] Result<bool> is_finished(Communicator const& comm, std::span<ArrayCopySettings const> arrays);

/// Returns whether the file is there, after the last steps of an earlier copy's publication. Called by one rank. Error: it is older
/// than its source.
[[nodiscard]] Result<bool> is_up_to_date(OutputPath const& target, std::string const& source);

/// Returns "'b.h5' is complete and no older than 'a.h5': nothing is left to copy".
[[nodiscard]] std::string finished_text(FileName const& from, FileName const& to);

} // namespace tessera
