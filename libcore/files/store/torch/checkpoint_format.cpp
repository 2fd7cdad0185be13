// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of PyTorch's distributed checkpoints (folders of tensors).
#include "libcore/files/store/torch/checkpoint_format.hpp"

#include "libcore/files/store/catalogued_format.hpp"
#include "libcore/files/store/safetensors_header.hpp"
#include "libcore/files/store/text_attributes.hpp"
#include "libcore/files/store/torch/checkpoint.hpp"
#include "libcore/files/store/torch/checkpoint_output.hpp"
#include "libcore/files/store/torch/safetensors_folder.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;

std::string without_slashes_at_end(std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
}

class CheckpointFormat final : public CataloguedFormat<Checkpoint> {
  public:
    [[nodiscard]] FormatCapabilities capabilities() const override {
        return {.keeps_byte_order = false,
                .holds_several = true,
                .has_groups = true,
                .is_shared_out = true,
                .keeps_notes = true,
                .reverses_fortran = true};
    }
    [[nodiscard]] std::string_view name() const override { return "checkpoint"; }
    [[nodiscard]] std::string_view names() const override { return "checkpoint/:/tensor"; }

    [[nodiscard]] std::vector<std::string_view> format_versions() const override { return {"dcp", "dcp-torch"}; }

    [[nodiscard]] std::optional<FileName> recognise_as(std::string_view text) const override {
        FileName file = split_dataset(text);
        file.path = without_slashes_at_end(std::move(file.path));
        return file;
    }

    /// Recognises the folder, or a file in it that stands for the folder.
    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        FileName file = split_dataset(text);
        fs::path path(file.path);
        if (path.filename() == ".metadata" || path.filename() == safetensors_index)
            path = path.has_parent_path() ? path.parent_path() : ".";
        file.path = without_slashes_at_end(path.string());
        if (!is_checkpoint(file.path)) return std::nullopt;
        if (file.dataset == "/") file.dataset.clear();
        return file;
    }

    /// Describes separately pickled objects, such as step counters and optimizer settings.
    [[nodiscard]] std::vector<std::string> other_objects(std::string const& path) const override {
        auto const there = load_checkpoint(path);
        return there ? (*there)->others : std::vector<std::string>{};
    }

    /// Warns about safetensors files of PyTorch: they state where pieces begin, but not the shape of the whole.
    [[nodiscard]] std::optional<std::string> caution(FileName const& file) const override {
        auto const there = load_checkpoint(file.path);
        if (!there) return std::nullopt;
        std::vector<std::string> names;
        for (CheckpointTensor const& tensor : (*there)->tensors)
            if (tensor.may_go_on && (file.dataset.empty() || file.dataset == "/" + tensor.name))
                names.push_back(fmt::format("'{}'", tensor.name));
        if (names.empty()) return std::nullopt;
        return fmt::format("the files of '{}' do not say how many they are: if the last one is missing, so is the end of {}",
                           file.path, some_names(names));
    }

  private:
    [[nodiscard]] std::string_view word() const override { return "tensor"; }
    [[nodiscard]] std::string_view advice() const override { return "; --as dcp copies all to a folder"; }
    [[nodiscard]] Result<std::shared_ptr<Checkpoint const>> load(std::string const& path) const override {
        return load_checkpoint(path);
    }
    [[nodiscard]] std::vector<std::string> arrays(Checkpoint const& content) const override {
        std::vector<std::string> names;
        for (CheckpointTensor const& tensor : content.tensors) names.push_back("/" + tensor.name);
        return names;
    }
    [[nodiscard]] Result<StoredArray> open_in(Checkpoint const& content, FileName const& file,
                                              OpenRequest const& request) const override {
        CheckpointTensor const* const tensor = file.dataset.empty() ? nullptr : content.find(file.dataset.substr(1));
        if (tensor == nullptr) return missing(file, content);
        if (!safetensors_dtype(tensor->type) && tensor->type.name.starts_with('V') && !request.as_stored)
            return fail(fmt::format("the elements of '{}' are {}, which only checkpoints know", file.shown(), tensor->dtype));
        return checkpoint_array(file.path, content, *tensor, request.declared ? request.declared->order : StorageOrder::C);
    }
    [[nodiscard]] ArrayMetadata metadata_in(Checkpoint const& content, FileName const&, StorageOrder,
                                            MetadataSelection const& wanted) const override {
        ArrayMetadata metadata;
        if (wanted.of_file) metadata.of_file = attributes_of(content.texts);
        return metadata;
    }
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        return checkpoint_output(place, std::move(arrays));
    }
};

} // namespace

ArrayFormat const& checkpoint_format() {
    static CheckpointFormat const format;
    return format;
}

} // namespace tessera
