// SPDX-License-Identifier: BSD-3-Clause
// Tessera: copies files that have no array to be copied in parts.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/file_copy_settings.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

namespace tessera {

/// Lets the format copy the whole file on rank 0. `settings.arrays` is empty. Collective. Errors: the target may not be replaced;
/// it is the source. Failures throw AgreedFailure.
[[nodiscard]] Result<FileCopyOutcome> copy_objects(Communicator const& world, FileCopySettings const& settings);

} // namespace tessera
