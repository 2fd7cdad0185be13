// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of safetensors files: named arrays after one header.
#pragma once

#include "libcore/files/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& safetensors_format();

} // namespace tessera
