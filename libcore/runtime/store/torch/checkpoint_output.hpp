// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checkpoints that are being made: safetensors files with a block of every tensor each.
#pragma once

#include "libcore/runtime/store/array_format.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Among NewArray::shares files. Errors: a type that safetensors files have no word for, the highest byte first, chunks, a mapping.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> checkpoint_output(OutputPlace const& place, std::vector<NewArray> arrays);

} // namespace tessera
