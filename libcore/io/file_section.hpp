// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a section of an array, as the set of its positions in a file.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/file_layout.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/run.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace tessera {

/// The positions of a section's stored elements, in file order. Counting, searching and finding the k-th element cost the
/// dimensions times the logarithm of the runs of a period, independent of the extents. With a table, making the set costs the
/// chunks that it touches.
class FileSection {
  public:
    /// Precondition: one set per dimension of the layout, each within the array.
    FileSection(FileLayout layout, BoxSet section);
    /// Makes the section of the whole array.
    explicit FileSection(FileLayout layout);

    [[nodiscard]] FileLayout const& layout() const { return layout_; }
    [[nodiscard]] BoxSet const& section() const { return section_; }

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] Index count() const { return count_; }
    /// Returns the number of elements of the section that the file does not store.
    [[nodiscard]] Index missing() const { return section_.count() - count_; }
    /// Returns the number of maximal runs of contiguous positions: the requests of the direct method. A closed form; with a table
    /// it costs the touched chunks.
    [[nodiscard]] Index run_count() const;

    [[nodiscard]] bool contains(Index position) const { return count_in({position, position + 1}) == 1; }
    /// Returns the number of elements before a position. Any position is allowed.
    [[nodiscard]] Index count_below(Index position) const;
    [[nodiscard]] Index count_in(Run positions) const;
    /// Returns the position of the k-th element in file order. Precondition: 0 <= k < count().
    [[nodiscard]] Index element(Index k) const;
    /// Returns the first element at `position` or after it.
    [[nodiscard]] std::optional<Index> first_from(Index position) const;
    /// Returns the last element before `position`.
    [[nodiscard]] std::optional<Index> last_below(Index position) const;
    /// Returns the range from the first element to the last one, or an empty range if there is none.
    [[nodiscard]] Run bounds() const { return bounds_; }

    /// Visits the elements in a run of positions as boxes, each within the chunk of one slot. The boxes are in ascending order of
    /// the runs of positions that they are cut from. There are at most 2n-1 per chunk.
    void for_each_box(Run positions, std::function<void(BoxSet const&, Index slot)> const& visit) const;

  private:
    /// One dimension.
    struct Axis {
        PeriodicSet set;
        Index chunk = 1;
        Index chunks = 1;
        Index stride = 1;    // distance in positions between adjacent indices within a chunk
        Index faster = 1;    // number of the section's elements in all faster dimensions
        std::size_t dim = 0; // dimension of the array
        [[nodiscard]] Run range(Index number) const { return {number * chunk, (number + 1) * chunk}; }
    };
    struct Touched {
        Index slot = 0;
        Index before = 0; // number of elements in the slots before it
    };
    /// One chunk of the section: its numbers and its elements, per axis.
    struct Part {
        Extents number;
        Extents faster; // number of the part's elements in all faster dimensions
        Index count = 1;
    };

    void find_touched();
    [[nodiscard]] Part part_in(Index slot) const;
    [[nodiscard]] Index count_in_slots_below(Part const& part, Index slot) const;
    [[nodiscard]] Index count_in_part_below(Part const& part, Index place) const;
    [[nodiscard]] Index slot_of_element(Index& k) const;
    [[nodiscard]] Index regular_slot_of_element(Index& k) const;
    [[nodiscard]] Index regular_run_count() const;
    [[nodiscard]] Index table_run_count() const;
    [[nodiscard]] Index run_count_in(Part const& part) const;
    [[nodiscard]] bool joins_next_slot(Index slot) const;

    FileLayout layout_;
    BoxSet section_;
    std::vector<Axis> axes_;       // fastest first
    std::vector<Touched> touched_; // ascending; empty if the layout has no table
    Index count_ = 0;
    Run bounds_;
};

} // namespace tessera
