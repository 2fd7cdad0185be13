// SPDX-License-Identifier: BSD-3-Clause
// Tessera: carries the elements that are active in a context, which is another one in each run.
#pragma once

#include "libcore/runtime/comm/active/active_messages.hpp"
#include "libcore/runtime/comm/index/send_combiner.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// Where a run takes the elements of an array from.
struct ActiveSource {
    void const* data = nullptr;
    Context const* where = nullptr; ///< its positions are those of the array's grid; null: this rank has none
};

/// Where it puts them, and what becomes of them there.
struct ActiveTarget {
    void* data = nullptr;
    SendCombiner const* op = nullptr;
    std::vector<bool> const* wanted = nullptr; ///< by offset in memory: which places take an element; null: all
};

/// Puts values, one behind the other, to the places of a stretch.
void put_active(ActiveTarget const& target, std::byte const* values, GridStretch const& places, Index element_bytes);

/// The receiver does not know which elements come. A message holds, for each array, how many do, which of the message's elements
/// they are (a Context of these, in its cheapest form), and their values. So it is short where little is active: 16 bytes for an
/// array of which nothing is. Buffers hold all elements of the plan.
class ActiveExchange {
  public:
    /// `comm` outlives it. Throws where there is no memory for its buffers.
    ActiveExchange(Comm const& comm, ActiveMessages messages);

    /// One entry for each array. Contexts are read before it returns; data stays as it is until end() has returned. Collective.
    void begin(std::vector<ActiveSource> const& sources, std::vector<ActiveTarget> targets);
    /// Puts what came, in the order of the ranks that it came from; before, begin() has put what stays on this rank.
    void end();

    /// From now on each run is recorded, with the bytes that travel; null: no more.
    void record(TraceRecorder* trace) { trace_ = trace; }

    [[nodiscard]] Index buffer_bytes() const { return send_buffer_.size() + receive_buffer_.size(); }

  private:
    /// Elements that are neighbours in a message and in memory.
    struct Piece {
        Index number = 0; ///< of the first, in its section
        Index from = 0;   ///< in memory
        Index count = 0;
    };
    using Pieces = std::vector<Piece>;
    /// A message under way.
    struct Carried {
        bool is_send = false;
        std::size_t message = 0;
        Index bytes = 0;
        double start = 0;
    };

    void find_pieces(std::vector<ActiveSource> const& sources);
    [[nodiscard]] Index pack(std::size_t message, std::vector<ActiveSource> const& sources, std::byte* buffer);
    void keep(std::size_t message, std::vector<ActiveSource> const& sources);
    void deliver(ActiveMessage const& message, std::byte const* buffer) const;
    void wait_all();

    Comm const& comm_;
    ActiveMessages messages_;
    std::vector<Index> send_offsets_; // by message, in the buffer
    std::vector<Index> receive_offsets_;
    Buffer send_buffer_;
    Buffer receive_buffer_;
    std::vector<std::vector<Pieces>> pieces_; // of this run, by message and section
    std::vector<ActiveTarget> targets_;       // of this run
    RequestSet requests_;
    std::vector<Carried> carried_; // by request
    TraceRecorder* trace_ = nullptr;
};

} // namespace tessera
