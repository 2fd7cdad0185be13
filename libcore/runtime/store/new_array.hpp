// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array that is to be stored, and how.
#pragma once

#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/runtime/store/array_notes.hpp"
#include "libcore/runtime/store/chunk_filters.hpp"
#include "libcore/runtime/store/file_name.hpp"
#include "libcore/runtime/store/new_file_layout.hpp"
#include "libcore/runtime/store/stored_array.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// The array that a new one is a copy of. The new file takes from it what it knows besides the elements: attributes, the fill
/// value, dimension scales.
struct Original {
    FileName file;
    CopyMap map;                            ///< from its dimensions to the new one's, in normal form
    StorageOrder order = StorageOrder::C;   ///< in which the map counts its dimensions
    bool all = false;                       ///< the other objects of its file are copied, too
    bool keeps_type = false;                ///< elements are stored in its type, byte for byte; else in the new array's
    bool with_elements = false;             ///< and the format copies them itself, when it makes the file: nobody else can
    std::vector<std::string> left_out = {}; ///< datasets of its file that the user leaves out
};

struct NewArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    bool big_endian = false;
    ElementFields fields = {};                   ///< of elements that are structures, in formats that keep them
    std::optional<Extents> chunk = std::nullopt; ///< none: contiguous
    ChunkFilters filters = {};                   ///< with a chunk
    std::vector<bool> grows = {}; ///< dimensions without an end, so that a chunk may be longer than they are; empty: none
    std::optional<Extents> shard = std::nullopt; ///< of a file that gathers chunks, in formats that have such
    bool shard_is_kept = false;                  ///< it is the original's, and nobody asked for it
    std::string dataset = {};                    ///< its name, in formats that hold several arrays
    std::string edition = {};                    ///< one of ArrayFormat::editions(); empty: the format's choice
    std::optional<Original> like = std::nullopt;
    /// Elements that are texts of any length: the format copies them itself when it makes the file. In C's order, all of the
    /// original's; in formats that keep such.
    std::shared_ptr<TextSource> texts = nullptr;
    Companions beside = {};                        ///< for formats that keep them; ArrayFormat::make() finds the original's
    NewFileLayout file_layout = {};                ///< of its file; of several arrays the first says it
    bool for_netcdf = false;                       ///< its HDF5 file is called as netCDF's are, which show types with names only
    std::string raw_header = {};                   ///< bytes in front of the elements, in raw files
    Index shares = 1;                              ///< files that each hold a block of it, in formats that are shared out
    std::optional<Mapping> mapping = std::nullopt; ///< whose ranks' files it is stored in, in formats that are mapped
};

/// No array, but all of this original's file, which only the format can copy: it has no elements that others write.
[[nodiscard]] NewArray rest_of(FileName const& file, std::vector<std::string> left_out);
[[nodiscard]] bool is_rest(NewArray const& array);

/// Dimensions of an array of these extents that are whole ones of the source without an end (StoredArray::grows).
[[nodiscard]] std::vector<bool> growing(StoredArray const& source, CopyMap const& map, Extents const& extents);
/// The chunk where nobody says how large: whole rows of the fastest dimensions, up to so many bytes.
[[nodiscard]] Extents usual_chunk(NewArray const& array, Index most_bytes);
/// Their datasets, in their order.
[[nodiscard]] std::vector<std::string> datasets_of(std::span<NewArray const> arrays);
/// The slowest of at least one dimension.
[[nodiscard]] std::size_t slowest_dim(NewArray const& array);

/// That of several arrays it is this one that cannot be stored.
[[nodiscard]] Error error_of(NewArray const& array, std::vector<NewArray> const& all, Error error);

/// Adds to what is not as in the original that the texts, read again, are others.
void add_difference(std::vector<std::string>& lines, NewArray const& array, TextSource& again);

/// "float64 {100,200} C little-endian", for OutputFile::description().
[[nodiscard]] std::string describe(NewArray const& array);

} // namespace tessera
