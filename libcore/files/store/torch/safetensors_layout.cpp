// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of new checkpoints in safetensors files, as in PyTorch's HuggingFaceStorageWriter with save_distributed.
#include "libcore/base/arithmetic.hpp"
#include "libcore/base/ordered_members.hpp"
#include "libcore/base/try.hpp"
#include "libcore/files/store/safetensors_header.hpp"
#include "libcore/files/store/torch/checkpoint_layout.hpp"
#include "libcore/files/store/torch/safetensors_folder.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace tessera {

namespace {

using LayoutJson = nlohmann::basic_json<OrderedMembers>;

/// Returns a file with its header, and sets the offsets of its tensors.
Result<CheckpointFile> shard_file(std::string name, SafeTensors& tensors, LayoutJson const& info, TextPairs const& texts) {
    tensors.metadata = texts;
    tensors.metadata.emplace_back(sharding_version_key, "1.0");
    tensors.metadata.emplace_back(sharding_key, info.dump());
    auto header = TRY(safetensors_text(tensors));
    CheckpointFile file{std::move(name), std::ssize(header)};
    for (SafeTensor const& each : tensors.tensors) file.bytes += each.bytes();
    file.fixed.emplace_back(0, std::move(header));
    return file;
}

/// Returns the index. A tensor in several files has one entry, with the first of them.
CheckpointFile index_file(std::vector<CheckpointTensor> const& tensors) {
    LayoutJson map = LayoutJson::object();
    Index total = 0;
    for (CheckpointTensor const& each : tensors) {
        map[each.name] = each.pieces.front().file;
        for (CheckpointPiece const& piece : each.pieces) total += piece.length;
    }
    std::string text = LayoutJson{{"metadata", {{"total_size", total}}}, {"weight_map", map}}.dump(2) + '\n';
    auto const bytes = std::ssize(text);
    return {safetensors_index, bytes, {{0, std::move(text)}}};
}

} // namespace

std::size_t cut_into_blocks(std::vector<CheckpointTensor>& tensors, std::size_t files, std::string (*name_of)(Index number)) {
    std::size_t most = 1;
    for (CheckpointTensor& tensor : tensors) {
        Index const extent = tensor.shape.empty() ? 0 : tensor.shape.front();
        Index const block = extent == 0 ? 1 : ceil_div(extent, static_cast<Index>(files));
        std::size_t const count = extent == 0 ? 1 : as_size(ceil_div(extent, block));
        for (std::size_t f = 0; f < count; ++f) {
            CheckpointPiece piece{Extents(tensor.shape.size(), 0), tensor.shape, name_of(static_cast<Index>(f) + 1)};
            if (extent > 0) {
                piece.begin.front() = static_cast<Index>(f) * block;
                piece.sizes.front() = std::min(block, extent - piece.begin.front());
            }
            tensor.pieces.push_back(std::move(piece));
        }
        most = std::max(most, count);
    }
    return most;
}

Result<CheckpointLayout> safetensors_layout(std::vector<CheckpointTensor> tensors, std::size_t files, TextPairs const& texts) {
    CheckpointLayout layout;
    std::size_t const count = cut_into_blocks(tensors, files, shard_name);
    for (std::size_t f = 0; f < count; ++f) {
        SafeTensors shard;
        LayoutJson info = LayoutJson::object();
        for (CheckpointTensor& tensor : tensors) {
            if (f >= tensor.pieces.size()) continue;
            CheckpointPiece& piece = tensor.pieces[f];
            shard.tensors.push_back({tensor.name, tensor.dtype, tensor.type, piece.sizes});
            piece.length = shard.tensors.back().bytes();
            info[tensor.name] = {{offsets_member, piece.begin}, {shape_member, tensor.shape}};
        }
        layout.files.push_back(TRY(shard_file(shard_name(static_cast<Index>(f) + 1), shard, info, texts)));
        auto part = shard.tensors.begin();
        for (CheckpointTensor& tensor : tensors)
            if (f < tensor.pieces.size()) tensor.pieces[f].offset = (part++)->begin;
    }
    layout.files.push_back(index_file(tensors));
    layout.tensors = std::move(tensors);
    return layout;
}

} // namespace tessera
