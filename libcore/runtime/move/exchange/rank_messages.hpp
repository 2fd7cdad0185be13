// SPDX-License-Identifier: BSD-3-Clause
// Tessera: everything one rank sends, receives and keeps, compiled.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/runtime/move/copy/copy_program.hpp"
#include "libcore/runtime/move/copy/stretch_list.hpp"
#include "libcore/runtime/move/redistributor.hpp"
#include "libcore/runtime/mpi/datatype.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tessera {

/// What each plan's elements become on arrival, one entry per plan (null: they are copied); or nothing where all are copied.
using Updaters = std::vector<std::shared_ptr<BlockUpdater const>>;
/// Of plan `number`.
[[nodiscard]] std::shared_ptr<BlockUpdater const> updater_of(Updaters const& updaters, std::size_t number);

/// Pointers to the beginning of a rank's allocations, one per plan.
using SourcePointers = std::span<void const* const>;
using TargetPointers = std::span<void* const>;

/// All that travels between this rank and one other, in one direction: the parts of the arrays one behind the other.
struct PeerMessage {
    struct Part {
        std::size_t plan = 0;
        Index offset = 0; ///< in the message, in bytes
        CopyProgram copy;
    };
    /// The whole message where it lies in one array: a gapless stretch, or what a datatype says.
    struct Place {
        std::size_t plan = 0;
        Index offset = 0;                               ///< in the allocation, in bytes
        std::shared_ptr<Datatype const> type = nullptr; ///< counted from there; null: gapless
    };

    Rank peer = 0;
    Index bytes = 0;
    std::vector<Part> parts;
    std::optional<Place> in_place;
    StretchList stretches; ///< what all parts copy, where that is quicker; made by arrange()

    /// Its length as MPI takes it: `most_bytes_per_count` as of ByteBlock.
    [[nodiscard]] ByteBlock block(Index most_bytes_per_count) const {
        return in_place && in_place->type ? ByteBlock(in_place->type) : ByteBlock(bytes, most_bytes_per_count);
    }
};

/// Gathers the message into a buffer of message.bytes bytes.
void pack(PeerMessage const& message, SourcePointers sources, std::byte* buffer);
/// Scatters it from there.
void unpack(PeerMessage const& message, std::byte const* buffer, TargetPointers targets);

struct KeptPart {
    std::size_t plan = 0;
    CopyProgram copy;
};

struct RankMessages {
    std::vector<PeerMessage> sends;    ///< the next higher rank first, then upwards and around
    std::vector<PeerMessage> receives; ///< the next lower rank first, then downwards and around: roughly as they arrive
    std::vector<KeptPart> kept;
    StretchList kept_stretches; ///< as of a message

    /// The way back: what was received is sent, and what was sent received, by the same copies the other way round. Every message
    /// keeps its length and the order of its elements. `rank`, `ranks`: as of compile_messages; `updaters`: of the way back.
    /// Precondition: made without updaters.
    [[nodiscard]] RankMessages reversed(Rank rank, int ranks, Updaters const& updaters = {}) const;

    void copy_kept(SourcePointers sources, TargetPointers targets) const;
    [[nodiscard]] Index kept_bytes() const;
};

/// `ranks`: the size of the communicator. Partners beyond it are left out.
[[nodiscard]] RankMessages compile_messages(MultiPlan const& plan, Rank rank, int ranks, RankLayouts const& layouts,
                                            Updaters const& updaters = {});

/// Puts messages into the order that RankMessages asks for, finds those that can travel straight from and to their arrays, and
/// lists the stretches of those that are quicker so.
void arrange(RankMessages& messages, Rank rank, int ranks);

/// Messages in one buffer begin so many bytes apart, or a multiple of it: no two share a line of the cache.
inline constexpr Index message_line = 64;

/// Where each message begins in one buffer for all that are not sent or received in place; the last entry is the buffer's size.
[[nodiscard]] std::vector<Index> buffer_offsets(std::span<PeerMessage const> messages);

} // namespace tessera
