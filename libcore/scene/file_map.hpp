// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a plan of file access as cells of a file, before it is decided how they look.
#pragma once

#include "libcore/io/io_plan.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tessera {

/// Of a plan with more requests, requests are counted but not mapped one by one.
inline constexpr Index most_mapped_requests = Index{1} << 20;

/// A stretch of the file. Counts are elements.
struct FileCell {
    Run positions;
    Index wanted = 0;                            ///< by anybody, each once
    Index touched = 0;                           ///< by any request, each once
    Index accesses = 0;                          ///< each as often as it is touched
    std::vector<std::pair<Rank, Index>> demands; ///< what each rank wants; ranks that want nothing left out
    std::optional<Rank> aggregator;              ///< of two-phase, where one has all of it in its domain
    bool shared_domain = false;                  ///< several have parts of it
};

/// Lines of equally long stretches of a file, each cut into cells of equal length.
struct FileLines {
    Run positions;  ///< all of them
    Index line = 1; ///< positions of a line (the last may be shorter)
    Index cell = 1; ///< positions of a cell (the last of a line may be shorter)
    std::vector<std::vector<FileCell>> lines;
};

/// What one rank touches at a time.
struct FileRequest {
    Run positions;
    IoRequest request;
};

/// Cost: the cells times the ranks, at most a few million, and the requests, unless they are too many to be mapped.
class FileMap {
  public:
    /// Looks at the part of the file that is touched, or at all of it where that is not much more.
    explicit FileMap(IoPlan plan, Index most_lines = 20, Index most_columns = 200);

    [[nodiscard]] IoPlan const& plan() const { return plan_; }
    [[nodiscard]] FileLines const& detail() const { return detail_; }
    /// The whole file in one line; nothing where detail() shows all of it.
    [[nodiscard]] std::optional<FileLines> const& overview() const { return overview_; }

    /// Nothing is wanted by anybody.
    [[nodiscard]] bool is_empty() const { return plan_.fad().wanted().empty(); }
    /// There are too many requests to look at each: requests() and phases() have none.
    [[nodiscard]] bool is_crowded() const { return crowded_; }
    [[nodiscard]] std::vector<FileRequest> const& requests() const { return requests_; } ///< by phase
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
    std::vector<Index> accesses_; // how often, of the stretches between edges_
    std::vector<Index> edges_;    // ascending: where the number of accesses changes
    FileLines detail_;
    std::optional<FileLines> overview_;
};

} // namespace tessera
