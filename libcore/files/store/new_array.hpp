// SPDX-License-Identifier: BSD-3-Clause
// Tessera: description of an array to be stored.
#pragma once

#include "libcore/files/store/array_notes.hpp"
#include "libcore/files/store/chunk_filters.hpp"
#include "libcore/files/store/file_name.hpp"
#include "libcore/files/store/new_file_layout.hpp"
#include "libcore/files/store/stored_array.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/mapping/mapping.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera {

/// The source array of a copy. The new file takes its metadata, fill value and dimension scales as far as the format supports them.
struct Original {
    FileName file;
    CopyMap map;                          ///< from its dimensions to the new array's, in normal form
    StorageOrder order = StorageOrder::C; ///< order in which the map counts its dimensions
    bool all = false;                     ///< also copy the other objects of its file
    bool keeps_type = false;              ///< store elements in its type, byte for byte; otherwise in the new array's type
    bool with_elements = false; ///< the format itself copies the elements when it makes the file, because no other reader can
    std::vector<std::string> left_out = {}; ///< datasets of its file that the user excludes
};

struct NewArray {
    ElementType type;
    Extents extents;
    StorageOrder order = StorageOrder::C;
    bool big_endian = false;
    ElementFields fields = {};                   ///< fields of structured elements, in formats that keep them
    std::optional<Extents> chunk = std::nullopt; ///< none: contiguous
    ChunkFilters filters = {};                   ///< require a chunk
    /// The original's filters that the new array does not have, if the user did not ask for others. ArrayFormat::make() adds them
    /// to the losses.
    std::vector<std::string> lost_filters = {};
    std::vector<bool> unlimited = {};            ///< unlimited dimensions, which a chunk may exceed; empty: none
    std::optional<Extents> shard = std::nullopt; ///< extents of a shard (a file of several chunks), in formats that have shards
    bool shard_is_kept = false;                  ///< the shard is the original's and was not requested
    std::string dataset = {};                    ///< its name, in formats that hold several arrays
    std::string format_version = {};             ///< one of ArrayFormat::format_versions(); empty: the format chooses
    std::optional<Original> copied_from = std::nullopt;
    /// Elements that are texts of any length, in formats that keep them. The format copies them when it makes the file: all of the
    /// original's elements, in C order.
    std::shared_ptr<TextSource> texts = nullptr;
    ArrayMetadata metadata = {};    ///< metadata, for formats that keep them; ArrayFormat::make() adds the original's
    NewFileLayout file_layout = {}; ///< layout of the file; with several arrays the first decides
    bool for_netcdf = false;        ///< the HDF5 file has a netCDF name, and netCDF shows only named types
    std::string raw_header = {};    ///< bytes before the elements, in raw files
    Index shares = 1;               ///< number of files that each hold a block, in formats with is_shared_out
    std::optional<Mapping> mapping = std::nullopt; ///< mapping whose ranks have one file each, in formats with is_mapped
};

/// Returns a placeholder for a copy of everything in the original's file except arrays copied by others. It has no elements. Only
/// the file's own format can copy it.
[[nodiscard]] NewArray rest_of(FileName const& file, std::vector<std::string> left_out);
[[nodiscard]] bool is_rest(NewArray const& array);

/// Returns which dimensions of a copy with these extents are whole unlimited dimensions of the source (StoredArray::unlimited).
[[nodiscard]] std::vector<bool> growing(StoredArray const& source, CopyMap const& map, Extents const& extents);
/// Returns the default chunk: whole rows of the fastest dimensions, up to `most_bytes` bytes.
[[nodiscard]] Extents usual_chunk(NewArray const& array, Index most_bytes);
/// Returns the datasets of the arrays, in the same order.
[[nodiscard]] std::vector<std::string> datasets_of(std::span<NewArray const> arrays);
/// Returns the number of the slowest dimension. Requires at least one dimension.
[[nodiscard]] std::size_t slowest_dim(NewArray const& array);

/// Names the array in an error, if it is one of several.
[[nodiscard]] Error error_of(NewArray const& array, std::vector<NewArray> const& all, Error error);

/// Adds a line to `lines` if the texts read back differ from those of the array.
void add_difference(std::vector<std::string>& lines, NewArray const& array, TextSource& again);

/// Describes the array for OutputFile::description(): "float64 {100,200} C little-endian".
[[nodiscard]] std::string describe(NewArray const& array);

} // namespace tessera
