// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges the sections of a file that the ranks want.
#pragma once

#include "libcore/io/fad.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <memory>
#include <optional>

namespace tessera {

/// Returns the file access descriptor (Thakur 6.3.1), the same on all ranks. A rank that wants nothing passes nothing and is
/// no member. Collective.
[[nodiscard]] std::shared_ptr<Fad const> exchange_sections(Communicator const& comm, FileLayout const& layout,
                                                           std::optional<BoxSet> const& mine);

} // namespace tessera
