// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checkpoints in the making: files with a block of each tensor.
#pragma once

#include "libcore/files/store/array_format.hpp"

#include <memory>
#include <vector>

namespace tessera {

/// Prepares a checkpoint of NewArray::shares files. Errors: a type that the variant lacks, big-endian elements, chunks.
[[nodiscard]] Result<std::unique_ptr<OutputFile>> checkpoint_output(OutputPath const& place, std::vector<NewArray> arrays);

} // namespace tessera
