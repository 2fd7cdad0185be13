// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of numpy's .npy files: one array after a header that describes it.
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& npy_format();

} // namespace tessera
