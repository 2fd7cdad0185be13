// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a small array, whole on one rank, and the files it is written to and read from in the plainest way.
#pragma once

#include "libcore/files/store/chunk_filters.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tessera::oracle {

/// Elements in C order of the indices, whatever `order` says of files.
struct WholeArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    std::vector<std::byte> elements;

    /// Every byte is made from its element's linear index.
    [[nodiscard]] static WholeArray make(ElementType const& type, Extents const& extents, StorageOrder order);
    /// The target of a copy in normal form, element by element.
    [[nodiscard]] WholeArray copied(CopyMap const& map, Extents const& target_extents, StorageOrder target_order) const;

    [[nodiscard]] Index count() const;
    /// Elements in the order of storage.
    [[nodiscard]] std::vector<std::byte> stored() const;
    void set_stored(std::vector<std::byte> const& bytes);

    friend bool operator==(WholeArray const& a, WholeArray const& b) { return a.extents == b.extents && a.elements == b.elements; }
};

struct Hdf5Layout {
    std::optional<Extents> chunk; ///< in the array's dimensions
    ChunkFilters filters;
    bool fletcher32 = false;
};

void write_flat(WholeArray const& array, std::string const& path, std::string const& header);
[[nodiscard]] WholeArray read_flat(WholeArray const& like, std::string const& path, Index header_bytes);
void write_hdf5(WholeArray const& array, std::string const& path, std::string const& dataset, Hdf5Layout const& layout);
[[nodiscard]] WholeArray read_hdf5(WholeArray const& like, std::string const& path, std::string const& dataset);
/// A Zarr array of version 2, not compressed or deflated.
struct ZarrLayout {
    Extents chunk;
    char separator = '.';
    bool deflated = false;
    bool big_endian = false;
};
void write_zarr(WholeArray const& array, std::string const& directory, ZarrLayout const& layout);
/// Of either version, not compressed or deflated by zlib; empty where it is another array.
[[nodiscard]] WholeArray read_zarr(WholeArray const& like, std::string const& directory);
/// `manifest`: its path; the parts lie beside it.
void write_local(WholeArray const& array, Mapping const& mapping, std::vector<int> const& permutation, std::string const& manifest);
/// Do the files of a manifest hold the array: every copy of every element, and in the shadow of a block its neighbours' elements?
[[nodiscard]] bool local_files_hold(WholeArray const& expected, std::string const& manifest);

} // namespace tessera::oracle
