// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of classic netCDF files: big-endian arrays stored one after the other, or record by record.
#include "libcore/files/store/netcdf/classic_format.hpp"

#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/netcdf/classic_array.hpp"
#include "libcore/files/store/netcdf/classic_notes.hpp"
#include "libcore/files/store/netcdf/classic_output.hpp"
#include "libcore/files/store/stored_checksum.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace tessera {

namespace {

/// Distinguishes classic from netCDF-4 files, which have the same endings, by the first bytes.
bool begins_as_classic(std::string const& path) {
    constexpr std::size_t magic_bytes = 4;
    return is_classic(beginning_of(path, magic_bytes));
}

std::vector<std::string> variable_names(ClassicHeader const& header) {
    std::vector<std::string> names;
    for (ClassicVariable const& variable : header.variables) names.push_back("/" + variable.name);
    return names;
}

/// Returns whether a variable is a coordinate: it has the name of its only dimension.
bool is_coordinate_of_classic(ClassicHeader const& header, ClassicVariable const& variable) {
    return variable.dims.size() == 1 && header.dims[as_size(variable.dims.front())].name == variable.name;
}

class ClassicFormat final : public ArrayFormat {
  public:
    void limit(std::vector<NewArray>& arrays) const override { limit_classic(arrays); }
    [[nodiscard]] FormatCapabilities capabilities() const override {
        return {.is_big_endian = true,
                .holds_several = true,
                .fills_records = true,
                .has_scalars = false,
                .keeps_notes = true,
                .reverses_fortran = true};
    }
    [[nodiscard]] std::string_view name() const override { return "netcdf"; }
    [[nodiscard]] std::string_view names() const override { return "file.cdf:/variable"; }
    [[nodiscard]] std::vector<std::string_view> format_versions() const override { return {"cdf1", "cdf2", "cdf5"}; }

    /// Recognises existing classic files with any ending, and the endings .cdf and .nc3.
    [[nodiscard]] std::optional<FileName> recognise(std::string_view text) const override {
        auto file = recognise_as(text);
        if (file && (begins_as_classic(file->path) || recognise_ending(file->path, {".cdf", ".nc3"}))) return file;
        return std::nullopt;
    }

    [[nodiscard]] std::optional<FileName> recognise_as(std::string_view text) const override {
        FileName file = split_dataset(text);
        if (file.dataset == "/") file.dataset.clear();
        return file;
    }

    [[nodiscard]] FileName place_of(FileName file, std::string const& array, bool several) const override {
        return dataset_of(std::move(file), array, several);
    }

    [[nodiscard]] Result<FileName> completed(FileName file) const override {
        if (!file.dataset.empty()) return file;
        auto const header = load_classic(file.path);
        if (!header) return forward_error(header);
        std::vector<std::string> names;
        for (ClassicVariable const& variable : (*header)->variables)
            if ((*header)->variables.size() == 1 || !is_coordinate_of_classic(**header, variable))
                names.push_back("/" + variable.name);
        auto name = only_name(file.path, names, "variable");
        if (!name) return forward_error(name);
        file.dataset = *std::move(name);
        return file;
    }

    [[nodiscard]] Result<std::vector<std::string>> datasets(std::string const& path) const override {
        auto const header = load_classic(path);
        if (!header) return forward_error(header);
        return variable_names(**header);
    }

    [[nodiscard]] std::vector<FileDimension> dimensions(std::string const& path) const override {
        std::vector<FileDimension> dims;
        auto const header = load_classic(path);
        if (!header) return dims;
        std::vector<bool> used((*header)->dims.size(), false);
        for (ClassicVariable const& variable : (*header)->variables)
            for (Index const dim : variable.dims) used[as_size(dim)] = true;
        for (std::size_t d = 0; d < used.size(); ++d) {
            auto const& [name, length] = (*header)->dims[d];
            bool const unlimited = length == 0;
            dims.push_back({name, unlimited ? std::max<Index>((*header)->records, 0) : length, unlimited, used[d]});
        }
        return dims;
    }

    [[nodiscard]] std::shared_ptr<void const> hold(std::string const& path) const override {
        auto header = load_classic(path);
        return header ? *std::move(header) : nullptr;
    }

    [[nodiscard]] Result<StoredArray> open(FileName const& file, OpenRequest const& request) const override {
        auto const loaded = load_classic(file.path);
        if (!loaded) return forward_error(loaded);
        LoadedClassic const& header = **loaded;
        auto const found = file.dataset.starts_with('/') ? header.variable_named(file.dataset.substr(1)) : std::nullopt;
        if (!found) return missing(file, header);
        std::size_t const number = *found;
        StorageOrder const order = request.declared ? request.declared->order : StorageOrder::C;
        StoredArray array = classic_array(file.path, header, number, order);
        Index const end = classic_end(header, header.variables[number]);
        Index const bytes = PosixFile::open_to_read(file.path).size();
        if (array.elements() > 0 && bytes < end)
            return fail(fmt::format("'{}' is cut short: '{}' ends at byte {}, the file at {}", file.path, file.dataset,
                                    grouped(end), grouped(bytes)));
        auto const checksum = noted_checksum(file.path, file.dataset, order);
        if (!checksum) return forward_error(checksum);
        array.checksum = *checksum;
        return array;
    }

    [[nodiscard]] ArrayMetadata metadata(FileName const& file, StorageOrder order, MetadataSelection const& wanted) const override {
        auto const header = load_classic(file.path);
        return header ? classic_metadata(file, **header, order, wanted) : ArrayMetadata();
    }
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        return classic_output(place, std::move(arrays));
    }

  private:
    static tl::unexpected<Error> missing(FileName const& file, ClassicHeader const& header) {
        return no_such_array(file, variable_names(header), "variable");
    }
};

} // namespace

ArrayFormat const& classic_format() {
    static ClassicFormat const format;
    return format;
}

} // namespace tessera
