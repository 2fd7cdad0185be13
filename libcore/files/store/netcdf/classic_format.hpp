// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of classic netCDF files: big-endian arrays stored one after the other, or record by record.
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& classic_format();

} // namespace tessera
