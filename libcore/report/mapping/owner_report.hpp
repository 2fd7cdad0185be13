// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the owners of one element, and the reason.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/report/sink.hpp"

#include <span>

namespace tessera {

/// Writes JSON of schema tessera.owner/1. `index` is 0-based and lies within the array.
void owner_json(Mapping const& mapping, std::span<Index const> index, Sink const& sink);

/// Writes the owners as a table, then one sentence per step from the index to the rank, and from the rank to the offset in its
/// memory.
void owner_text(Mapping const& mapping, std::span<Index const> index, Sink const& sink);

} // namespace tessera
