// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array of a Zarr store, as its metadata say it.
#pragma once

#include "libcore/io/element_fields.hpp"
#include "libcore/mapping/array_spec.hpp"
#include "libcore/runtime/codec/codec.hpp"
#include "libcore/runtime/store/chunk_filters.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tessera {

struct ZarrType {
    ElementType element;
    bool big_endian = false;
    bool foreign = false;  ///< only Zarr knows what the bytes mean
    bool texts = false;    ///< of any length, which have no bytes of their own
    bool of_bytes = false; ///< such "texts" are sequences of any bytes
    std::string text = {}; ///< as the metadata have it, in JSON
    ElementFields fields = {};
};

/// Chunks consist of smaller chunks, with an index of where each begins (sharding_indexed of version 3).
struct ZarrShards {
    Extents chunk;          ///< extents of the smaller ones, which divide the larger
    std::vector<int> order; ///< the array's dimensions, the slowest first, as the index numbers the smaller chunks
    CodecList index_codecs;
    bool index_big_endian = false;
    bool index_first = false; ///< before the chunks; else behind them
};

struct ZarrArray {
    int version = 2;
    Extents extents;
    Extents chunk; ///< of the grid: of a file
    ZarrType type;
    std::vector<int> permutation; ///< dimensions from fastest to slowest within a chunk
    std::vector<std::byte> fill; ///< the element that stands for chunks that are not stored, in the stored byte order; may be empty
    std::string text_fill = {};  ///< the same of texts, as the metadata have it, in JSON
    char separator = '.';        ///< between the numbers in the name of a chunk
    bool prefixed = false;       ///< the name begins with "c"
    CodecList codecs;            ///< of a chunk; of the smallest one in shards
    std::string codecs_text;     ///< as the metadata have them, in JSON
    std::vector<ZarrShards> shards; ///< from the chunk of the grid inwards; empty: none
    ChunkFilters filters;           ///< the codecs as users name them
    std::vector<std::string> other_filters;
    std::vector<std::string> dim_names; ///< may be empty
    std::vector<bool> grows = {};       ///< dimensions without an end; empty: none

    /// Of what is decoded at a time.
    [[nodiscard]] Extents const& unit() const { return shards.empty() ? chunk : shards.back().chunk; }
    [[nodiscard]] StorageOrder order() const {
        return permutation.size() > 1 && std::ranges::is_sorted(permutation) ? StorageOrder::Fortran : StorageOrder::C;
    }
};

} // namespace tessera
