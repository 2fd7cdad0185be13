// SPDX-License-Identifier: BSD-3-Clause
// Tessera: netCDF's classic files: arrays one behind the other, or record by record, the highest byte first.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& classic_format();

} // namespace tessera
