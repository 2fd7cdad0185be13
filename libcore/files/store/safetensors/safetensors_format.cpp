// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of safetensors files: named arrays after one header.
#include "libcore/files/store/safetensors/safetensors_format.hpp"

#include "libcore/files/store/safetensors/safetensors_output.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/files/store/text_attributes.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

std::vector<std::string> tensor_names(SafeTensors const& file) {
    std::vector<std::string> names;
    for (SafeTensor const& tensor : file.tensors) names.push_back("/" + tensor.name);
    return names;
}

class SafetensorsFormat final : public ArrayFormat {
  public:
    [[nodiscard]] FormatCapabilities capabilities() const override {
        return {
            .keeps_byte_order = false, .holds_several = true, .has_groups = true, .keeps_notes = true, .reverses_fortran = true};
    }
    [[nodiscard]] std::string_view name() const override { return "safetensors"; }
    [[nodiscard]] std::string_view names() const override { return "file.safetensors:/tensor"; }

    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        FileName file = split_dataset(text);
        if (!recognise_ending(file.path, {".safetensors"})) return std::nullopt;
        if (file.dataset == "/") file.dataset.clear();
        return file;
    }

    [[nodiscard]] FileName place_of(FileName file, std::string const& array, bool several) const override {
        return dataset_of(std::move(file), array, several);
    }

    [[nodiscard]] Result<FileName> completed(FileName file) const override {
        if (!file.dataset.empty()) return file;
        auto const there = load_safetensors(file.path);
        if (!there) return forward_error(there);
        auto name = only_name(file.path, tensor_names(**there), "tensor");
        if (!name) return forward_error(name);
        file.dataset = *std::move(name);
        return file;
    }

    [[nodiscard]] Result<std::vector<std::string>> datasets(std::string const& path) const override {
        auto const there = load_safetensors(path);
        if (!there) return forward_error(there);
        return tensor_names(**there);
    }

    [[nodiscard]] std::shared_ptr<void const> hold(std::string const& path) const override {
        auto there = load_safetensors(path);
        return there ? *std::move(there) : nullptr;
    }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const& request) const override {
        auto const there = load_safetensors(file.path);
        if (!there) return forward_error(there);
        SafeTensor const* const tensor = file.dataset.empty() ? nullptr : (*there)->find(file.dataset.substr(1));
        if (tensor == nullptr) return no_such_array(file, tensor_names(**there), "tensor");
        if (!safetensors_dtype(tensor->type) && !request.as_stored)
            return fail(fmt::format("the elements of '{}' are {}, which only safetensors files know", file.shown(), tensor->dtype));
        StorageOrder const order = request.declared ? request.declared->order : StorageOrder::C;
        StoredArray array = safetensors_array(file.path, *tensor, order);
        auto const checksum = noted_checksum(file.path, file.dataset, order);
        if (!checksum) return forward_error(checksum);
        array.checksum = *checksum;
        return array;
    }

    [[nodiscard]] ArrayMetadata metadata(FileName const& file, StorageOrder, MetadataSelection const& wanted) const override {
        ArrayMetadata metadata;
        if (!wanted.of_file) return metadata;
        auto const there = load_safetensors(file.path);
        if (!there) return metadata;
        metadata.of_file = attributes_of((*there)->metadata);
        return metadata;
    }

    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        return safetensors_output(place, std::move(arrays));
    }
};

} // namespace

ArrayFormat const& safetensors_format() {
    static SafetensorsFormat const format;
    return format;
}

} // namespace tessera
