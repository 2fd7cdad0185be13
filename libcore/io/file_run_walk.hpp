// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a walk over the runs of a section in file order.
#pragma once

#include "libcore/io/file_section.hpp"
#include "libcore/sets/run_walk.hpp"

#include <vector>

namespace tessera {

/// Visits the maximal runs of contiguous positions of a section, ascending, cut to a range of positions:
/// `for (FileRunWalk walk(section, range); !walk.done(); walk.next()) use(walk.run());`
/// next() costs the lines of the run; lines that are completely wanted count as one. Each chunk costs the dimensions in addition.
/// The section must outlive the walk.
class FileRunWalk {
  public:
    FileRunWalk(FileSection const& section, Run positions);
    explicit FileRunWalk(FileSection const& section) : FileRunWalk(section, {0, section.layout().positions()}) {}

    [[nodiscard]] bool done() const { return run_.empty(); }
    [[nodiscard]] Run run() const { return run_; } ///< precondition: not done
    void next();                                   ///< precondition: not done

  private:
    /// One dimension within the current chunk, slower than the completely wanted ones.
    struct Axis {
        PeriodicSet set; // wanted indices within the chunk
        RunWalk walk;
        Index stride = 1;
        Index at = 0; // current index, for all axes but the fastest
    };

    void enter_chunk(Index position);
    void next_segment();
    void show_segment();
    [[nodiscard]] bool next_line();

    FileSection const* section_;
    Run range_;
    Run run_;
    Run segment_;            // the next piece of a run; empty at the end
    Index chunk_begin_ = 0;  // position of the current chunk
    std::vector<Axis> axes_; // fastest first; empty if the whole chunk is wanted
};

} // namespace tessera
