// SPDX-License-Identifier: BSD-3-Clause
// Tessera: `.metadata` of PyTorch's distributed checkpoints, after torch/distributed/checkpoint/metadata.py and filesystem.py of
// PyTorch 2.9.
#include "libcore/base/try.hpp"
#include "libcore/files/store/torch/checkpoint.hpp"
#include "libcore/files/store/torch/torch_tensor.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace tessera {

namespace {

using Kind = PickleValue::Kind;

/// Locations of pieces, by tensor name and first index.
using StorageMap = std::map<std::pair<std::string, Extents>, CheckpointPiece>;

bool is_class(PickleValue const& value, std::string_view name) {
    return value.kind == Kind::Object && value.items.front()->text.ends_with(fmt::format(" {}", name));
}

/// Returns the type in TensorProperties, "bfloat16". Its state is a tuple, or a dict in files of other writers.
std::string dtype_in(PickleValue const* properties) {
    PickleValue const* dtype = nullptr;
    if (properties != nullptr && properties->kind == Kind::Object && properties->state != nullptr) {
        PickleValue const& state = *properties->state;
        dtype = state.kind == Kind::Tuple && !state.items.empty() ? state.items.front() : state.find("dtype");
    }
    if (dtype == nullptr || dtype->kind != Kind::Global || !dtype->text.starts_with("torch ")) return "";
    return dtype->text.substr(std::string_view("torch ").size());
}

/// Reads the locations of all pieces. Error: an entry is not a valid location.
Result<StorageMap> storage_in(PickleValue const* storage) {
    StorageMap places;
    if (storage == nullptr || storage->kind != Kind::Dict) return fail("its metadata do not say where the tensors are");
    for (std::size_t i = 0; i + 1 < storage->items.size(); i += 2) {
        PickleValue const* const name = storage->items[i]->member("fqn");
        PickleValue const* const offset = storage->items[i]->member("offset");
        PickleValue const* const file = storage->items[i + 1]->member("relative_path");
        PickleValue const* const begin = storage->items[i + 1]->member("offset");
        PickleValue const* const length = storage->items[i + 1]->member("length");
        PickleValue const* const transforms = storage->items[i + 1]->member("transform_descriptors");
        bool const right = name != nullptr && name->kind == Kind::Text && file != nullptr && file->kind == Kind::Text &&
                           begin != nullptr && begin->kind == Kind::Integer && length != nullptr && length->kind == Kind::Integer &&
                           begin->number >= 0 && length->number >= 0;
        if (!right) return fail("its metadata do not say where the tensors are");
        if (transforms != nullptr && transforms->kind != Kind::None)
            return fail(fmt::format("'{}' was compressed or encrypted when it was saved; save it without extensions", name->text));
        auto const at = offset == nullptr ? std::nullopt : extents_of(*offset);
        places[{name->text, at.value_or(Extents{})}] = {{}, {}, file->text, begin->number, length->number};
    }
    return places;
}

Result<CheckpointTensor> tensor_in(std::string const& name, PickleValue const& metadata, StorageMap const& places) {
    PickleValue const* const size = metadata.member("size");
    PickleValue const* const chunks = metadata.member("chunks");
    auto const shape = size == nullptr ? std::nullopt : extents_of(*size);
    if (!shape || chunks == nullptr || chunks->kind != Kind::List)
        return fail(fmt::format("the metadata of '{}' are not as they should be", name));
    CheckpointTensor tensor{name, dtype_in(metadata.member("properties")), {}, *shape};
    auto const type = torch_type(tensor.dtype);
    if (!type) return fail(fmt::format("'{}' has elements of the type '{}', which is not known here", name, tensor.dtype));
    tensor.type = *type;
    for (PickleValue const* const chunk : chunks->items) {
        PickleValue const* const offsets = chunk->member("offsets");
        PickleValue const* const sizes = chunk->member("sizes");
        auto begin = offsets == nullptr ? std::nullopt : extents_of(*offsets);
        auto const lengths = sizes == nullptr ? std::nullopt : extents_of(*sizes);
        if (!begin || !lengths) return fail(fmt::format("a piece of '{}' has no proper offsets and sizes", name));
        auto place = places.find({name, *begin});
        bool const at_zero = std::ranges::all_of(*begin, [](Index each) { return each == 0; });
        if (place == places.end() && at_zero) place = places.find({name, {}});
        if (place == places.end()) return fail(fmt::format("its metadata do not say where a piece of '{}' is", name));
        CheckpointPiece piece = place->second;
        piece.begin = *std::move(begin);
        piece.sizes = *lengths;
        tensor.pieces.push_back(std::move(piece));
    }
    TRY(settle_pieces(tensor));
    return tensor;
}

} // namespace

Result<Checkpoint> parse_torch_metadata(std::span<std::byte const> pickle) {
    auto const tree = TRY(PickleTree::parse(pickle, is_torch_global));
    PickleValue const& root = tree.root();
    PickleValue const* const entries = root.member("state_dict_metadata");
    if (!is_class(root, "Metadata") || entries == nullptr || entries->kind != Kind::Dict)
        return fail("it is no metadata of a distributed checkpoint");
    auto const places = TRY(storage_in(root.member("storage_data")));
    Checkpoint made{.archived = true};
    for (std::size_t i = 0; i + 1 < entries->items.size(); i += 2) {
        PickleValue const& name = *entries->items[i];
        PickleValue const& metadata = *entries->items[i + 1];
        if (name.kind != Kind::Text || name.text.empty()) return fail("a tensor of it has no name");
        if (!is_class(metadata, "TensorStorageMetadata")) {
            auto const place = places.find({name.text, {}});
            made.others.push_back(fmt::format("'{}', which is no tensor", name.text));
            made.other_places.push_back(place == places.end() ? "" : place->second.file);
            continue;
        }
        made.tensors.push_back(TRY(tensor_in(name.text, metadata, places)));
    }
    std::ranges::sort(made.tensors, {}, &CheckpointTensor::name);
    auto const twice = std::ranges::adjacent_find(made.tensors, {}, &CheckpointTensor::name);
    if (twice != made.tensors.end()) return fail(fmt::format("it has '{}' twice", twice->name));
    return made;
}

} // namespace tessera
