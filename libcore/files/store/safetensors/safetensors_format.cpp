// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of safetensors files: named arrays after one header.
#include "libcore/files/store/safetensors/safetensors_format.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/catalogued_format.hpp"
#include "libcore/files/store/safetensors/safetensors_output.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/files/store/text_attributes.hpp"

#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

class SafetensorsFormat final : public CataloguedFormat<SafeTensors> {
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

  private:
    [[nodiscard]] std::string_view word() const override { return "tensor"; }
    [[nodiscard]] Result<std::shared_ptr<SafeTensors const>> load(std::string const& path) const override {
        return load_safetensors(path);
    }
    [[nodiscard]] std::vector<std::string> arrays(SafeTensors const& content) const override {
        std::vector<std::string> names;
        for (SafeTensor const& tensor : content.tensors) names.push_back("/" + tensor.name);
        return names;
    }
    [[nodiscard]] Result<StoredArray> open_in(SafeTensors const& content, FileName const& file,
                                              OpenRequest const& request) const override {
        SafeTensor const* const tensor = file.dataset.empty() ? nullptr : content.find(file.dataset.substr(1));
        if (tensor == nullptr) return missing(file, content);
        if (!safetensors_dtype(tensor->type) && !request.as_stored)
            return fail(fmt::format("the elements of '{}' are {}, which only safetensors files know", file.shown(), tensor->dtype));
        StorageOrder const order = request.declared ? request.declared->order : StorageOrder::C;
        StoredArray array = safetensors_array(file.path, *tensor, order);
        array.checksum = TRY(noted_checksum(file.path, file.dataset, order));
        return array;
    }
    [[nodiscard]] ArrayMetadata metadata_in(SafeTensors const& content, FileName const&, StorageOrder,
                                            MetadataSelection const& wanted) const override {
        ArrayMetadata metadata;
        if (wanted.of_file) metadata.of_file = attributes_of(content.metadata);
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
