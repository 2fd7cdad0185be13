// SPDX-License-Identifier: BSD-3-Clause
// Tessera: safetensors files in the making.
#pragma once

#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/safetensors_header.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Returns a tensor as an array for reading and writing. `order`: how its dimensions are counted.
[[nodiscard]] StoredArray safetensors_array(std::string const& path, SafeTensor const& tensor, StorageOrder order);

/// Prepares a file of these arrays. Errors: a type that the format lacks, big-endian elements, chunks.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> safetensors_output(OutputPath const& place, std::vector<NewArray> arrays);

} // namespace tessera
