// SPDX-License-Identifier: BSD-3-Clause
// Tessera: numpy's files: one array behind a header that says all about it.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& npy_format();

} // namespace tessera
