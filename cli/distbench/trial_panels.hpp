// SPDX-License-Identifier: BSD-3-Clause
// Tessera: broadcasts of an array's panels, one after the other, from their owners' memory.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/communicator.hpp"

#include <map>
#include <memory>
#include <vector>

namespace tessera::cli {

/// Returns the task of a collective over `bytes` bytes, as elements of eight bytes.
[[nodiscard]] CollectiveTask trial_task(CollectiveKind kind, Communicator const& line, int root, Index bytes);

/// Broadcasts each block along a dimension, with the algorithm of choose_collective. As in a real program, the owner packs a panel
/// that is not contiguous, and the other ranks receive into a buffer for one panel.
class TrialPanels {
  public:
    /// `line`: the ranks that differ only in their coordinate along the dimension, ascending; it must outlive the panels. This rank
    /// holds a part of the array. `machine`: null if it is unknown. Collective over the line.
    TrialPanels(Communicator const& line, Mapping const& mapping, int dim, Machine const* machine);

    void broadcast_all();

  private:
    struct Panel {
        Index begin = 0;
        Index length = 0; // in indices
        int owner = 0;
        Index place = 0; // local position of the first index at the owner
        Collective* broadcast = nullptr;
    };
    [[nodiscard]] Index stretch_of(Panel const& panel) const { return panel.length * faster_; }
    /// Returns the address of the owner's packed panel.
    [[nodiscard]] std::byte* packed(Panel const& panel);

    int rank_;
    Index faster_; // bytes of one index along the dimension, with the contiguous faster dimensions
    Index slower_ = 1;
    Index held_;                                                         // indices along the dimension, on the rank with the most
    std::map<std::pair<int, Index>, std::unique_ptr<Collective>> kinds_; // key: owner and length
    std::vector<Panel> panels_;
    Buffer part_;
    Buffer panel_;
};

} // namespace tessera::cli
