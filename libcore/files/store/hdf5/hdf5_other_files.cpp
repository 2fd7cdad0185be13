// SPDX-License-Identifier: BSD-3-Clause
// Tessera: further files with elements of an HDF5 dataset: external files and sources of virtual datasets.
#include "libcore/files/store/hdf5/hdf5_other_files.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_handle.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

namespace tessera {

namespace fs = std::filesystem;

namespace {

constexpr char const* finding_files = "looking for other files of a dataset";
constexpr std::size_t longest_name = 4096;

/// A source of a virtual dataset, or an external file.
struct OtherFile {
    std::string name;
    std::string dataset = {}; ///< dataset in the source, if virtual
    hsize_t held = 0;         ///< bytes in the external file
    Index begin = 0;          ///< offset of these bytes
};

/// Returns the text before the terminating zero.
std::string until_zero(std::string const& room) {
    return room.substr(0, room.find('\0'));
}

std::vector<OtherFile> external_files(hid_t settings) {
    std::vector<OtherFile> files;
    std::string name(longest_name, '\0');
    for (int i = 0; i < H5Pget_external_count(settings); ++i) {
        off_t begin = 0;
        hsize_t held = 0;
        check_hdf5(H5Pget_external(settings, narrow<unsigned>(i), name.size(), name.data(), &begin, &held), finding_files);
        files.push_back({until_zero(name), {}, held, narrow<Index>(begin)});
    }
    return files;
}

std::vector<OtherFile> virtual_files(hid_t settings) {
    std::vector<OtherFile> files;
    if (H5Pget_layout(settings) != H5D_VIRTUAL) return files;
    std::size_t parts = 0;
    check_hdf5(H5Pget_virtual_count(settings, &parts), finding_files);
    std::string name(longest_name, '\0');
    std::string dataset(longest_name, '\0');
    for (std::size_t i = 0; i < parts; ++i) {
        check_hdf5(H5Pget_virtual_filename(settings, i, name.data(), name.size()), finding_files);
        check_hdf5(H5Pget_virtual_dsetname(settings, i, dataset.data(), dataset.size()), finding_files);
        files.push_back({until_zero(name), until_zero(dataset)});
    }
    return files;
}

/// Returns the path at which HDF5 looks for an external file.
fs::path external_path(std::string const& name, std::string const& path) {
    constexpr std::string_view origin = "${ORIGIN}";
    char const* const told = std::getenv("HDF5_EXTFILE_PREFIX");
    std::string prefix = told != nullptr ? told : "";
    if (prefix.starts_with(origin)) prefix = fs::absolute(path).parent_path().string() + prefix.substr(origin.size());
    return prefix.empty() ? fs::path(name) : fs::path(prefix) / name;
}

void add_missing_external(std::vector<std::string>& missing, hid_t settings, std::string const& path, hid_t set) {
    auto const files = external_files(settings);
    if (files.empty()) return;
    Hdf5Handle const type(H5Dget_type(set), finding_files);
    Extents factors = extents_of(set, StorageOrder::C);
    factors.push_back(narrow<Index>(H5Tget_size(type.get())));
    Index bytes = checked_product(factors).value_or(0);
    for (OtherFile const& file : files) {
        Index const here = file.held == H5F_UNLIMITED ? bytes : std::min<Index>(narrow<Index>(file.held), bytes);
        bytes -= here;
        std::error_code failed;
        auto const size = fs::file_size(external_path(file.name, path), failed);
        if (here == 0) continue;
        if (failed)
            missing.push_back(file.name);
        else if (narrow<Index>(size) < file.begin + here)
            missing.push_back(fmt::format("{} (behind its end at {} bytes)", file.name, size));
    }
}

/// Returns the file name of a block: "part-%b.h5" with its number; "%%" is a '%'.
std::string name_of_block(std::string const& pattern, Index block) {
    std::string name;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        std::string_view const word = std::string_view(pattern).substr(i, 2);
        if (word == "%b") name += fmt::to_string(block);
        if (word == "%%") name += '%';
        if (word == "%b" || word == "%%")
            ++i;
        else
            name += pattern[i];
    }
    return name;
}

/// Returns the number of blocks of a series at the dataset's current length.
Index blocks_of(hid_t settings, std::size_t part, hid_t set) {
    Extents const extents = extents_of(set, StorageOrder::C);
    Hdf5Handle const space(H5Pget_virtual_vspace(settings, part), finding_files);
    if (H5Sis_regular_hyperslab(space.get()) <= 0) return 0;
    Hdf5Sizes start(extents.size());
    Hdf5Sizes stride(extents.size());
    Hdf5Sizes count(extents.size());
    Hdf5Sizes block(extents.size());
    check_hdf5(H5Sget_regular_hyperslab(space.get(), start.data(), stride.data(), count.data(), block.data()), finding_files);
    for (std::size_t d = 0; d < extents.size(); ++d)
        if (count[d] == H5S_UNLIMITED && stride[d] > 0)
            return ceil_div(std::max<Index>(extents[d] - narrow<Index>(start[d]), 0), narrow<Index>(stride[d]));
    return 0;
}

class VirtualSources {
  public:
    explicit VirtualSources(std::string const& path) : path_(path), beside_(fs::path(path).parent_path()) {}

    /// Returns the missing file or dataset of a source; nullopt if HDF5 finds both.
    [[nodiscard]] std::optional<std::string> missing(std::string const& name, std::string const& dataset) const {
        auto const file = place_of(name);
        if (!file) return name;
        static std::set<std::pair<std::string, std::string>> found; // of this process, so that each source is looked for once
        if (found.contains({*file, dataset})) return std::nullopt;
        hid_t const open = H5Fopen(file->c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
        if (open < 0) return name;
        Hdf5Handle const in(open, finding_files);
        if (H5Oexists_by_name(in.get(), dataset.c_str(), H5P_DEFAULT) <= 0) return fmt::format("{}:{}", name, dataset);
        found.emplace(*file, dataset);
        return std::nullopt;
    }
    [[nodiscard]] bool has(std::string const& name) const { return place_of(name).has_value(); }

  private:
    [[nodiscard]] std::optional<std::string> place_of(std::string const& name) const {
        std::error_code ignored;
        if (name == ".") return path_;
        if (fs::exists(name, ignored)) return name;
        if (fs::exists(beside_ / name, ignored)) return (beside_ / name).string();
        return std::nullopt;
    }

    std::string path_;
    fs::path beside_;
};

/// Returns the number of blocks including files after a gap. HDF5 ends a series at the first missing file.
Index blocks_there(VirtualSources const& sources, std::string const& pattern, Index blocks) {
    constexpr Index looked_ahead = 64;
    for (Index block = blocks + looked_ahead; block > blocks; --block)
        if (sources.has(name_of_block(pattern, block))) return block + 1;
    return blocks;
}

void add_missing_sources(std::vector<std::string>& missing, hid_t settings, std::string const& path, hid_t set) {
    if (std::getenv("HDF5_VDS_PREFIX") != nullptr) return; // HDF5 searches that directory
    VirtualSources const sources(path);
    auto const add = [&](std::string const& name, std::string const& dataset) {
        auto const gone = sources.missing(name, dataset);
        if (gone && std::ranges::find(missing, *gone) == missing.end()) missing.push_back(*gone);
    };
    auto const files = virtual_files(settings);
    for (std::size_t i = 0; i < files.size(); ++i) {
        OtherFile const& file = files[i];
        bool const is_series = file.name.find('%') != std::string::npos || file.dataset.find('%') != std::string::npos;
        Index blocks = is_series ? blocks_of(settings, i, set) : 1;
        if (is_series && file.name.find("%b") != std::string::npos) blocks = blocks_there(sources, file.name, blocks);
        for (Index block = 0; block < blocks; ++block)
            is_series ? add(name_of_block(file.name, block), name_of_block(file.dataset, block)) : add(file.name, file.dataset);
    }
}

} // namespace

std::vector<std::string> other_files(hid_t settings, std::string const& path) {
    std::vector<std::string> paths;
    for (OtherFile const& file : external_files(settings)) paths.push_back(file.name);
    for (OtherFile const& file : virtual_files(settings)) paths.push_back(file.name);
    for (std::size_t i = paths.size(); i-- > 0;) paths.push_back((fs::path(path).parent_path() / paths[i]).string());
    return paths;
}

std::vector<std::string> missing_files(hid_t settings, std::string const& path, hid_t set) {
    std::vector<std::string> missing;
    add_missing_external(missing, settings, path, set);
    add_missing_sources(missing, settings, path, set);
    return missing;
}

} // namespace tessera
