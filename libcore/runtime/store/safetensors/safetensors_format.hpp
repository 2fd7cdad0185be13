// SPDX-License-Identifier: BSD-3-Clause
// Tessera: safetensors files: arrays by name behind one header.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

namespace tessera {

[[nodiscard]] ArrayFormat const& safetensors_format();

} // namespace tessera
