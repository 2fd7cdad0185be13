// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checkpoints that are being made, as PyTorch's HuggingFaceStorageWriter lays them out with save_distributed.
#include "libcore/runtime/store/torch/checkpoint_output.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/access/posix_file.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/store/safetensors_header.hpp"
#include "libcore/runtime/store/torch/checkpoint.hpp"
#include "libcore/runtime/store/torch/safetensors_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;
using CheckpointJson = nlohmann::ordered_json;
using FileTexts = std::vector<std::pair<std::string, std::string>>;

/// One file of a checkpoint.
struct Shard {
    SafeTensors tensors = {};
    CheckpointJson info = CheckpointJson::object(); ///< where each begins in the whole tensor
    std::string header = {};
    [[nodiscard]] Index bytes() const {
        Index all = std::ssize(header);
        for (SafeTensor const& each : tensors.tensors) all += each.bytes();
        return all;
    }
};

class CheckpointOutput final : public OutputFile {
  public:
    CheckpointOutput(OutputPlace place, std::vector<NewArray> arrays, std::vector<CheckpointTensor> tensors,
                     std::vector<Shard> shards)
        : place_(std::move(place)), directory_(place_), arrays_(std::move(arrays)), tensors_(std::move(tensors)),
          shards_(std::move(shards)) {}

    [[nodiscard]] StoredShape shape(std::size_t array) const override {
        return shape_of_files(stored(array).files.front(), arrays_[array].extents);
    }
    [[nodiscard]] bool in_files() const override { return true; }
    [[nodiscard]] std::vector<StoredFile> planned_files(std::size_t array) const override { return stored(array).files; }
    [[nodiscard]] std::string description() const override {
        std::string text = "checkpoint";
        for (Shard const& shard : shards_) text += " " + shard.header;
        return text;
    }

    [[nodiscard]] Result<void> check_place(std::string const& path, bool force) const override {
        if (auto const free = check_output_place(path, force, OutputKind::Directory); !free) return free;
        std::error_code ignored;
        if (!fs::exists(place_.path, ignored) || fs::is_empty(place_.path, ignored)) return {};
        std::vector<std::string> lost;
        auto const there = load_checkpoint(place_.path);
        for (CheckpointTensor const& each : there ? (*there)->tensors : std::vector<CheckpointTensor>{})
            if (std::ranges::find(tensors_, each.name, &CheckpointTensor::name) == tensors_.end()) lost.push_back(each.name);
        for (auto const& entry : fs::directory_iterator(place_.path, ignored))
            if (std::string const name = entry.path().filename().string(); !belongs(name)) lost.push_back(name);
        if (lost.empty()) return {};
        return fail(
            fmt::format("'{}' holds {} besides, which would be lost; name another target", place_.path, fmt::join(lost, ", ")));
    }

    /// What it has of coordinates and names is told as a whole.
    [[nodiscard]] ArrayNotes kept_of_coordinate(std::size_t, Coordinate const& coordinate) const override {
        return coordinate.notes;
    }
    [[nodiscard]] std::vector<Attribute> kept_of_file() const override {
        std::vector<Attribute> kept;
        for (auto const& [key, text] : shards_.front().tensors.metadata) kept.push_back({key, text});
        return kept;
    }

    void create(MakingWatch const&) override {
        directory_.create();
        for (std::size_t s = 0; s < shards_.size(); ++s) {
            PosixFile file = PosixFile::create(path_of(s));
            file.resize(shards_[s].bytes());
            file.write(0, std::as_bytes(std::span(shards_[s].header)));
            file.close();
        }
    }
    [[nodiscard]] bool is_begun() const override { return directory_.exists(); }

    [[nodiscard]] StoredArray open(std::size_t array) override { return stored(array); }
    [[nodiscard]] StoredArray reopened(std::size_t array) override {
        auto const there = load_checkpoint(place_.provisional());
        if (!there) throw std::runtime_error(there.error().message);
        CheckpointTensor const* const tensor = (*there)->find(tensors_[array].name);
        if (tensor == nullptr) throw std::runtime_error(fmt::format("'{}' has lost '{}'", place_.path, tensors_[array].name));
        auto again = checkpoint_array(place_.provisional(), **there, *tensor, arrays_[array].order);
        if (!again) throw std::runtime_error(again.error().message);
        return *std::move(again);
    }

    void sync() const override { sync_file_system(place_.provisional()); }

    void finish(Comm const& comm, ArrayChecksums) override {
        all_or_none(comm, [&] { sync(); });
        all_or_none(comm, [&] {
            if (comm.rank() != 0) return;
            PosixFile file = PosixFile::open_or_create(index_path());
            std::string const text = index_text();
            file.resize(std::ssize(text));
            file.write(0, std::as_bytes(std::span(text)));
            file.sync();
            file.close();
            sync_directory(place_.provisional());
        });
    }

    void publish() override {
        for (std::size_t s = 0; s < shards_.size(); ++s) give_permissions(path_of(s), place_.original);
        give_permissions(index_path(), place_.original);
        directory_.publish();
    }
    void discard() noexcept override { directory_.discard(); }

  private:
    [[nodiscard]] static bool belongs(std::string const& name) {
        return name.ends_with(".safetensors") || name.ends_with(".distcp") || name == ".metadata" || name == safetensors_index;
    }
    [[nodiscard]] std::string path_of(std::size_t shard) const {
        return fmt::format("{}/{}", place_.provisional(), shard_name(static_cast<Index>(shard) + 1));
    }
    [[nodiscard]] std::string index_path() const { return fmt::format("{}/{}", place_.provisional(), safetensors_index); }

    /// Groups are parts of names.
    [[nodiscard]] std::vector<GroupNotes> made_groups(std::vector<GroupNotes> groups) override {
        for (GroupNotes& group : groups) {
            lose(std::move(group.only_here));
            bool const seen =
                std::ranges::any_of(arrays_, [&](NewArray const& array) { return array.dataset.starts_with(group.path + "/"); });
            if (!seen) lose({fmt::format("the group '{}'", group.path)});
        }
        return groups;
    }

    [[nodiscard]] StoredArray stored(std::size_t array) const {
        std::vector<StoredFile> files;
        CheckpointTensor const& tensor = tensors_[array];
        for (CheckpointPiece const& piece : tensor.pieces)
            files.push_back(
                in_one_piece(fmt::format("{}/{}", place_.provisional(), piece.file), piece.sizes, StorageOrder::C, piece.offset));
        return sharded_array(place_.provisional(), tensor, std::move(files), arrays_[array].order);
    }

    /// A tensor has one entry, though several files hold it: the first of them.
    [[nodiscard]] std::string index_text() const {
        CheckpointJson map = CheckpointJson::object();
        Index total = 0;
        for (CheckpointTensor const& each : tensors_) {
            map[each.name] = each.pieces.empty() ? shard_name(1) : each.pieces.front().file;
            for (CheckpointPiece const& piece : each.pieces) total += piece.length;
        }
        return CheckpointJson{{"metadata", {{"total_size", total}}}, {"weight_map", map}}.dump(2) + '\n';
    }

    OutputPlace place_;
    ProvisionalDirectory directory_;
    std::vector<NewArray> arrays_;
    std::vector<CheckpointTensor> tensors_; // one for each of them
    std::vector<Shard> shards_;
};

/// The word of safetensors files for its type; of one that only checkpoints know the original's.
Result<std::string> shard_dtype(NewArray const& array) {
    if (auto known = safetensors_dtype(array.type)) return *std::move(known);
    auto const original = array.like && array.like->keeps_type ? load_checkpoint(array.like->file.path) : fail("");
    CheckpointTensor const* const tensor = original ? (*original)->find(array.like->file.dataset.substr(1)) : nullptr;
    std::string const word = tensor == nullptr ? "" : tensor->dtype;
    if (word == "float8_e4m3fn") return "F8_E4M3";
    if (word == "float8_e5m2") return "F8_E5M2";
    if (safetensors_type(word) == array.type) return word;
    return fail(fmt::format("safetensors files cannot hold elements of type {}", array.type.name));
}

Result<CheckpointTensor> new_tensor(NewArray const& array) {
    std::string const name = array.dataset.substr(array.dataset.starts_with('/') ? 1 : 0);
    if (name.empty() || name == "__metadata__") return fail(fmt::format("a tensor cannot be called '{}'", name));
    if (array.chunk) return fail("only HDF5 files and Zarr stores have chunks");
    if (array.mapping)
        return fail("redist reads checkpoints and writes none; name another target, and copy that by iocopy --as dcp");
    auto dtype = shard_dtype(array);
    if (!dtype) return forward_error(dtype);
    if (array.big_endian && array.type.bytes > 1) return fail("the elements of safetensors files have the lowest byte first");
    CheckpointTensor tensor{text_of_bytes(name), *std::move(dtype), array.type, array.extents};
    if (array.order == StorageOrder::Fortran) std::ranges::reverse(tensor.shape);
    return tensor;
}

/// Blocks along the first dimension, rounded up as torch.chunk() does, so that the last files may get none.
void share_out(CheckpointTensor& tensor, std::vector<Shard>& shards) {
    bool const whole = tensor.shape.empty() || tensor.shape.front() == 0;
    Index const block = whole ? 1 : ceil_div(tensor.shape.front(), std::ssize(shards));
    for (std::size_t s = 0; s < shards.size(); ++s) {
        CheckpointPiece piece{Extents(tensor.shape.size(), 0), tensor.shape, shard_name(static_cast<Index>(s) + 1)};
        if (!whole) {
            piece.begin.front() = static_cast<Index>(s) * block;
            if (piece.begin.front() >= tensor.shape.front()) break;
            piece.sizes.front() = std::min(block, tensor.shape.front() - piece.begin.front());
        }
        SafeTensor const& part =
            shards[s].tensors.tensors.emplace_back(SafeTensor{tensor.name, tensor.dtype, tensor.type, piece.sizes});
        piece.length = part.bytes();
        shards[s].info[tensor.name] = {{offsets_member, piece.begin}, {shape_member, tensor.shape}};
        if (piece.length > 0) tensor.pieces.push_back(std::move(piece));
        if (whole) break;
    }
}

FileTexts texts_of_file(NewArray const& first) {
    FileTexts texts;
    for (Attribute const& each : first.beside.of_file)
        if (auto const* const text = std::get_if<std::string>(&each.value))
            texts.emplace_back(text_of_bytes(each.name), text_of_bytes(*text));
    bool const says = std::ranges::any_of(texts, [](auto const& text) { return text.first == "format"; });
    if (!says) texts.emplace_back("format", "pt");
    return texts;
}

/// Lays a file out, and says in the tensors where their pieces in it begin: the next ones of those that it has.
Result<void> lay_out(Shard& shard, FileTexts const& texts, std::vector<CheckpointTensor>& tensors, std::vector<std::size_t>& next) {
    shard.tensors.metadata = texts;
    shard.tensors.metadata.emplace_back(sharding_version_key, "1.0");
    shard.tensors.metadata.emplace_back(sharding_key, shard.info.dump());
    auto header = safetensors_text(shard.tensors);
    if (!header) return forward_error(header);
    shard.header = *std::move(header);
    std::size_t t = 0;
    for (SafeTensor const& part : shard.tensors.tensors) { // in the tensors' order
        while (tensors[t].name != part.name) ++t;
        if (next[t] < tensors[t].pieces.size()) tensors[t].pieces[next[t]++].offset = part.begin;
    }
    return {};
}

} // namespace

Result<std::unique_ptr<OutputFile>> checkpoint_output(OutputPlace const& place, std::vector<NewArray> arrays) {
    std::vector<Shard> shards(as_size(arrays.front().shares));
    std::vector<CheckpointTensor> tensors;
    std::vector<std::pair<std::string, std::vector<std::string>>> lost;
    for (NewArray const& array : arrays) {
        auto tensor = new_tensor(array);
        if (!tensor) return tl::unexpected(error_of(array, arrays, tensor.error()));
        share_out(*tensor, shards);
        tensors.push_back(*std::move(tensor));
        Companions rest;
        rest.dim_names = array.beside.dim_names;
        rest.coordinates = array.beside.coordinates;
        lost.emplace_back(array.dataset, all_of(rest));
    }
    while (shards.size() > 1 && shards.back().tensors.tensors.empty()) shards.pop_back();
    FileTexts const texts = texts_of_file(arrays.front());
    std::vector<std::size_t> next(tensors.size(), 0);
    for (Shard& shard : shards)
        if (auto const laid = lay_out(shard, texts, tensors, next); !laid) return forward_error(laid);
    auto output = std::make_unique<CheckpointOutput>(place, std::move(arrays), std::move(tensors), std::move(shards));
    for (auto& [array, what] : lost) output->lose(std::move(what), array);
    return output;
}

} // namespace tessera
