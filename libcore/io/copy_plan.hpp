// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of a copy from one file layout to another: its parts, and how each is read.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/io/copy_parts.hpp"
#include "libcore/io/io_prices.hpp"
#include "libcore/mapping/copy_map.hpp"
#include "libcore/spec/io_statement.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tessera {

/// The estimated cost of one side of a copy: the requests to the disk, and the bytes they touch.
struct IoDemand {
    double requests = 0;
    double bytes = 0;
};

/// The input of a copy plan: the files, the ranks, and the memory.
struct CopyTask {
    StoredShape source;
    StoredShape target;
    CopyMap map; ///< in the form of normal_form()
    Index element_bytes = 1;
    int ranks = 1;
    int threads = 1;      ///< threads that each rank may use to decode and encode chunks
    Index memory = 0;     ///< bytes per rank for buffers
    IoPrices prices = {}; ///< for the comparison of plans
    bool gathers = false; ///< the target has several files, and parts are gathered for each of them
    // For targets whose chunks pass through filters; 0: the usual filters' values (most_encoded_bytes()):
    Index encoded_chunk = 0; ///< largest size of an encoded chunk, in bytes
    Index encoder = 0;       ///< additional bytes of memory for encoding chunks
    bool waits_for_places =
        true;          ///< encoded chunks are kept until they have places in a file; otherwise each is written separately
    Extents unit = {}; ///< parts must consist of units of this shape (copy_units.hpp); empty: of any shape
    Index stripe = 0; ///< stripe size of the target's file system, in bytes; parts end at stripe boundaries if possible; 0: unknown
    // For two-phase access:
    DomainKind domains = DomainKind::Dynamic;
    int aggregators = 0; ///< number of ranks that read; 0: all
};

/// The complete instructions for a copy: parts, access and buffer sizes.
struct CopyPlan {
    /// The access to the elements of a rank's parts. Direct: each run by its own request. Sieve: runs that are close together in
    /// one request, including the bytes between them. Two-phase: aggregators read pieces that suit the file (by sieving) and send
    /// the elements on (copy_tiles.hpp).
    Access access = Access::Direct;
    Extents part;            ///< indices per part, per dimension of the target
    Extents unit;            ///< indices per unit; parts consist of units (copy_units.hpp)
    int ranks = 1;           ///< ranks that work; fewer than available if the units of an interrupted copy are too large for all
    int threads = 1;         ///< threads per rank that decode and encode chunks: as many as the memory allows
    Index memory = 0;        ///< bytes per rank
    Index part_bytes = 0;    ///< bytes of a rank's buffer for a part
    Index staging = 0;       ///< bytes of a rank's buffer between file and part
    Index gathering = 0;     ///< bytes of a rank's buffer for the data of one of several files; 0 for a single file
    Index largest_gap = 0;   ///< largest number of bytes between two runs that are read together; 0 for direct access
    Index staging_again = 0; ///< replaces `staging` when the target is read again
    // For two-phase access:
    std::size_t write_dim = 0;
    std::size_t read_dim = 0;
    DomainKind domains = DomainKind::Dynamic;
    int aggregators = 1;
    Index piece_bytes = 0; ///< bytes of an aggregator's buffer for one piece; 0 for other access
    Index share_bytes = 0; ///< bytes of its buffer for the data it sends
    // Estimates for all ranks together:
    IoDemand reads;
    IoDemand writes;
    IoDemand messages; ///< number of messages, and their bytes
    double cost = 0;   ///< compares plans of one task; in the unit of the prices
};

/// Returns the plan to read the target of a copy again, part by part, each by one rank.
[[nodiscard]] CopyPlan reading_back(CopyPlan const& plan);

/// Returns the bytes that a rank receives of a tile, for two-phase access.
[[nodiscard]] Index received_bytes(CopyPlan const& plan);

/// Returns the copy from the target's point of view. Axis d, for every dimension d of the target, visits its indices one by one
/// (target {d, 0, +1}). Axes that only the source has follow. Error: the copy leaves elements of the target undefined.
[[nodiscard]] Result<CopyMap> normal_form(CopyMap const& map, std::span<Index const> target_extents);

/// Largest number of bytes between two runs that are worth reading to save a request.
inline constexpr Index widest_gap = bytes_of_a_request;

/// A buffer size that no memory has. Sums of several such sizes still fit 64 bits.
inline constexpr Index most_buffer = Index{1} << 56;

/// Bytes that a rank needs in addition to its part and its staging: lists of requests, and room for bytes between two runs.
inline constexpr Index copy_overhead = Index{512} * 1024;

/// Bytes before the elements in a message of two-phase access: whether they could be read, and their checksum.
inline constexpr Index message_overhead = 2 * static_cast<Index>(sizeof(std::uint64_t));

/// Returns the largest number of bytes of a chunk of this size after the usual filters.
[[nodiscard]] Index most_encoded_bytes(Index chunk_bytes);

/// Returns how many chunks of a part pass through filters before they are written. A rank keeps them until all have their places in
/// the file. A few MiB are enough for long requests, and leave the memory to the part. The longer the part, the fewer chunks of the
/// source are decoded again.
[[nodiscard]] Index chunks_at_once(Index part_bytes, Index chunk_bytes);

/// Returns the bytes of a file's chunk that are decoded at a time.
[[nodiscard]] Index decoded_at_a_time(StoredShape const& file, Index element_bytes);
/// Returns the additional memory for decoding: the encoded chunk, and the data between codecs, or of a partially wanted block.
[[nodiscard]] Index memory_to_decode(StoredShape const& file, Index element_bytes);

/// Returns the memory of a rank for encoding chunks of a part of this size: at least the encoded chunks, and the data between two
/// codecs. If no chunks wait for places, it is CopyTask::encoder. 0 if chunks are not encoded.
[[nodiscard]] Index memory_to_encode(CopyTask const& task, Index part_bytes);

/// Returns the memory of each thread but the first on a rank. Each also encodes chunks_at_once().
[[nodiscard]] Index memory_of_thread(CopyTask const& task);

/// Plans the copy with the cheapest parts that fit the memory; without `access`, with the cheapest access. Uses as many threads as
/// fit next to these parts. If these are few, parts become shorter, and threads take up to a quarter of the memory. Error: nothing
/// fits; the message says how much memory is needed.
[[nodiscard]] Result<CopyPlan> plan_copy(CopyTask const& task, std::optional<Access> access);

} // namespace tessera
