// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a walk over the runs of a section in file order.
#pragma once

#include "libcore/io/file_section.hpp"
#include "libcore/sets/run_walk.hpp"

#include <vector>

namespace tessera {

/// Visits the maximal runs of positions of a section whose bytes follow each other, ascending, cut to a run of positions:
/// `for (FileRunWalk walk(section, range); !walk.done(); walk.next()) use(walk.run());`
/// next() costs the lines that make up the run, where lines that are needed whole count as one; each chunk costs the dimensions
/// besides. The section must outlive the walk.
class FileRunWalk {
  public:
    FileRunWalk(FileSection const& section, Run positions);
    explicit FileRunWalk(FileSection const& section) : FileRunWalk(section, {0, section.layout().positions()}) {}

    [[nodiscard]] bool done() const { return run_.empty(); }
    [[nodiscard]] Run run() const { return run_; } ///< precondition: not done
    void next();                                   ///< precondition: not done

  private:
    /// One dimension within the chunk at hand, slower than those that are needed whole.
    struct Axis {
        PeriodicSet set; // places
        RunWalk walk;
        Index stride = 1;
        Index at = 0; // of all but the fastest axis: the place at hand
    };

    void enter_chunk(Index position);
    void next_segment();
    void show_segment();
    [[nodiscard]] bool next_line();

    FileSection const* section_;
    Run range_;
    Run run_;
    Run segment_;            // the next piece of a run, empty behind the last
    Index chunk_begin_ = 0;  // position of the chunk at hand
    std::vector<Axis> axes_; // fastest first; none where the chunk is needed whole
};

} // namespace tessera
