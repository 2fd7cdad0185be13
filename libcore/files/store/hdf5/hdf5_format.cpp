// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of HDF5 and netCDF-4 files: any number of arrays, with or without chunks and filters.
#include "libcore/files/store/hdf5/hdf5_format.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/hdf5/hdf5_array.hpp"
#include "libcore/files/store/hdf5/hdf5_chunk_repair.hpp"
#include "libcore/files/store/hdf5/hdf5_dimensions.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_input.hpp"
#include "libcore/files/store/hdf5/hdf5_keeping.hpp"
#include "libcore/files/store/hdf5/hdf5_links.hpp"
#include "libcore/files/store/hdf5/hdf5_notes.hpp"
#include "libcore/files/store/hdf5/hdf5_output.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <fmt/format.h>
#include <functional>
#include <utility>

namespace tessera {

namespace {

/// Calls `look` and adds the file's name to HDF5's errors, which usually lack it.
template <class Found>
Result<Found> looked_at(std::string const& path, std::function<Result<Found>()> const& look) {
    try {
        return look();
    } catch (Hdf5Error const& error) {
        std::string const text = error.what();
        throw Hdf5Error(text.find(path) == std::string::npos ? fmt::format("reading '{}': {}", path, text) : text);
    }
}

class Hdf5Format final : public ArrayFormat {
  public:
    void limit(std::vector<NewArray>& arrays) const override {
        for (NewArray& array : arrays)
            if (!array.chunk) array.unlimited.clear();
    }
    [[nodiscard]] FormatCapabilities capabilities() const override {
        return {.has_chunks = true,
                .has_objects = true,
                .holds_several = true,
                .has_groups = true,
                .adds = true,
                .keeps_fields = true,
                .dims_are_arrays = true,
                .keeps_notes = true,
                .keeps_texts = true,
                .reverses_fortran = true};
    }
    [[nodiscard]] std::string_view name() const override { return "hdf5"; }
    [[nodiscard]] std::string_view names() const override { return "file.h5:/dataset"; }

    /// Recognises any name with ":/dataset", regardless of the file's ending, and the endings of HDF5 and netCDF-4.
    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        FileName file = split_dataset(text);
        if (file.dataset.empty()) return recognise_ending(text, {".h5", ".hdf5", ".nc", ".nc4", ".he5"});
        if (file.dataset == "/") file.dataset.clear();
        return file;
    }

    [[nodiscard]] std::optional<FileName> recognise_content(std::string_view text) const override {
        SilencedHdf5Errors const quiet;
        FileName file{.path = std::string(text)};
        return check_hdf5_file(file.path) ? std::optional(std::move(file)) : std::nullopt;
    }

    [[nodiscard]] FileName place_of(FileName file, std::string const& array, bool several) const override {
        return dataset_of(std::move(file), array, several);
    }

    [[nodiscard]] Result<FileName> completed(FileName file) const override {
        if (!file.dataset.empty()) return file;
        file.dataset = TRY(looked_at<std::string>(file.path, [&] { return only_dataset(file.path); }));
        return file;
    }

    [[nodiscard]] Result<std::vector<std::string>> datasets(std::string const& path) const override {
        TRY(check_hdf5_file(path));
        SilencedHdf5Errors const quiet;
        return looked_at<std::vector<std::string>>(path, [&] {
            std::vector<std::string> names;
            auto const survey = hdf5_survey(path, "opening a file");
            for (SurveyedDataset const& set : survey->sets)
                if (!set.is_name_only) names.push_back(set.path);
            return Result<std::vector<std::string>>(std::move(names));
        });
    }

    [[nodiscard]] std::vector<GroupNotes> groups(std::string const& path) const override { return hdf5_groups(path); }
    [[nodiscard]] std::vector<ArrayAlias> aliases(std::string const& path) const override { return hdf5_aliases(path); }
    [[nodiscard]] std::vector<std::string> other_objects(std::string const& path) const override {
        return hdf5_links_and_types(path);
    }

    [[nodiscard]] std::vector<FileDimension> dimensions(std::string const& path) const override { return hdf5_dimensions(path); }

    [[nodiscard]] std::optional<Index> stored_bytes(FileName const& file) const override {
        SilencedHdf5Errors const quiet;
        Hdf5Handle const in(open_to_read(file.path, H5P_DEFAULT), "opening a file");
        Hdf5Handle const set(H5Dopen2(in.get(), file.dataset.c_str(), H5P_DEFAULT), "opening a dataset");
        return narrow<Index>(H5Dget_storage_size(set.get()));
    }

    [[nodiscard]] bool is_kept_whole(FileName const& file) const override {
        try {
            return is_kept_by_hdf5_alone(file);
        } catch (Hdf5Error const&) {
            return false; // open() reports the reason
        }
    }

    [[nodiscard]] bool is_without_shape(FileName const& file) const override {
        SilencedHdf5Errors const quiet;
        Hdf5Handle const in(open_to_read(file.path, H5P_DEFAULT), "opening a file");
        Hdf5Handle const set(H5Dopen2(in.get(), file.dataset.c_str(), H5P_DEFAULT), "opening a dataset");
        Hdf5Handle const space(H5Dget_space(set.get()), "looking at a dataset");
        return H5Sget_simple_extent_type(space.get()) == H5S_NULL;
    }

    [[nodiscard]] std::shared_ptr<void const> hold(std::string const& path) const override {
        SilencedHdf5Errors const quiet;
        if (!check_hdf5_file(path)) return nullptr; // opening it will report the reason
        auto input = hdf5_input(path);
        input->keep_open(path);
        return input;
    }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const& request) const override {
        StorageOrder const order = request.declared ? request.declared->order : StorageOrder::C;
        Hdf5Elements const elements = request.as_stored ? Hdf5Elements::AsStored
                                      : request.texts   ? Hdf5Elements::Texts
                                                        : Hdf5Elements::Known;
        auto array = looked_at<StoredArray>(file.path, [&] { return open_hdf5_array(file.path, file.dataset, order, elements); });
        if (array && array->being_written && !request.being_written)
            return fail(fmt::format(
                "'{}' is being written (SWMR), or its writer ended without closing it; iocopy copies what it holds", file.path));
        if (!array || !request.to_repair) return array;
        TRY(make_repairable(*array));
        return array;
    }

    [[nodiscard]] ArrayMetadata metadata(FileName const& file, StorageOrder order, MetadataSelection const& wanted) const override {
        return hdf5_metadata(file, order, wanted);
    }
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        for (NewArray const& array : arrays)
            if (array.dataset == "/" || (array.dataset + "/").find("/./") != std::string::npos) // the group itself
                return fail(fmt::format("no dataset can be called '{}'; say TARGET:/NAME", array.dataset));
        return hdf5_output(place, std::move(arrays));
    }
};

} // namespace

ArrayFormat const& hdf5_format() {
    static Hdf5Format const format;
    return format;
}

} // namespace tessera
