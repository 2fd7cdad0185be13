// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of raw files: only elements, in this machine's byte order.
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& raw_format();

} // namespace tessera
