// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all ranks together read and write sections of a file, in two phases.
#pragma once

#include "libcore/files/access/element_location.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/files/access/phase_messages.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/runtime/mpi/agreement.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace tessera {

/// The extended two-phase method (Thakur 6.3), phase by phase as in IoPlan. Each aggregator reads its piece and sends each
/// member its part, or gathers from the members what it writes. Ranks of the plan are ranks of the communicator; other ranks
/// call the functions but do nothing. All functions are collective over the communicator.
///
/// Requests, messages and memory are those of the plan; the account provides IoTotals::memory of this rank. If a request
/// fails, the other ranks continue, so that none hangs. Nothing more is written, and all ranks throw AgreedFailure at the end.
class TwoPhaseTransfer {
  public:
    /// Precondition: plan.two_phase() is not null. All arguments must outlive this. Throws AgreedFailure if a rank lacks the
    /// memory.
    TwoPhaseTransfer(Communicator const& comm, FileChannel& file, IoPlan const& plan, MemoryAccount& account);

    /// Reads the sections. Elements that the file does not store keep their values in memory.
    void read(ElementLocation const& place, std::byte* memory);
    /// Writes the sections. If several ranks give an element, the highest rank's is written.
    void write(ElementLocation const& place, std::byte const* memory);

  private:
    /// A piece that an aggregator reads or writes in the current phase.
    struct Turn {
        Rank aggregator = 0;
        IoPiece piece;
    };
    void for_each_phase(std::function<void(std::vector<Turn> const&)> const& visit);
    [[nodiscard]] Turn const* my_turn(std::vector<Turn> const& turns) const;
    [[nodiscard]] Index share(Turn const& turn) const; ///< bytes of this rank in another aggregator's piece

    void read_and_send(Turn const& turn, ElementLocation const& place, std::byte* memory);
    void gather_and_write(Turn const& turn, ElementLocation const& place, std::byte const* memory);

    Communicator comm_; // a duplicate, with its own message space
    FileChannel& file_;
    IoPlan const& plan_;
    FileLayout const& layout_;
    Fad::Member const* me_ = nullptr; // null if this rank has no section
    std::optional<PhaseMessages> messages_;
    DeferredFailure failure_; // a failure of the disk, after which the disk is not used
};

} // namespace tessera
