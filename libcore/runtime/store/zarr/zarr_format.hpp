// SPDX-License-Identifier: BSD-3-Clause
// Tessera: Zarr stores in directories: arrays cut into chunks, each in a file of its own.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& zarr_format();

} // namespace tessera
