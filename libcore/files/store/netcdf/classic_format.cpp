// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the format of classic netCDF files: big-endian arrays stored one after the other, or record by record.
#include "libcore/files/store/netcdf/classic_format.hpp"

#include "libcore/base/try.hpp"
#include "libcore/base/units.hpp"
#include "libcore/files/access/posix_file.hpp"
#include "libcore/files/store/catalogued_format.hpp"
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

/// Returns whether a variable is a coordinate: it has the name of its only dimension.
bool is_coordinate_of_classic(ClassicHeader const& header, ClassicVariable const& variable) {
    return variable.dims.size() == 1 && header.dims[as_size(variable.dims.front())].name == variable.name;
}

class ClassicFormat final : public CataloguedFormat<LoadedClassic> {
  public:
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

  private:
    void limit(std::vector<NewArray>& arrays) const override { limit_classic(arrays); }
    [[nodiscard]] std::string_view word() const override { return "variable"; }
    [[nodiscard]] Result<std::shared_ptr<LoadedClassic const>> load(std::string const& path) const override {
        return load_classic(path);
    }
    [[nodiscard]] std::vector<std::string> arrays(LoadedClassic const& header) const override {
        std::vector<std::string> names;
        for (ClassicVariable const& variable : header.variables) names.push_back("/" + variable.name);
        return names;
    }
    /// Leaves out coordinates, unless the file has nothing else.
    [[nodiscard]] std::vector<std::string> principal_arrays(LoadedClassic const& header) const override {
        std::vector<std::string> names;
        for (ClassicVariable const& variable : header.variables)
            if (header.variables.size() == 1 || !is_coordinate_of_classic(header, variable)) names.push_back("/" + variable.name);
        return names;
    }
    [[nodiscard]] Result<StoredArray> open_in(LoadedClassic const& header, FileName const& file,
                                              OpenRequest const& request) const override {
        auto const number = file.dataset.starts_with('/') ? header.variable_named(file.dataset.substr(1)) : std::nullopt;
        if (!number) return missing(file, header);
        StorageOrder const order = request.declared ? request.declared->order : StorageOrder::C;
        StoredArray array = classic_array(file.path, header, *number, order);
        Index const end = classic_end(header, header.variables[*number]);
        Index const bytes = PosixFile::open_to_read(file.path).size();
        if (array.elements() > 0 && bytes < end)
            return fail(fmt::format("'{}' is cut short: '{}' ends at byte {}, the file at {}", file.path, file.dataset,
                                    grouped(end), grouped(bytes)));
        array.checksum = TRY(noted_checksum(file.path, file.dataset, order));
        return array;
    }
    [[nodiscard]] ArrayMetadata metadata_in(LoadedClassic const& header, FileName const& file, StorageOrder order,
                                            MetadataSelection const& wanted) const override {
        return classic_metadata(file, header, order, wanted);
    }
    [[nodiscard]] Result<std::unique_ptr<OutputFile>> make_output(OutputPath const& place,
                                                                  std::vector<NewArray> arrays) const override {
        return classic_output(place, std::move(arrays));
    }
};

} // namespace

ArrayFormat const& classic_format() {
    static ClassicFormat const format;
    return format;
}

} // namespace tessera
