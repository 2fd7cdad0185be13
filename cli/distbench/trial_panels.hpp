// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the panels of an array that go around, one after the other, from where they lie in their owner's memory.
#pragma once

#include "libcore/mapping/mapping.hpp"
#include "libcore/network/machine.hpp"
#include "libcore/runtime/comm/collectives/collective.hpp"
#include "libcore/runtime/memory/buffer.hpp"
#include "libcore/runtime/mpi/comm.hpp"

#include <map>
#include <memory>
#include <vector>

namespace tessera::cli {

/// Of so many bytes, as numbers of eight bytes each.
[[nodiscard]] CollectiveTask trial_task(CollectiveKind kind, Comm const& line, int root, Index bytes);

/// Each block along a dimension, by the broadcast that choose_collective takes. As a program has it: the owner packs what does not
/// lie in one stretch, and the others receive into a buffer for one panel.
class TrialPanels {
  public:
    /// `line`: the ranks that differ in their coordinate along the dimension alone, ascending; it must outlive the panels. This
    /// rank holds a part of the array. `machine`: null where nothing is known of it. Collective over the line.
    TrialPanels(Comm const& line, Mapping const& mapping, int dim, Machine const* machine);

    void broadcast_all();

  private:
    struct Panel {
        Index begin = 0;
        Index length = 0; // indices
        int owner = 0;
        Index place = 0; // of the first index, in the owner's part
        Collective* broadcast = nullptr;
    };
    [[nodiscard]] Index stretch_of(Panel const& panel) const { return panel.length * faster_; }
    /// Where the owner's panel is ready to be sent.
    [[nodiscard]] std::byte* packed(Panel const& panel);

    int rank_;
    Index faster_; // bytes of one index along the dimension, with all that lies side by side
    Index slower_ = 1;
    Index held_;                                                         // indices along the dimension, of the rank with the most
    std::map<std::pair<int, Index>, std::unique_ptr<Collective>> kinds_; // by owner and length
    std::vector<Panel> panels_;
    Buffer part_;
    Buffer panel_;
};

} // namespace tessera::cli
