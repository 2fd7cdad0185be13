// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checkpoints in the making.
#include "libcore/files/store/torch/checkpoint_output.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/safetensors_header.hpp"
#include "libcore/files/store/torch/checkpoint.hpp"
#include "libcore/files/store/torch/checkpoint_layout.hpp"
#include "libcore/files/store/torch/torch_tensor.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <libdeflate.h>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;
struct NewCheckpoint {
    CheckpointLayout layout;
    TextPairs texts = {}; ///< texts that the files keep
};

class CheckpointOutput final : public OutputFile {
  public:
    CheckpointOutput(OutputPath place, std::vector<NewArray> arrays, NewCheckpoint made)
        : place_(std::move(place)), directory_(place_), arrays_(std::move(arrays)), layout_(std::move(made.layout)),
          texts_(std::move(made.texts)) {}

    [[nodiscard]] StoredShape shape(std::size_t array) const override {
        return shape_of_files(stored(array).files.front(), arrays_[array].extents);
    }
    [[nodiscard]] bool in_files() const override { return true; }
    [[nodiscard]] std::vector<StoredFile> planned_files(std::size_t array) const override { return stored(array).files; }
    [[nodiscard]] std::string description() const override {
        std::string text = "checkpoint";
        for (CheckpointFile const& file : layout_.files) text += fmt::format(" {} {}", file.name, file.fixed.front().second);
        return text;
    }

    [[nodiscard]] Result<void> check_place(std::string const& path, bool force) const override {
        if (auto const free = check_output_place(path, force, OutputKind::Directory); !free) return free;
        std::error_code ignored;
        if (!fs::exists(place_.path, ignored) || fs::is_empty(place_.path, ignored)) return {};
        std::vector<std::string> lost;
        auto const there = load_checkpoint(place_.path);
        for (CheckpointTensor const& each : there ? (*there)->tensors : std::vector<CheckpointTensor>{})
            if (std::ranges::find(layout_.tensors, each.name, &CheckpointTensor::name) == layout_.tensors.end())
                lost.push_back(each.name);
        for (auto const& entry : fs::directory_iterator(place_.path, ignored))
            if (std::string const name = entry.path().filename().string(); !belongs_to_checkpoint(name)) lost.push_back(name);
        if (lost.empty()) return {};
        return fail(
            fmt::format("'{}' holds {} besides, which would be lost; name another target", place_.path, fmt::join(lost, ", ")));
    }

    /// Returns the wanted metadata; the loss of coordinates and names is already listed.
    [[nodiscard]] ArrayNotes kept_of_coordinate(std::size_t, Coordinate const& coordinate) const override {
        return coordinate.notes;
    }
    [[nodiscard]] std::vector<Attribute> kept_of_file() const override { return attributes_of(texts_); }

    void create(CreationCallback const&) override {
        directory_.create();
        for (CheckpointFile const& each : layout_.files) {
            PosixFile file = PosixFile::create(path_of(each.name));
            file.resize(each.bytes);
            for (auto const& [begin, text] : each.fixed) file.write(begin, std::as_bytes(std::span(text)));
            file.close();
        }
    }
    [[nodiscard]] bool is_begun() const override { return directory_.exists(); }

    [[nodiscard]] StoredArray open(std::size_t array) override { return stored(array); }
    [[nodiscard]] StoredArray reopened(std::size_t array) override {
        auto const there = load_checkpoint(place_.provisional());
        if (!there) throw std::runtime_error(there.error().message);
        CheckpointTensor const* const tensor = (*there)->find(layout_.tensors[array].name);
        if (tensor == nullptr)
            throw std::runtime_error(fmt::format("'{}' has lost '{}'", place_.path, layout_.tensors[array].name));
        auto again = checkpoint_array(place_.provisional(), **there, *tensor, arrays_[array].order);
        if (!again) throw std::runtime_error(again.error().message);
        return *std::move(again);
    }

    void sync() const override { sync_file_system(place_.provisional()); }

    /// Every rank computes the CRC of some elements, if the files store CRCs, and syncs what it wrote.
    void finish(Communicator const& comm, ArrayChecksums) override {
        all_or_none(comm, [&] {
            for (auto i = as_size(comm.rank()); i < layout_.sums.size(); i += as_size(comm.size())) write_sum(layout_.sums[i]);
            sync();
            sync_directory(place_.provisional());
        });
    }

    void publish() override {
        for (CheckpointFile const& file : layout_.files) give_permissions(path_of(file.name), place_.original);
        directory_.publish();
    }
    void discard() noexcept override { directory_.discard(); }

  private:
    [[nodiscard]] std::string path_of(std::string const& name) const { return fmt::format("{}/{}", place_.provisional(), name); }

    void write_sum(SummedElements const& summed) const {
        constexpr Index piece = Index{4} << 20;
        PosixFile file = PosixFile::open_to_write(path_of(summed.file));
        std::vector<std::byte> bytes(as_size(std::min(piece, summed.elements.size())));
        std::uint32_t sum = 0;
        for (Index at = summed.elements.begin; at < summed.elements.end; at += piece) {
            auto const part = std::span(bytes).first(as_size(std::min(piece, summed.elements.end - at)));
            file.read(at, part);
            sum = libdeflate_crc32(sum, part.data(), part.size());
        }
        std::array<std::byte, sizeof sum> text{};
        for (std::size_t b = 0; b < text.size(); ++b) text[b] = static_cast<std::byte>(sum >> (8 * b) & 0xFFU);
        for (Index const place : summed.places) file.write(place, text);
        file.close();
    }

    [[nodiscard]] std::vector<GroupNotes> made_groups(std::vector<GroupNotes> groups) override {
        return groups_in_names(std::move(groups), datasets_of(arrays_));
    }

    [[nodiscard]] StoredArray stored(std::size_t array) const {
        std::vector<StoredFile> files;
        CheckpointTensor const& tensor = layout_.tensors[array];
        for (CheckpointPiece const& piece : tensor.pieces)
            files.push_back(in_one_piece(path_of(piece.file), piece.sizes, StorageOrder::C, piece.offset));
        return sharded_array(place_.provisional(), tensor, std::move(files), arrays_[array].order);
    }

    OutputPath place_;
    ProvisionalDirectory directory_;
    std::vector<NewArray> arrays_;
    CheckpointLayout layout_; // has one tensor per array
    TextPairs texts_;
};

/// Returns the name of an array's type in this variant, or the original's if only checkpoints have that type.
Result<std::string> dtype_in_flavour(NewArray const& array, bool archived) {
    if (auto known = archived ? torch_dtype(array.type) : safetensors_dtype(array.type)) return *std::move(known);
    auto const original =
        array.copied_from && array.copied_from->keeps_type ? load_checkpoint(array.copied_from->file.path) : fail("");
    CheckpointTensor const* const tensor = original ? (*original)->find(array.copied_from->file.dataset.substr(1)) : nullptr;
    std::string const word = tensor == nullptr ? "" : tensor->dtype;
    constexpr std::array<std::array<std::string_view, 2>, 2> same{{{"F8_E4M3", "float8_e4m3fn"}, {"F8_E5M2", "float8_e5m2"}}};
    for (auto const& [safetensors, torch] : same)
        if (word == safetensors || word == torch) return std::string(archived ? torch : safetensors);
    return fail(fmt::format("{} cannot hold elements of type {}", archived ? "PyTorch" : "safetensors files", array.type.name));
}

Result<CheckpointTensor> new_tensor(NewArray const& array, bool archived) {
    std::string const name = array.dataset.substr(array.dataset.starts_with('/') ? 1 : 0);
    if (name.empty() || name == "__metadata__") return fail(fmt::format("a tensor cannot be called '{}'", name));
    if (array.chunk) return fail("only HDF5 files and Zarr stores have chunks");
    auto dtype = TRY(dtype_in_flavour(array, archived));
    if (array.big_endian && array.type.bytes > 1) return fail("the elements of checkpoints have the lowest byte first");
    CheckpointTensor tensor{text_of_bytes(name), std::move(dtype), array.type, array.extents};
    if (array.order == StorageOrder::Fortran) std::ranges::reverse(tensor.shape);
    return tensor;
}

TextPairs texts_of_file(NewArray const& first) {
    TextPairs texts = texts_among(first.metadata.of_file);
    bool const says = std::ranges::any_of(texts, [](auto const& text) { return text.first == "format"; });
    if (!says) texts.emplace_back("format", "pt");
    return texts;
}

/// Removes pieces without elements, because nobody writes them.
void drop_empty_pieces(CheckpointLayout& layout) {
    for (CheckpointTensor& tensor : layout.tensors)
        if (std::ranges::find(tensor.shape, 0) != tensor.shape.end()) tensor.pieces.clear();
}

/// Returns whether to write torch.save() archives: as requested; otherwise as the checkpoint that is replaced or copied; otherwise
/// safetensors.
bool wants_archives(OutputPath const& place, NewArray const& first) {
    if (!first.format_version.empty()) return first.format_version == "dcp-torch";
    std::error_code ignored;
    return fs::exists(fs::path(place.path) / ".metadata", ignored);
}

} // namespace

Result<std::unique_ptr<OutputFile>> checkpoint_output(OutputPath const& place, std::vector<NewArray> arrays) {
    bool const archived = wants_archives(place, arrays.front());
    std::vector<CheckpointTensor> tensors;
    std::vector<std::pair<std::string, std::vector<std::string>>> lost;
    for (NewArray const& array : arrays) {
        auto tensor = new_tensor(array, archived);
        if (!tensor) return tl::unexpected(error_of(array, arrays, tensor.error()));
        tensors.push_back(*std::move(tensor));
        ArrayMetadata rest;
        rest.dim_names = array.metadata.dim_names;
        rest.coordinates = array.metadata.coordinates;
        lost.emplace_back(array.dataset, all_of(rest));
    }
    auto const files = as_size(arrays.front().shares);
    NewCheckpoint made;
    if (archived) {
        made.layout = torch_layout(std::move(tensors), files);
    } else {
        made.texts = texts_of_file(arrays.front());
        made.layout = TRY(safetensors_layout(std::move(tensors), files, made.texts));
    }
    drop_empty_pieces(made.layout);
    auto output = std::make_unique<CheckpointOutput>(place, std::move(arrays), std::move(made));
    for (auto& [array, what] : lost) output->add_loss(std::move(what), array);
    return output;
}

} // namespace tessera
