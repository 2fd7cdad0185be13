// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what the storage libraries do when the program ends.
#pragma once

namespace tessera {

/// Keeps HDF5 from retrying a failed write when the program ends. For programs that close all their files before they end; call
/// it before the first file is opened.
void skip_writes_at_exit() noexcept;

} // namespace tessera
