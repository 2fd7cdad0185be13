// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a phase of two-phase access, and their memory.
#pragma once

#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/communicator.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <cstddef>
#include <functional>
#include <map>

namespace tessera {

/// Messages between aggregators and other ranks before the next piece of a file is read or written. The memory is allocated
/// once, for the phase that needs most.
class PhaseMessages {
  public:
    /// Called when a message has arrived.
    using Arrived = std::function<void(std::byte const* data)>;

    /// `comm` must outlive this.
    PhaseMessages(Communicator const& comm, MemoryAccount& account, Index bytes) : comm_(comm), memory_(account, bytes) {}

    /// Starts the next phase: all memory is free again.
    void begin() { taken_ = 0; }
    /// Takes memory for this phase. Precondition: enough is left.
    [[nodiscard]] std::byte* take(Index bytes);
    /// Announces a message of `bytes` bytes and returns the address at which it will arrive.
    std::byte const* expect(Rank from, Index bytes, Arrived arrived = {});
    /// Sends a message. `data` must not change until finish().
    void send(Rank to, std::byte const* data, Index bytes);
    /// Waits for all messages, in order of arrival.
    void finish();

  private:
    Communicator const& comm_;
    AccountedBuffer memory_;
    Index taken_ = 0;
    struct Expected {
        std::byte const* data = nullptr;
        Arrived arrived;
    };
    RequestSet requests_;
    std::map<std::size_t, Expected> expected_; // by number of the request
};

} // namespace tessera
