// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a phase of two-phase access, and the memory they lie in.
#pragma once

#include "libcore/runtime/memory/memory_account.hpp"
#include "libcore/runtime/mpi/comm.hpp"
#include "libcore/runtime/mpi/request_set.hpp"

#include <cstddef>
#include <functional>
#include <map>

namespace tessera {

/// What aggregators and the other ranks send each other before the next piece of a file is read or written. The memory is taken
/// once, for the phase that needs most.
class PhaseMessages {
  public:
    /// What to do with a message that has arrived.
    using Arrived = std::function<void(std::byte const* data)>;

    /// `comm` must outlive it.
    PhaseMessages(Comm const& comm, MemoryAccount& account, Index bytes) : comm_(comm), memory_(account, bytes) {}

    /// The next phase begins: all memory is free again.
    void begin() { taken_ = 0; }
    /// Memory that is this phase's own. Precondition: there is as much left.
    [[nodiscard]] std::byte* take(Index bytes);
    /// A message will come, of so many bytes; where it will lie.
    std::byte const* expect(Rank from, Index bytes, Arrived arrived = {});
    /// `data` must stay as it is until finish().
    void send(Rank to, std::byte const* data, Index bytes);
    /// Waits for all messages, in whatever order they come.
    void finish();

  private:
    Comm const& comm_;
    AccountedBuffer memory_;
    Index taken_ = 0;
    struct Expected {
        std::byte const* data = nullptr;
        Arrived arrived;
    };
    RequestSet requests_;
    std::map<std::size_t, Expected> expected_; // by request
};

} // namespace tessera
