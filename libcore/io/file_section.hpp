// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a section of an array, seen as the set of its positions in a file.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/io/file_layout.hpp"
#include "libcore/sets/box_set.hpp"
#include "libcore/sets/run.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace tessera {

/// The positions of the elements of a section that are stored, in file order. Counting, searching and picking the k-th cost the
/// dimensions times the logarithm of the runs of a period, whatever the extents; where a table says where chunks lie, making the
/// set costs the chunks it touches.
class FileSection {
  public:
    /// Precondition: one set per dimension of the layout, each within the array.
    FileSection(FileLayout layout, BoxSet section);
    /// The whole array.
    explicit FileSection(FileLayout layout);

    [[nodiscard]] FileLayout const& layout() const { return layout_; }
    [[nodiscard]] BoxSet const& section() const { return section_; }

    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] Index count() const { return count_; }
    /// Elements of the section that the file does not store.
    [[nodiscard]] Index missing() const { return section_.count() - count_; }
    /// Maximal runs of positions whose bytes follow each other: the requests of the direct method. In closed form; with a table it
    /// costs the chunks that are touched.
    [[nodiscard]] Index run_count() const;

    [[nodiscard]] bool contains(Index position) const { return count_in({position, position + 1}) == 1; }
    /// How many elements lie in front of a position; any position is allowed.
    [[nodiscard]] Index count_below(Index position) const;
    [[nodiscard]] Index count_in(Run positions) const;
    /// The position of the k-th element in file order. Precondition: 0 <= k < count().
    [[nodiscard]] Index element(Index k) const;
    /// The first element at `position` or behind it.
    [[nodiscard]] std::optional<Index> first_from(Index position) const;
    /// The last element in front of `position`.
    [[nodiscard]] std::optional<Index> last_below(Index position) const;
    /// From the first element to behind the last; empty where there is none.
    [[nodiscard]] Run bounds() const { return bounds_; }

    /// The elements within a run of positions as boxes, each within the chunk of one slot, in ascending order of the positions of
    /// the runs they are cut from: at most 2n-1 for each chunk.
    void for_each_box(Run positions, std::function<void(BoxSet const&, Index slot)> const& visit) const;

  private:
    /// One dimension.
    struct Axis {
        PeriodicSet set;
        Index chunk = 1;
        Index chunks = 1;
        Index stride = 1;    // places between neighbours within a chunk
        Index faster = 1;    // elements of the section in all faster dimensions
        std::size_t dim = 0; // of the array
        [[nodiscard]] Run range(Index number) const { return {number * chunk, (number + 1) * chunk}; }
    };
    struct Touched {
        Index slot = 0;
        Index before = 0; // elements in the slots in front of it
    };
    /// One chunk of the section: its number and the elements in it, per axis.
    struct Part {
        Extents number;
        Extents faster; // elements of the part in all faster dimensions
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
    std::vector<Touched> touched_; // ascending; only where the layout has a table
    Index count_ = 0;
    Run bounds_;
};

} // namespace tessera
