// SPDX-License-Identifier: BSD-3-Clause
// Tessera: safetensors files that are being made.
#pragma once

#include "libcore/runtime/store/array_format.hpp"
#include "libcore/runtime/store/safetensors_header.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// A tensor as a copy reads and writes it. `order`: in which its dimensions are counted.
[[nodiscard]] StoredArray safetensors_array(std::string const& path, SafeTensor const& tensor, StorageOrder order);

/// Errors: a type that the format has no word for, the highest byte first, chunks.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> safetensors_output(OutputPlace const& place, std::vector<NewArray> arrays);

} // namespace tessera
