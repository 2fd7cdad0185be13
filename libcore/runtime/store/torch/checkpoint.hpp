// SPDX-License-Identifier: BSD-3-Clause
// Tessera: PyTorch's distributed checkpoints: tensors of which several files hold a box each.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// A box of a tensor, and where its elements are.
struct CheckpointPiece {
    Extents begin; ///< its first index, per dimension
    Extents sizes;
    std::string file; ///< in the checkpoint's folder
    // Of a file of torch.save() these are the bytes of an archive; of safetensors those of the elements.
    Index offset = 0;
    Index length = 0;
};

struct CheckpointTensor {
    std::string name;
    std::string dtype; ///< the flavour's word: "bfloat16", "BF16"
    ElementType type;
    Extents shape = {};
    std::vector<CheckpointPiece> pieces = {}; ///< disjoint, and all of it together
    bool may_go_on = false;                   ///< no file says its shape, and one that is missing could hold its end
};

struct Checkpoint {
    bool archived = false;                                       ///< its pieces are files of torch.save()
    std::vector<CheckpointTensor> tensors = {};                  ///< sorted by name
    std::vector<std::string> others = {};                        ///< what is no tensor, a few words each
    std::vector<std::string> other_places = {};                  ///< the files of these, of as many as have one
    std::vector<std::pair<std::string, std::string>> texts = {}; ///< of its files, but for those that every checkpoint has
    [[nodiscard]] CheckpointTensor const* find(std::string_view name) const; ///< null: there is none
};

/// Takes pieces that are there twice out. Error: others overlap, leave a hole, or do not lie in the tensor.
[[nodiscard]] Result<void> settle_pieces(CheckpointTensor& tensor);

/// Of `.metadata`, torch.distributed.checkpoint of PyTorch 1.13 to 2.9. Error: damaged, or another pickle.
[[nodiscard]] Result<Checkpoint> parse_torch_metadata(std::span<std::byte const> pickle);

/// Has a folder what one of them has? By names alone.
[[nodiscard]] bool is_checkpoint(std::string const& folder);

/// Is it a name of a checkpoint's own files?
[[nodiscard]] bool belongs_to_checkpoint(std::string const& name);

/// The checkpoint of a folder, which is read once as long as somebody holds it. Errors name the file.
[[nodiscard]] Result<std::shared_ptr<Checkpoint const>> load_checkpoint(std::string const& folder);

/// An array of which each file holds a piece, in the order of both. `order`: in which its dimensions are counted.
[[nodiscard]] StoredArray sharded_array(std::string const& folder, CheckpointTensor const& tensor, std::vector<StoredFile> files,
                                        StorageOrder order);

/// As a copy reads it; `order`: in which its dimensions are counted. Error: a file is missing, or holds something else.
[[nodiscard]] Result<StoredArray> checkpoint_array(std::string const& folder, Checkpoint const& checkpoint,
                                                   CheckpointTensor const& tensor, StorageOrder order);

} // namespace tessera
