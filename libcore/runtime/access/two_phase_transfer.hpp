// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sections of a file read and written by all ranks together, in two phases.
#pragma once

#include "libcore/io/io_plan.hpp"
#include "libcore/runtime/access/element_place.hpp"
#include "libcore/runtime/access/file_channel.hpp"
#include "libcore/runtime/access/phase_messages.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tessera {

/// The extended two-phase method (Thakur 6.3), phase by phase as IoPlan has it: each aggregator reads its piece and sends every
/// member what it wants of it, or gathers from the members what it writes. Ranks of the plan are ranks of the communicator;
/// others take part by doing nothing. Everything is collective over the communicator.
///
/// The requests and messages are those of the plan, and so is the memory taken from the account: IoTotals::memory of this rank.
/// Where a request fails, the others carry on so that nobody hangs, nothing more is written, and AgreedFailure is thrown on all
/// ranks at the end.
class TwoPhaseTransfer {
  public:
    /// Precondition: plan.two_phase(). Everything must outlive it. Throws AgreedFailure where some rank lacks the memory.
    TwoPhaseTransfer(Comm const& comm, FileChannel& file, IoPlan const& plan, MemoryAccount& account);

    /// Elements that the file does not store keep their values in memory.
    void read(ElementPlace const& place, std::byte* memory);
    /// Of an element that several give, the highest rank's is written.
    void write(ElementPlace const& place, std::byte const* memory);

  private:
    /// A piece that somebody reads or writes in the phase at hand.
    struct Turn {
        Rank aggregator = 0;
        IoPiece piece;
    };
    void for_each_phase(std::function<void(std::vector<Turn> const&)> const& visit);
    [[nodiscard]] Turn const* my_turn(std::vector<Turn> const& turns) const;
    [[nodiscard]] Index share(Turn const& turn) const; ///< bytes of mine in somebody else's piece

    void read_and_send(Turn const& turn, ElementPlace const& place, std::byte* memory);
    void gather_and_write(Turn const& turn, ElementPlace const& place, std::byte const* memory);

    Comm comm_; // a message space of its own
    FileChannel& file_;
    IoPlan const& plan_;
    FileLayout const& layout_;
    Fad::Member const* me_ = nullptr; // null where this rank neither wants nor gives anything
    std::optional<PhaseMessages> messages_;
    DeferredFailure failure_; // of the disk, which is left alone then
};

} // namespace tessera
