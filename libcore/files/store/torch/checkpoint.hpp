// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PyTorch's distributed checkpoints: tensors whose boxes lie in several files.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// A box of a tensor and the location of its elements.
struct CheckpointPiece {
    Extents begin; ///< first index per dimension
    Extents sizes;
    std::string file; ///< file in the checkpoint's folder
    // Bytes of a whole archive (torch.save() files) or of the elements (safetensors).
    Index offset = 0;
    Index length = 0;
};

struct CheckpointTensor {
    std::string name;
    std::string dtype; ///< type name of the checkpoint's variant: "bfloat16", "BF16"
    ElementType type;
    Extents shape = {};
    std::vector<CheckpointPiece> pieces = {}; ///< disjoint boxes that cover the tensor
    bool may_go_on = false;                   ///< no file states the shape, and a missing file could hold the end of the tensor
};

struct Checkpoint {
    bool archived = false;                      ///< its pieces are torch.save() files
    std::vector<CheckpointTensor> tensors = {}; ///< sorted by name
    std::vector<std::string> others = {};       ///< objects that are no tensors, a few words each
    std::vector<std::string> other_places = {}; ///< files of those in `others` that have one
    /// text metadata of its files, without those that every checkpoint has
    std::vector<std::pair<std::string, std::string>> texts = {};
    [[nodiscard]] CheckpointTensor const* find(std::string_view name) const; ///< null: not found
};

/// Removes duplicate pieces. Error: pieces overlap, leave a hole, or lie outside the tensor.
[[nodiscard]] Result<void> settle_pieces(CheckpointTensor& tensor);

/// Parses `.metadata` of torch.distributed.checkpoint, PyTorch 1.13 to 2.9. Error: damaged, or another pickle.
[[nodiscard]] Result<Checkpoint> parse_torch_metadata(std::span<std::byte const> pickle);

/// Returns whether a folder has the files of a checkpoint. Only names are checked.
[[nodiscard]] bool is_checkpoint(std::string const& folder);

/// Returns whether a name is that of a checkpoint's own file.
[[nodiscard]] bool belongs_to_checkpoint(std::string const& name);

/// Returns the checkpoint of a folder. It is cached while a caller holds it. Errors name the file.
[[nodiscard]] Result<std::shared_ptr<Checkpoint const>> load_checkpoint(std::string const& folder);

/// Returns an array whose files hold one piece each, in the same order. `order`: how its dimensions are counted.
[[nodiscard]] StoredArray sharded_array(std::string const& folder, CheckpointTensor const& tensor, std::vector<StoredFile> files,
                                        StorageOrder order);

/// Returns a tensor as an array for reading. `order`: how its dimensions are counted. Error: a file is missing or holds something
/// else.
[[nodiscard]] Result<StoredArray> checkpoint_array(std::string const& folder, Checkpoint const& checkpoint,
                                                   CheckpointTensor const& tensor, StorageOrder order);

} // namespace tessera
