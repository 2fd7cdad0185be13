// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of Zarr stores: arrays in chunks, each chunk a file or a part of one.
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& zarr_format();

} // namespace tessera
