// SPDX-License-Identifier: BSD-3-Clause
// Tessera: open HDF5 datasets and the file offsets of their chunks.
#include "libcore/files/store/hdf5/hdf5_chunk_addresses.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/store/hdf5/hdf5_chunk_comparison.hpp"
#include "libcore/files/store/hdf5/hdf5_driver.hpp"
#include "libcore/files/store/hdf5/hdf5_find.hpp"
#include "libcore/files/store/hdf5/hdf5_reading.hpp"
#include "libcore/files/store/hdf5/hdf5_space.hpp"
#include "libcore/runtime/mpi/narrow.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>

namespace tessera {

namespace {

herr_t keep_function(unsigned, H5E_error2_t const* error, void* deepest) {
    *static_cast<std::string*>(deepest) = error->func_name;
    return 0;
}

/// Returns whether HDF5's error is that the chunk is not stored. HDF5 1.10 reports this as an error, recognisable only by the
/// function that raised it.
bool says_not_stored() {
    std::string deepest;
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_function, &deepest);
    return deepest == "H5D__get_chunk_storage_size";
}

} // namespace

Result<std::shared_ptr<OpenDataset>> OpenDataset::open(std::string const& path, std::string const& dataset, bool watched) {
    auto result = std::make_shared<OpenDataset>();
    result->path = path;
    result->dataset = dataset;
    result->name = fmt::format("{}:{}", path, dataset);
    if (watched)
        result->watched = hdf5_input(path);
    else
        result->file = open_frugally(path, fmt::format("opening '{}'", path));
    result->set = TRY(find_dataset(watched ? result->watched->watched() : result->file.get(), path, dataset));
    return result;
}

void throw_not_found(OpenDataset const& dataset, Hdf5Sizes const& place) {
    throw Hdf5Error(fmt::format("reading '{}': HDF5 does not find the chunk at ({})", dataset.name, fmt::join(place, ",")));
}

std::optional<Index> chunk_address(OpenDataset const& dataset, Hdf5Sizes const& place, std::uint32_t& filters) {
    Hdf5Traffic& traffic = dataset.watched->traffic();
    traffic.forget_raw();
    char nothing = 0;         // read buffer that stays empty: the driver hides raw data
    traffic.hides_raw = true; // only during this call: HDF5 treats variable-length data of attributes as raw data, too
    H5Dread_chunk(dataset.set.get(), H5P_DEFAULT, place.data(), &filters, &nothing);
    traffic.hides_raw = false;
    return traffic.raw_address;
}

Index stored_bytes_of(hid_t set, std::string const& name, Hdf5Sizes const& place) {
    hsize_t bytes = 0;
    herr_t const code = H5Dget_chunk_storage_size(set, place.data(), &bytes);
    if (code < 0 && says_not_stored()) return 0;
    check_hdf5(code, fmt::format("looking for the chunk at ({}) of '{}'", fmt::join(place, ","), name));
    return narrow<Index>(bytes);
}

std::optional<Index> Hdf5Chunks::address(std::span<Index const> chunk) {
    if (known_ && std::ranges::equal(chunk, chunk_)) return address_;
    SilencedHdf5Errors const quiet;
    Hdf5Sizes const place = chunk_place(chunk, shape_.permutation, shape_.chunk);
    std::uint32_t filters = 0;
    address_ = chunk_address(*dataset_, place, filters);
    if (!address_ && stored_bytes_of(dataset_->set.get(), dataset_->name, place) > 0) throw_not_found(*dataset_, place);
    known_ = true;
    chunk_.assign(chunk.begin(), chunk.end());
    return address_;
}

std::optional<Index> Hdf5Chunks::stored_chunks() {
    return count_of_chunks(*dataset_);
}

Index count_of_chunks(OpenDataset const& dataset) {
    SilencedHdf5Errors const quiet;
    return narrow<Index>(count_of_chunks(dataset.set.get()));
}

std::vector<FileExtent> hdf5_extents(OpenDataset const& read, StoredShape const& shape, std::span<Run const> box) {
    SilencedHdf5Errors const quiet;
    std::vector<FileExtent> all;
    auto const watched = OpenDataset::open(read.path, read.dataset, true);
    if (!watched) return all;
    Hdf5Chunks places(*watched, shape);
    for_each_chunk(box, shape.chunk, [&](Extents const& chunk) {
        Hdf5Sizes const place = chunk_place(chunk, shape.permutation, shape.chunk);
        hsize_t bytes = 0; // 0 also if the chunk index is damaged
        bool const there = H5Dget_chunk_storage_size((*watched)->set.get(), place.data(), &bytes) >= 0 && bytes > 0;
        auto const begin = there ? places.address(chunk) : std::nullopt;
        if (begin) add_extent(all, {read.path, {*begin, *begin + narrow<Index>(bytes)}});
    });
    return all;
}

} // namespace tessera
