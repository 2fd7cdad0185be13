// SPDX-License-Identifier: BSD-3-Clause
// Tessera: every rank tells the others which section of a file it wants.
#pragma once

#include "libcore/io/fad.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <memory>
#include <optional>

namespace tessera {

/// Collective. The file access descriptor (Thakur 6.3.1): the same on all ranks. A rank that wants nothing gives nothing, and is no
/// member.
[[nodiscard]] std::shared_ptr<Fad const> exchange_sections(Comm const& comm, FileLayout const& layout,
                                                           std::optional<BoxSet> const& mine);

} // namespace tessera
