// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PyTorch's metadata in safetensors files that hold boxes of tensors; after
// torch/distributed/checkpoint/_hf_utils.py, hf_storage.py and filesystem.py of PyTorch 2.9.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/torch/checkpoint.hpp"

#include <string>

namespace tessera {

inline constexpr char const* safetensors_index = "model.safetensors.index.json";
inline constexpr char const* sharding_key =
    "DCP_SHARDING_INFO"; // metadata key of a file: JSON with an object for each of its tensors
inline constexpr char const* sharding_version_key = "DCP_VERSION";
inline constexpr char const* offsets_member = "saved_offsets";
inline constexpr char const* logical_member = "logical_fqn"; ///< the tensor's name, if the file has several boxes of it
/// Tessera's own: shape of the whole tensor, by which a missing file is noticed
inline constexpr char const* shape_member = "shape";

/// Returns "shard-00003-model-00001-of-00001.safetensors".
[[nodiscard]] std::string shard_name(Index number);

/// Reads a folder of such files, or of files of whole tensors. Errors: a file is missing, damaged, or contradicts others.
[[nodiscard]] Result<Checkpoint> read_safetensors_folder(std::string const& folder);

} // namespace tessera
