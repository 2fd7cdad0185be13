// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the largest piece of memory that a program of tests asked for.
#pragma once

#include <atomic>
#include <cstddef>

namespace tessera::oracle {

/// Bytes of the largest allocation by `new` since it was set to 0.
[[nodiscard]] std::atomic<std::size_t>& largest_allocation();

} // namespace tessera::oracle
