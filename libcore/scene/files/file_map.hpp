// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan of file access as cells of a file, independent of their appearance.
#pragma once

#include "libcore/io/io_plan.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// If a plan has more requests, they are counted but not mapped one by one.
inline constexpr Index most_mapped_requests = Index{1} << 20;

/// Consecutive positions of the file. Counts are elements.
struct FileCell {
    Run positions;
    Index wanted = 0;                            ///< wanted by any rank, each element once
    Index touched = 0;                           ///< accessed by any request, each element once
    Index accesses = 0;                          ///< total accesses: an element counts once per access
    std::vector<std::pair<Rank, Index>> demands; ///< elements that each rank wants; ranks that want none are omitted
    std::optional<Rank> aggregator;              ///< two-phase: the aggregator whose domain contains the whole cell, if there is
                                                 ///< one
    bool shared_domain = false;                  ///< several aggregators have parts of the cell
};

/// Equally long lines of a file, each divided into equally long cells.
struct FileLines {
    Run positions;  ///< all positions
    Index line = 1; ///< positions per line (the last may be shorter)
    Index cell = 1; ///< positions per cell (the last of a line may be shorter)
    std::vector<std::vector<FileCell>> lines;
};

/// The positions of one request of a rank.
struct FileRequest {
    Run positions;
    IoRequest request;
};

/// The cells of a file for one plan. Cost of making it: the cells times the ranks, at most a few million, and the requests, unless
/// there are too many to map.
class FileMap {
  public:
    /// Shows the accessed part of the file, or the whole file if the accessed part is more than half of it.
    explicit FileMap(IoPlan plan, Index most_lines = 20, Index most_columns = 200);

    [[nodiscard]] IoPlan const& plan() const { return plan_; }
    [[nodiscard]] FileLines const& detail() const { return detail_; }
    /// Returns the whole file in one line; nothing if detail() shows all of it.
    [[nodiscard]] std::optional<FileLines> const& overview() const { return overview_; }

    /// Returns whether no rank wants any element.
    [[nodiscard]] bool is_empty() const { return plan_.fad().wanted().empty(); }
    /// Returns whether there are too many requests to map. Then requests() and phases() are empty.
    [[nodiscard]] bool is_crowded() const { return crowded_; }
    /// in order of phase
    [[nodiscard]] std::vector<FileRequest> const& requests() const { return requests_; }
    [[nodiscard]] Index phases() const { return crowded_ ? 0 : plan_.phases(); }

  private:
    void collect_requests();
    [[nodiscard]] Run touched_bounds() const;
    [[nodiscard]] FileLines lines_of(Run positions, Index line, Index most_columns) const;
    [[nodiscard]] FileCell cell_of(Run positions) const;
    void set_domain(FileCell& cell) const;
    [[nodiscard]] std::pair<Index, Index> touches(Run positions) const;

    IoPlan plan_;
    bool crowded_ = false;
    std::vector<FileRequest> requests_;
    std::vector<Index> accesses_; // number of accesses of each interval between edges_
    std::vector<Index> edges_;    // ascending positions where the number of accesses changes
    FileLines detail_;
    std::optional<FileLines> overview_;
};

} // namespace tessera
