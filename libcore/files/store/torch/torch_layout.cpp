// SPDX-License-Identifier: BSD-3-Clause
// Tessera: layout of new checkpoints in archives, as in torch.distributed.checkpoint's FileSystemWriter, with `.metadata`.
#include "libcore/files/store/torch/checkpoint_layout.hpp"
#include "libcore/files/store/torch/new_zip.hpp"
#include "libcore/files/store/torch/pickle_writer.hpp"
#include "libcore/files/store/torch/torch_tensor.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace tessera {

namespace {

constexpr char const* metadata_module = "torch.distributed.checkpoint.metadata";

std::string rank_file(Index number) {
    return fmt::format("__{}_0.distcp", number - 1);
}

/// Returns a call of torch._utils._rebuild_tensor_v2() with a storage of its own, or of its third version for types without a
/// storage class.
std::string pickle_of_tensor(CheckpointTensor const& tensor, Extents const& sizes) {
    Extents strides(sizes.size(), 1);
    Index elements = 1;
    for (std::size_t d = sizes.size(); d-- > 0;) {
        strides[d] = elements;
        elements *= std::max<Index>(sizes[d], 1);
    }
    bool const none = std::ranges::find(sizes, 0) != sizes.end();
    std::string const storage = torch_storage(tensor.dtype);
    bool const typed = !storage.empty();
    PickleWriter pickle;
    pickle.global("torch._utils", typed ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3").mark();
    pickle.mark().text("storage").global(typed ? "torch" : "torch.storage", typed ? storage : "UntypedStorage");
    pickle.text("0").text("cpu").integer(none ? 0 : elements * (typed ? 1 : tensor.type.bytes)).tuple().persistent();
    pickle.integer(0).extents(sizes).extents(strides).boolean(false);
    pickle.global("collections", "OrderedDict").empty_tuple().call();
    if (!typed) pickle.global("torch", tensor.dtype);
    return pickle.tuple().call().finished();
}

/// Adds an archive around a piece's elements to the end of a file.
void add_archive(CheckpointLayout& layout, std::size_t f, CheckpointTensor const& tensor, CheckpointPiece& piece) {
    Index bytes = tensor.type.bytes;
    for (Index const size : piece.sizes) bytes *= size;
    CheckpointFile& file = layout.files[f];
    NewZip zip;
    zip.add("archive/data.pkl", pickle_of_tensor(tensor, piece.sizes));
    zip.add("archive/byteorder", "little");
    zip.add("archive/version", "3\n");
    auto const made = zip.finish("archive/data/0", bytes);
    piece.length = std::ssize(made.front) + bytes + std::ssize(made.back);
    Index const begin = file.bytes + std::ssize(made.front);
    layout.sums.push_back({file.name, {begin, begin + bytes}, {file.bytes + made.sums[0], file.bytes + made.sums[1]}});
    file.fixed.emplace_back(file.bytes, made.front);
    file.fixed.emplace_back(begin + bytes, made.back);
    file.bytes += piece.length;
    piece.offset = begin;
}

void write_properties(PickleWriter& pickle, std::string const& dtype) {
    pickle.global(metadata_module, "TensorProperties").empty_tuple().make().mark();
    pickle.global("torch", dtype);
    pickle.global("torch.serialization", "_get_layout").mark().text("torch.strided").tuple().call();
    pickle.boolean(false);
    pickle.global(metadata_module, "_MEM_FORMAT_ENCODING").mark().integer(0).tuple().call();
    pickle.boolean(false).tuple().build();
}

void write_entry(PickleWriter& pickle, CheckpointTensor const& tensor) {
    pickle.text(tensor.name).global(metadata_module, "TensorStorageMetadata").empty_tuple().make().empty_dict().mark();
    pickle.text("properties");
    write_properties(pickle, tensor.dtype);
    pickle.text("size").size(tensor.shape);
    pickle.text("chunks").empty_list().mark();
    for (CheckpointPiece const& piece : tensor.pieces) {
        pickle.global(metadata_module, "ChunkStorageMetadata").empty_tuple().make().empty_dict().mark();
        pickle.text("offsets").size(piece.begin).text("sizes").size(piece.sizes).set_items().build();
    }
    pickle.append().set_items().build();
}

/// Writes the location of a piece. `begin`: offset of the archive.
void write_place(PickleWriter& pickle, CheckpointTensor const& tensor, std::size_t i, Index begin) {
    CheckpointPiece const& piece = tensor.pieces[i];
    pickle.global(metadata_module, "MetadataIndex").empty_tuple().make().empty_dict().mark();
    pickle.text("fqn").text(tensor.name).text("offset").size(piece.begin).text("index").integer(static_cast<Index>(i));
    pickle.set_items().build();
    pickle.global("torch.distributed.checkpoint.filesystem", "_StorageInfo").empty_tuple().make().empty_dict().mark();
    pickle.text("relative_path").text(piece.file).text("offset").integer(begin).text("length").integer(piece.length);
    pickle.set_items().build();
}

} // namespace

CheckpointLayout torch_layout(std::vector<CheckpointTensor> tensors, std::size_t files) {
    CheckpointLayout layout;
    std::size_t const count = cut_into_blocks(tensors, files, rank_file);
    for (std::size_t f = 0; f < count; ++f) layout.files.push_back({rank_file(static_cast<Index>(f) + 1)});
    PickleWriter pickle;
    pickle.global(metadata_module, "Metadata").empty_tuple().make().empty_dict().mark();
    pickle.text("state_dict_metadata").empty_dict().mark();
    for (CheckpointTensor const& tensor : tensors) write_entry(pickle, tensor);
    pickle.set_items().text("planner_data").empty_dict().mark();
    for (CheckpointTensor const& tensor : tensors) pickle.text(tensor.name).mark().text(tensor.name).tuple();
    pickle.set_items().text("storage_data").empty_dict().mark();
    for (CheckpointTensor& tensor : tensors)
        for (std::size_t i = 0; i < tensor.pieces.size(); ++i) {
            std::size_t const f = i; // one block per file, starting with the first file
            Index const begin = layout.files[f].bytes;
            add_archive(layout, f, tensor, tensor.pieces[i]);
            write_place(pickle, tensor, i, begin);
        }
    std::string text = pickle.set_items().set_items().build().finished();
    auto const bytes = std::ssize(text);
    layout.files.push_back({".metadata", bytes, {{0, std::move(text)}}});
    layout.tensors = std::move(tensors);
    return layout;
}

} // namespace tessera
