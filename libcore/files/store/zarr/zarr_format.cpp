// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of Zarr stores: arrays in chunks, each chunk a file or a part of one.
#include "libcore/files/store/zarr/zarr_format.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/stored_checksum.hpp"
#include "libcore/files/store/zarr/keyed_store.hpp"
#include "libcore/files/store/zarr/zarr_characters.hpp"
#include "libcore/files/store/zarr/zarr_json.hpp"
#include "libcore/files/store/zarr/zarr_notes.hpp"
#include "libcore/files/store/zarr/zarr_output.hpp"
#include "libcore/files/store/zarr/zarr_store.hpp"
#include "libcore/files/store/zarr/zarr_texts.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

namespace fs = std::filesystem;

/// Returns whether a folder is a kerchunk list of references in Parquet.
bool is_parquet_list(std::string const& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored) || !fs::is_regular_file(path + "/.zmetadata", ignored)) return false;
    auto const text = metadata_text(path + "/.zmetadata");
    return text && text->find("\"record_size\"") != std::string::npos;
}

/// Returns whether a path has a store's ending in one of its parts, or leads to an existing store.
bool names_store(std::string const& path) {
    for (fs::path const& part : fs::path(path))
        if (recognise_ending(part.string(), {".zarr", ".zarr.zip"})) return true;
    bool const may_be_references = recognise_ending(path, {".json"}).has_value();
    return zarr_node(path).node != ZarrNode::None || (may_be_references && !keyed_path(path)) || is_parquet_list(path);
}

/// Error: the path is a Parquet reference list, or an unreadable store in one file.
Result<void> check_store(std::string const& path) {
    TRY(keyed_path(path));
    if (!is_parquet_list(path)) return {};
    return fail(fmt::format("'{}' holds references in parquet; have kerchunk write them as JSON, which is read", path));
}

/// Error: the path leads into a store in one file, which cannot be written.
Result<void> check_writable(std::string const& path) {
    auto const keyed = keyed_path(path);
    if (keyed && *keyed)
        return fail(
            fmt::format("'{}' is {}, which is only read here; name another target", (*keyed)->file, (*keyed)->store->kind()));
    for (fs::path const& part : fs::path(path))
        if (recognise_ending(part.string(), {".zip"}))
            return fail(fmt::format("cannot write '{}': zip stores are only read here; make a folder 'store.zarr', and pack it: "
                                    "cd store.zarr && zip -0 -r ../store.zarr.zip .",
                                    path));
    return {};
}

std::string without_slashes(std::string_view path) {
    while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
    return std::string(path);
}

/// Returns whether the array is the coordinate of its dimension: one-dimensional and of the same name.
bool is_coordinate(std::string const& store, std::string const& name) {
    auto const loaded = load_zarr(zarr_path(store, name));
    return loaded && loaded->array.dim_names.size() == 1 && "/" + loaded->array.dim_names.front() == name.substr(name.rfind('/'));
}

class ZarrFormat final : public ArrayFormat {
  public:
    void limit(std::vector<NewArray>&) const override {}
    [[nodiscard]] FormatCapabilities capabilities() const override {
        return {.has_chunks = true,
                .holds_several = true,
                .has_groups = true,
                .keeps_fields = true,
                .keeps_notes = true,
                .keeps_times = true,
                .keeps_texts = true};
    }
    [[nodiscard]] std::string_view name() const override { return "zarr"; }
    [[nodiscard]] std::string_view names() const override { return "store.zarr:/array"; }
    [[nodiscard]] std::vector<std::string_view> format_versions() const override { return {"zarr2", "zarr3"}; }

    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        FileName file = split_dataset(text);
        file.path = without_slashes(file.path);
        if (file.path.empty() || !names_store(file.path)) return std::nullopt;
        file.dataset = without_slashes(file.dataset);
        return file;
    }

    /// Returns the path of the deepest existing group; the rest of the name is created in it.
    [[nodiscard]] FileName place_of(FileName file, std::string const& array, bool several) const override {
        if (several) {
            file.dataset = (file.dataset == "/" ? "" : file.dataset) + "/" + array;
        } else if (file.dataset.empty()) {
            file.dataset = zarr_node(file.path).node == ZarrNode::Array ? "/" : "/" + array;
        }
        while (file.dataset != "/" && zarr_node(file.path).node == ZarrNode::Group) {
            auto const end = file.dataset.find('/', 1);
            file.path += file.dataset.substr(0, end);
            file.dataset = end == std::string::npos ? "/" : file.dataset.substr(end);
        }
        return file;
    }

    /// Returns the only array, not counting coordinates.
    [[nodiscard]] Result<FileName> completed(FileName file) const override {
        if (!file.dataset.empty()) return file;
        if (zarr_node(file.path).node == ZarrNode::Array) {
            file.dataset = "/";
            return file;
        }
        TRY(check_store(file.path));
        if (!is_store_folder(file.path)) return fail(fmt::format("cannot read '{}': there is no such directory", file.path));
        std::vector<std::string> names = TRY(zarr_arrays(file.path));
        if (names.size() > 1) std::erase_if(names, [&](std::string const& name) { return is_coordinate(file.path, name); });
        file.dataset = TRY(only_name(file.path, names, "array"));
        return file;
    }

    [[nodiscard]] Result<std::vector<std::string>> datasets(std::string const& path) const override {
        TRY(check_store(path));
        auto const known = TRY(known_zarr_node(path));
        if (known.node == ZarrNode::Array) return std::vector<std::string>{"/"};
        return zarr_arrays(path);
    }

    [[nodiscard]] std::shared_ptr<void const> hold(std::string const& path) const override { return hold_zarr(path); }

    [[nodiscard]] std::vector<GroupNotes> groups(std::string const& path) const override { return zarr_groups(path); }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const& request) const override {
        std::string const path = zarr_path(file.path, file.dataset);
        auto const keyed = TRY(keyed_path(path));
        if (keyed && request.to_repair)
            return fail(fmt::format("'{}' is {}, which is only read here; unpack it, or copy it to a store in folders", keyed->file,
                                    keyed->store->kind()));
        auto const node = TRY(known_zarr_node(path));
        if (node.node != ZarrNode::Array) return missing(file, path);
        auto const loaded = TRY(load_zarr(path));
        Texts const texts = texts_in(loaded.array, request);
        TRY(check_known(file, loaded.array.type, texts, request));
        StoredArray stored = stored_zarr(file.shown(), path, loaded.array, request.to_repair);
        give_texts(stored, path, loaded.array, texts);
        if (file.dataset != "/") stored.array = file.dataset;
        std::error_code ignored;
        bool const has_own = fs::exists(zarr_checksum_file(path), ignored);
        // older notes lie beside the array's directory
        stored.checksum = TRY(noted_checksum(has_own ? path + "/" : path, "", stored.order));
        if (!keyed) return stored;
        stored.files.front().path = keyed->file;
        stored.other_files = keyed->store->other_files();
        return stored;
    }

    [[nodiscard]] ArrayMetadata metadata(FileName const& file, StorageOrder, MetadataSelection const& wanted) const override {
        return zarr_metadata(file, wanted);
    }
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        TRY(check_writable(place.path));
        return zarr_output(place, std::move(arrays));
    }

  private:
    /// How elements are presented to the caller.
    enum class Texts {
        None,
        AnyLength,
        Wide, ///< 4-byte characters, all texts of one length
    };

    static Texts texts_in(ZarrArray const& array, OpenRequest const& request) {
        if (array.type.texts) return Texts::AnyLength;
        bool const wanted = request.texts && !request.as_stored;
        return wanted && has_wide_characters(array.type) && array.order() == StorageOrder::C ? Texts::Wide : Texts::None;
    }

    /// Error: the caller cannot use such elements.
    static Result<void> check_known(FileName const& file, ZarrType const& type, Texts texts, OpenRequest const& request) {
        if (request.as_stored) return {};
        if (texts == Texts::None && type.foreign)
            return fail(fmt::format("the elements of '{}' are {}, which only Zarr knows: the target must be a Zarr store, too",
                                    file.shown(), type.text));
        if (texts == Texts::AnyLength && !request.texts)
            return fail(fmt::format("the elements of '{}' are {} of any length; only iocopy to an HDF5 file or a Zarr store "
                                    "copies those",
                                    file.shown(), type.of_bytes ? "sequences of bytes" : "texts"));
        return {};
    }

    static void give_texts(StoredArray& stored, std::string const& path, ZarrArray const& array, Texts texts) {
        stored.parts_elsewhere = texts != Texts::None;
        if (texts == Texts::AnyLength) stored.texts = zarr_texts(path, array);
        if (texts != Texts::Wide) return;
        stored.texts = zarr_wide_texts(path, array);
        stored.type = text_type();
        stored.fill.clear();
    }

    static tl::unexpected<Error> missing(FileName const& file, std::string const& path) {
        std::error_code ignored;
        if (!fs::exists(file.path, ignored)) return fail(fmt::format("cannot read '{}': there is no such directory", file.path));
        auto const names = TRY(zarr_arrays(file.path));
        if (names.empty()) return fail(fmt::format("'{}' is no Zarr array, and there is none in it", path));
        return fail(fmt::format("'{}' has no array '{}'; it has {}", file.path, file.dataset, some_names(names)));
    }
};

} // namespace

ArrayFormat const& zarr_format() {
    static ZarrFormat const format;
    return format;
}

} // namespace tessera
