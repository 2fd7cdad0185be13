// SPDX-License-Identifier: BSD-3-Clause
// Tessera: exchanges the active elements of a context that changes in each execution.
#pragma once

#include "libcore/runtime/comm/active/active_messages.hpp"
#include "libcore/runtime/comm/index/send_combiner.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/move/schedule/trace_recorder.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tessera {

/// Source of an array's elements in one execution.
struct ActiveSource {
    void const* data = nullptr;
    Context const* where = nullptr; ///< its positions are those of the array's grid; null: this rank has no active elements
};

/// Target of an array's elements in one execution, and the operation that stores them.
struct ActiveTarget {
    void* data = nullptr;
    SendCombiner const* op = nullptr;
    std::vector<bool> const* wanted = nullptr; ///< by offset in memory: whether the element is stored; null: all are
};

/// Stores consecutive values at the locations of a stretch.
void put_active(ActiveTarget const& target, std::byte const* values, BoxRun const& places, Index element_bytes);

/// The receiver does not know which elements come. For each array, a message holds their number, which elements of the message
/// they are (a Context in its cheapest form), and their values. So it is short if few elements are active: 16 bytes for an
/// array with none. Buffers have room for all elements of the plan.
class ActiveExchange {
  public:
    /// `comm` must outlive this. Throws if there is no memory for the buffers.
    ActiveExchange(Communicator const& comm, ActiveMessages messages);

    /// Starts the exchange; one entry per array. Contexts are read before it returns. Data must not change until end() has
    /// returned. Collective.
    void begin(std::vector<ActiveSource> const& sources, std::vector<ActiveTarget> targets);
    /// Stores received elements, in the order of their ranks. begin() has already stored the elements that stay on this rank.
    void end();

    /// Records every execution from now on, with the bytes that travel. Null ends recording.
    void record(TraceRecorder* trace) { trace_ = trace; }

    [[nodiscard]] Index buffer_bytes() const { return send_buffer_.size() + receive_buffer_.size(); }

  private:
    /// Elements that are consecutive both in a message and in memory.
    struct Piece {
        Index number = 0; ///< number of the first element in its section
        Index from = 0;   ///< offset in memory, in elements
        Index count = 0;
    };
    using Pieces = std::vector<Piece>;
    /// A pending message.
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

    Communicator const& comm_;
    ActiveMessages messages_;
    std::vector<Index> send_offsets_; // by message: offset in the buffer
    std::vector<Index> receive_offsets_;
    Buffer send_buffer_;
    Buffer receive_buffer_;
    std::vector<std::vector<Pieces>> pieces_; // of this execution, by message and section
    std::vector<ActiveTarget> targets_;       // of this execution
    RequestSet requests_;
    std::vector<Carried> carried_; // by number of the request
    TraceRecorder* trace_ = nullptr;
};

} // namespace tessera
