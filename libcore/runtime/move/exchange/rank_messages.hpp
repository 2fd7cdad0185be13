// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the compiled messages that one rank sends, receives and keeps.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/copy/copy_run_list.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/datatype.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// Update of each plan's elements on arrival, one entry per plan (null: elements are copied). Empty if all are copied.
using Updaters = std::vector<std::shared_ptr<BlockUpdater const>>;
/// Returns the updater of plan `number`, or null.
[[nodiscard]] std::shared_ptr<BlockUpdater const> updater_of(Updaters const& updaters, std::size_t number);

/// Pointers to the start of a rank's allocations, one per plan.
using SourcePointers = std::span<void const* const>;
using TargetPointers = std::span<void* const>;

/// All data between this rank and another in one direction: the parts of the arrays, one after another.
struct PeerMessage {
    struct Part {
        std::size_t plan = 0;
        Index offset = 0; ///< in the message, in bytes
        CopyProgram copy;
    };
    /// The location of a message that lies in one array, as a contiguous run or as a datatype.
    struct Place {
        std::size_t plan = 0;
        Index offset = 0;                               ///< offset in the allocation, in bytes
        std::shared_ptr<Datatype const> type = nullptr; ///< relative to `offset`; null: contiguous
    };

    Rank peer = 0;
    Index bytes = 0;
    std::vector<Part> parts;
    std::optional<Place> in_place;
    CopyRunList stretches; ///< the runs of all parts, if the list is faster; made by arrange()

    /// Returns the length in MPI's terms. `most_bytes_per_count`: as for ByteBlock.
    [[nodiscard]] ByteBlock block(Index most_bytes_per_count) const {
        return in_place && in_place->type ? ByteBlock(in_place->type) : ByteBlock(bytes, most_bytes_per_count);
    }
};

/// Packs the message into a buffer of message.bytes bytes.
void pack(PeerMessage const& message, SourcePointers sources, std::byte* buffer);
/// Unpacks the message from the buffer.
void unpack(PeerMessage const& message, std::byte const* buffer, TargetPointers targets);

struct KeptPart {
    std::size_t plan = 0;
    CopyProgram copy;
};

struct RankMessages {
    std::vector<PeerMessage> sends;    ///< the next higher rank first, then ascending, modulo the number of ranks
    std::vector<PeerMessage> receives; ///< the next lower rank first, then descending, modulo the number of ranks: roughly in
                                       ///< order of arrival
    std::vector<KeptPart> kept;
    CopyRunList kept_runs; ///< as PeerMessage::stretches

    /// Returns the messages for the reverse direction: what was received is sent and vice versa, by reversed copies. Every
    /// message keeps its length and the order of its elements. `rank`, `ranks`: as for compile_messages; `updaters`: for the
    /// reverse direction. Precondition: compiled without updaters.
    [[nodiscard]] RankMessages reversed(Rank rank, int ranks, Updaters const& updaters = {}) const;

    void copy_kept(SourcePointers sources, TargetPointers targets) const;
    [[nodiscard]] Index kept_bytes() const;
};

/// Compiles the messages of a rank. `ranks`: the size of the communicator. Partners beyond it are omitted.
[[nodiscard]] RankMessages compile_messages(MultiPlan const& plan, Rank rank, int ranks, RankLayouts const& layouts,
                                            Updaters const& updaters = {});

/// Sorts messages into the order of RankMessages, finds those that can be sent or received in place, and makes lists of runs
/// for those where a list is faster.
void arrange(RankMessages& messages, Rank rank, int ranks);

/// Alignment of messages in one buffer, in bytes. No two messages share a cache line.
inline constexpr Index message_line = 64;

/// Returns where each message begins in one buffer for all that are not sent or received in place, followed by the size of the
/// buffer.
[[nodiscard]] std::vector<Index> buffer_offsets(std::span<PeerMessage const> messages);

} // namespace tessera
