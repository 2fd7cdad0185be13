// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of the files of a new checkpoint.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/text_attributes.hpp"
#include "libcore/files/store/torch/checkpoint.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// A file and its bytes besides elements.
struct CheckpointFile {
    std::string name;
    Index bytes = 0;
    std::vector<std::pair<Index, std::string>> fixed = {}; ///< offset and bytes of each fixed part
};

/// Elements with a CRC-32 in their file.
struct SummedElements {
    std::string file;
    Run elements;
    std::array<Index, 2> places; ///< offsets of the two copies of the sum (little-endian)
};

struct CheckpointLayout {
    std::vector<CheckpointTensor> tensors; ///< offsets of pieces are those of their elements
    std::vector<CheckpointFile> files;
    std::vector<SummedElements> sums = {};
};

/// Divides tensors into blocks along their first dimension, for up to `files` files. Block lengths are rounded up as in
/// torch.chunk(), so the last files may get nothing. `name_of` returns a file's name. Returns the number of files.
[[nodiscard]] std::size_t cut_into_blocks(std::vector<CheckpointTensor>& tensors, std::size_t files,
                                          std::string (*name_of)(Index number));

/// Lays out safetensors files with DCP_SHARDING_INFO, and an index. Error: a header exceeds the limit of safetensors.
[[nodiscard]] Result<CheckpointLayout> safetensors_layout(std::vector<CheckpointTensor> tensors, std::size_t files,
                                                          TextPairs const& texts);

/// Lays out torch.save() archives and `.metadata`.
[[nodiscard]] CheckpointLayout torch_layout(std::vector<CheckpointTensor> tensors, std::size_t files);

} // namespace tessera
