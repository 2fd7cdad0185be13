// SPDX-License-Identifier: BSD-3-Clause
// Tessera: which bytes the files of a new checkpoint have.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/runtime/store/text_attributes.hpp"
#include "libcore/runtime/store/torch/checkpoint.hpp"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// A file, and what stands in it besides elements.
struct CheckpointFile {
    std::string name;
    Index bytes = 0;
    std::vector<std::pair<Index, std::string>> fixed = {}; ///< and where each begins
};

/// Elements whose CRC-32 stands in their file.
struct SummedElements {
    std::string file;
    Run elements;
    std::array<Index, 2> places; ///< first bytes of the sum, the lowest first
};

struct CheckpointLayout {
    std::vector<CheckpointTensor> tensors; ///< the offset of a piece is that of its elements
    std::vector<CheckpointFile> files;
    std::vector<SummedElements> sums = {};
};

/// Cuts tensors into blocks along their first dimension, among so many files: rounded up as torch.chunk() does, so that the last
/// files may get none. `name_of` says how the files are called. Returns how many files there are.
[[nodiscard]] std::size_t cut_into_blocks(std::vector<CheckpointTensor>& tensors, std::size_t files,
                                          std::string (*name_of)(Index number));

/// Safetensors files with DCP_SHARDING_INFO, and an index. Error: a header is longer than that format allows.
[[nodiscard]] Result<CheckpointLayout> safetensors_layout(std::vector<CheckpointTensor> tensors, std::size_t files,
                                                          TextPairs const& texts);

/// Files of torch.save()'s archives, and `.metadata`.
[[nodiscard]] CheckpointLayout torch_layout(std::vector<CheckpointTensor> tensors, std::size_t files);

} // namespace tessera
