// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one file for each rank, as its part lay in memory, and a manifest that says what they are.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& local_format();

} // namespace tessera
