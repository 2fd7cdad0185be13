// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the plan of a copy from one file layout to another: in which parts, and how each is read.
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

/// What one side of a copy costs, estimated: the requests a disk sees, and the bytes they touch.
struct IoDemand {
    double requests = 0;
    double bytes = 0;
};

/// What is to be copied, by how many ranks, in how much memory.
struct CopyTask {
    StoredShape source;
    StoredShape target;
    CopyMap map; ///< as normal_form() gives it
    Index element_bytes = 1;
    int ranks = 1;
    int threads = 1;      ///< that each rank may have to decode and encode chunks
    Index memory = 0;     ///< bytes that each rank has for buffers
    IoPrices prices = {}; ///< to compare plans by
    bool gathers = false; ///< parts are gathered for each of several files that they are written to
    // Where the target's chunks pass through filters; 0: what the usual ones take (most_encoded_bytes()):
    Index encoded_chunk = 0;      ///< the most bytes that a chunk becomes
    Index encoder = 0;            ///< bytes of memory that encoding chunks takes besides
    bool waits_for_places = true; ///< encoded chunks are kept until they have places in a file; else each is written by itself
    Extents unit = {};            ///< parts shall consist of such units (copy_units.hpp); empty: of any
    Index stripe =
        0; ///< bytes in which the file system deals out a target in one piece: parts end with it where they can; 0: none known
    // Two-phase:
    DomainKind domains = DomainKind::Dynamic;
    int aggregators = 0; ///< ranks that read; 0: all of them
};

/// Everything that the mover has to know to carry a copy out: it takes the parts, the access and the sizes of its buffers from
/// here.
struct CopyPlan {
    /// How a rank gets the elements of its parts from the file. Direct: every run by itself. Sieve: runs that lie near each other
    /// in one request, with what lies between them. Two-phase: read by aggregators in pieces that suit the file (by sieving), and
    /// sent on (copy_tiles.hpp).
    Access access = Access::Direct;
    Extents part;            ///< indices of a part, per dimension of the target
    Extents unit;            ///< and of a unit, of which parts consist (copy_units.hpp)
    int ranks = 1;           ///< that work: an interrupted copy's units may be too large for all to have one at a time
    int threads = 1;         ///< of each rank, that decode and encode chunks: as many as the memory allows
    Index memory = 0;        ///< bytes that a rank takes
    Index part_bytes = 0;    ///< of a rank's buffer for a part
    Index staging = 0;       ///< bytes of a rank's buffer between file and part
    Index gathering = 0;     ///< and of its buffer for what goes to one of several files; 0 where there is one
    Index largest_gap = 0;   ///< bytes between two runs that are read with them: 0 where access is direct
    Index staging_again = 0; ///< in place of `staging` when the target is read again
    // Two-phase:
    std::size_t write_dim = 0;
    std::size_t read_dim = 0;
    DomainKind domains = DomainKind::Dynamic;
    int aggregators = 1;
    Index piece_bytes = 0; ///< of an aggregator's buffer for one piece; 0 where the access is another
    Index share_bytes = 0; ///< of its buffer for what it sends
    // Estimated, of all ranks:
    IoDemand reads;
    IoDemand writes;
    IoDemand messages; ///< and their bytes
    double cost = 0;   ///< to compare plans of one task with: in the unit of the prices
};

/// How the target of a copy is read again, part by part, each by one rank.
[[nodiscard]] CopyPlan reading_back(CopyPlan const& plan);

/// What a rank receives of a tile, two-phase.
[[nodiscard]] Index received_bytes(CopyPlan const& plan);

/// The copy seen from the target: axis d, for every dimension d of the target, runs through its indices one by one (target
/// {d, 0, +1}); axes that only the source has follow. Error: the copy leaves elements of the target undefined.
[[nodiscard]] Result<CopyMap> normal_form(CopyMap const& map, std::span<Index const> target_extents);

/// Bytes between two runs that are worth reading in order to spare a request.
inline constexpr Index widest_gap = bytes_of_a_request;

/// No memory holds a buffer of so many bytes, and sums of several such still fit 64 bits.
inline constexpr Index most_buffer = Index{1} << 56;

/// What a rank needs beside its part and its staging: lists of requests, and room for the bytes between two runs.
inline constexpr Index copy_overhead = Index{512} * 1024;

/// What stands in front of the elements in a message of two-phase access: whether they could be read, and their checksum.
inline constexpr Index message_overhead = 2 * static_cast<Index>(sizeof(std::uint64_t));

/// The most bytes that a chunk of so many takes when it has passed through the usual filters.
[[nodiscard]] Index most_encoded_bytes(Index chunk_bytes);

/// How many chunks of a part pass through filters before they are written. A rank keeps them until all have their places; a few MiB
/// are enough for long requests, and leave the memory to the part: the longer it is, the fewer chunks of the source are decoded
/// again.
[[nodiscard]] Index chunks_at_once(Index part_bytes, Index chunk_bytes);

/// Bytes of a file's chunk that are decoded at a time.
[[nodiscard]] Index decoded_at_a_time(StoredShape const& file, Index element_bytes);
/// What decoding takes besides: the encoded chunk, and what lies between codecs, or in a block of which only a part is wanted.
[[nodiscard]] Index memory_to_decode(StoredShape const& file, Index element_bytes);

/// What encoding chunks of a part of so many bytes takes of a rank's memory: the encoded chunks, and what lies between two codecs,
/// at least; where none wait for places it is CopyTask::encoder. 0 where chunks are not encoded.
[[nodiscard]] Index memory_to_encode(CopyTask const& task, Index part_bytes);

/// What each thread but the first takes of a rank's memory; it encodes chunks_at_once(), too.
[[nodiscard]] Index memory_of_thread(CopyTask const& task);

/// The cheapest parts that fit the memory; without `access` of the cheapest access. As many threads as there is room for beside
/// these parts; where that is little, parts are shorter, and threads take up to a quarter of the memory. Error: none do; it says
/// how much it takes.
[[nodiscard]] Result<CopyPlan> plan_copy(CopyTask const& task, std::optional<Access> access);

} // namespace tessera
