// SPDX-License-Identifier: BSD-3-Clause
// Tessera: safetensors files in the making.
#include "libcore/files/store/safetensors/safetensors_output.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/single_output.hpp"
#include "libcore/files/store/text_attributes.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <string>
#include <utility>

namespace tessera {

namespace {

class SafetensorsOutput final : public SingleOutput {
  public:
    SafetensorsOutput(OutputPath place, std::vector<NewArray> arrays, SafeTensors file, std::string header)
        : SingleOutput(std::move(place)), arrays_(std::move(arrays)), tensors_(std::move(file)), header_(std::move(header)) {}

    [[nodiscard]] StoredShape shape(std::size_t array) const override { return stored(array).files.front().shape; }
    [[nodiscard]] std::string description() const override { return "safetensors " + header_; }

    [[nodiscard]] Result<void> check_place(std::string const& path, bool force) const override {
        if (auto const free = check_output_place(path, force); !free) return free;
        std::error_code ignored;
        if (!std::filesystem::exists(place().path, ignored)) return {};
        auto const there = load_safetensors(place().path);
        std::vector<std::string> lost;
        for (SafeTensor const& each : there ? (*there)->tensors : std::vector<SafeTensor>{})
            if (tensors_.find(each.name) == nullptr) lost.push_back(each.name);
        if (lost.empty()) return {};
        return fail(
            fmt::format("'{}' holds {} besides, which would be lost; name another target", place().path, fmt::join(lost, ", ")));
    }

    /// Returns the wanted metadata; the loss of coordinates and names is already listed.
    [[nodiscard]] ArrayNotes kept_of_coordinate(std::size_t, Coordinate const& coordinate) const override {
        return coordinate.notes;
    }
    [[nodiscard]] std::vector<Attribute> kept_of_file() const override { return attributes_of(tensors_.metadata); }

    void create(CreationCallback const&) override {
        PosixFile file = draft().create();
        Index bytes = std::ssize(header_);
        for (SafeTensor const& each : tensors_.tensors) bytes += each.bytes();
        file.resize(bytes);
        file.write(0, std::as_bytes(std::span(header_)));
        file.close();
    }

    [[nodiscard]] StoredArray open(std::size_t array) override { return stored(array); }

  private:
    [[nodiscard]] std::vector<std::string> array_names() const override { return datasets_of(arrays_); }
    [[nodiscard]] StorageOrder order() const override { return arrays_.front().order; }
    [[nodiscard]] StoredArray stored(std::size_t i) const {
        return safetensors_array(place().provisional(), tensors_.tensors[i], arrays_[i].order);
    }
    [[nodiscard]] std::vector<GroupNotes> made_groups(std::vector<GroupNotes> groups) override {
        return groups_in_names(std::move(groups), datasets_of(arrays_));
    }

    std::vector<NewArray> arrays_;
    SafeTensors tensors_; // one per array
    std::string header_;
};

/// Returns the name of an array's type, or the original's if only this format has that type.
Result<std::string> dtype_for(NewArray const& array) {
    if (auto known = safetensors_dtype(array.type)) return *std::move(known);
    if (array.copied_from && array.copied_from->keeps_type) {
        auto const original = load_safetensors(array.copied_from->file.path);
        std::string const& name = array.copied_from->file.dataset;
        SafeTensor const* const tensor = original && !name.empty() ? (*original)->find(name.substr(1)) : nullptr;
        if (tensor != nullptr && tensor->type == array.type) return tensor->dtype;
    }
    return fail(fmt::format("safetensors files cannot hold elements of type {}", array.type.name));
}

Result<SafeTensor> tensor_for(NewArray const& array) {
    std::string const name = array.dataset.substr(array.dataset.starts_with('/') ? 1 : 0);
    if (name.empty() || name == "__metadata__") return fail(fmt::format("a tensor cannot be called '{}'", name));
    if (array.chunk) return fail("only HDF5 files and Zarr stores have chunks");
    auto dtype = TRY(dtype_for(array));
    if (array.big_endian && array.type.bytes > 1) return fail("the elements of safetensors files have the lowest byte first");
    SafeTensor tensor{text_of_bytes(name), std::move(dtype), array.type, array.extents};
    if (array.order == StorageOrder::Fortran) std::ranges::reverse(tensor.shape);
    return tensor;
}

} // namespace

StoredArray safetensors_array(std::string const& path, SafeTensor const& tensor, StorageOrder order) {
    StoredArray array{.name = fmt::format("{}:/{}", path, tensor.name),
                      .array = "/" + tensor.name,
                      .type = tensor.type,
                      .extents = tensor.shape,
                      .order = order};
    if (order == StorageOrder::Fortran) std::ranges::reverse(array.extents);
    array.files.push_back(in_one_piece(path, array.extents, order, tensor.begin));
    return array;
}

Result<std::unique_ptr<OutputFile>> safetensors_output(OutputPath const& place, std::vector<NewArray> arrays) {
    SafeTensors file;
    std::vector<std::pair<std::string, std::vector<std::string>>> lost;
    for (NewArray const& array : arrays) {
        auto tensor = tensor_for(array);
        if (!tensor) return tl::unexpected(error_of(array, arrays, tensor.error()));
        file.tensors.push_back(*std::move(tensor));
        ArrayMetadata rest;
        rest.dim_names = array.metadata.dim_names;
        rest.coordinates = array.metadata.coordinates;
        lost.emplace_back(array.dataset, all_of(rest));
    }
    file.metadata = texts_among(arrays.front().metadata.of_file);
    auto header = TRY(safetensors_text(file));
    auto output = std::make_unique<SafetensorsOutput>(place, std::move(arrays), std::move(file), std::move(header));
    for (auto& [array, what] : lost) output->add_loss(std::move(what), array);
    return output;
}

} // namespace tessera
