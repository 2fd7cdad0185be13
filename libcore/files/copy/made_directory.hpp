// SPDX-License-Identifier: BSD-3-Clause
// Tessera: makes the directory of a target before its files.
#pragma once

#include "libcore/files/store/file_name.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <optional>

namespace tessera {

/// Makes the directory of `target` on rank 0 (MadeDirectory), and nothing on other ranks. Collective. A failure throws
/// AgreedFailure on all ranks.
[[nodiscard]] std::optional<MadeDirectory> made_directory(Communicator const& comm, FileName const& target);

} // namespace tessera
