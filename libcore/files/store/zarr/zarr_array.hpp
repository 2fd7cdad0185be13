// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array of a Zarr store, as described by its metadata.
#pragma once

#include "libcore/files/codec/codec.hpp"
#include "libcore/files/store/chunk_filters.hpp"
#include "libcore/io/element_fields.hpp"
#include "libcore/mapping/array_spec.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tessera {

struct ZarrType {
    ElementType element;
    bool big_endian = false;
    bool foreign = false;  ///< only Zarr defines the meaning of the bytes
    bool texts = false;    ///< elements are texts of any length and have no bytes of their own
    bool of_bytes = false; ///< these "texts" are sequences of arbitrary bytes
    std::string text = {}; ///< JSON text of the type in the metadata
    ElementFields fields = {};
};

/// A level of sharding: chunks consist of smaller chunks, with an index of their offsets (sharding_indexed of version 3).
struct ZarrShards {
    Extents chunk;          ///< extents of the smaller chunks, which divide the larger ones
    std::vector<int> order; ///< dimensions of the array, slowest first, in which the index numbers the smaller chunks
    CodecList index_codecs;
    bool index_big_endian = false;
    bool index_first = false; ///< index before the chunks; otherwise after them
};

struct ZarrArray {
    int version = 2;
    Extents extents;
    Extents chunk; ///< extents of a chunk of the grid (a file)
    ZarrType type;
    std::vector<int> permutation;   ///< dimensions from fastest to slowest within a chunk
    std::vector<std::byte> fill;    ///< element in chunks that are not stored, in the stored byte order; may be empty
    std::string text_fill = {};     ///< the same for texts, as JSON from the metadata
    char separator = '.';           ///< separator of the numbers in a chunk's name
    bool prefixed = false;          ///< chunk names begin with "c"
    CodecList codecs;               ///< codecs of a chunk, or of the smallest chunks if there are shards
    std::string codecs_text;        ///< JSON text of the codecs in the metadata
    std::vector<ZarrShards> shards; ///< sharding levels from the grid's chunk inwards; empty: none
    ChunkFilters filters;           ///< the codecs by their user-visible names
    std::vector<std::string> other_filters;
    std::vector<std::string> dim_names; ///< one per dimension, or empty
    std::vector<bool> unlimited = {};   ///< unlimited dimensions; empty: none

    /// Returns the extents of the chunks that are decoded as a unit.
    [[nodiscard]] Extents const& unit() const { return shards.empty() ? chunk : shards.back().chunk; }
    [[nodiscard]] StorageOrder order() const {
        return permutation.size() > 1 && std::ranges::is_sorted(permutation) ? StorageOrder::Fortran : StorageOrder::C;
    }
};

} // namespace tessera
