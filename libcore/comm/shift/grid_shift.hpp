// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array moved over its own grid, along any number of dimensions at once (pC*, chapter 6).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/sets/box_set.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tessera {

/// What becomes of elements that leave the array, and of places that nothing comes to.
enum class ShiftEdge {
    Keep,  ///< they are dropped; such places keep what they hold
    Fill,  ///< they are dropped; such places get a value
    Warn,  ///< as Keep, and it is said how many were dropped
    Abort, ///< nothing moves where one would leave
    Torus  ///< they come in again at the other end
};

/// "keep", "fill", "warn", "abort", "torus".
[[nodiscard]] std::string_view name_of(ShiftEdge edge);
[[nodiscard]] std::optional<ShiftEdge> shift_edge_named(std::string_view name);

/// Element i goes to place i + distance. (To fetch from i + distance is to shift by -distance.) As that is a copy between sections
/// of an array, or on a torus of up to two sections per dimension, its plan is that of a redistribution, and everything that
/// plans can do is done with it: schedules, loads, pictures, transports, files.
class GridShift {
  public:
    /// `distance`: one per dimension, of any length; on a torus they count modulo the extent.
    /// Errors: another number of distances than dimensions; Abort, and elements would leave.
    [[nodiscard]] static Result<GridShift> make(Mapping mapping, Extents distance, ShiftEdge edge);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] Extents const& distance() const { return distance_; }
    [[nodiscard]] ShiftEdge edge() const { return edge_; }
    /// One plan for each section that moves as a whole, at least one; all from the array into another of the same mapping.
    [[nodiscard]] MultiPlan const& plan() const { return plan_; }

    /// Elements of the array that leave it.
    [[nodiscard]] Index lost() const;
    /// The elements of a grid position that nothing comes to, disjoint.
    [[nodiscard]] std::vector<BoxSet> unfilled(Index position) const;

  private:
    GridShift(Mapping mapping, Extents distance, ShiftEdge edge, MultiPlan plan)
        : mapping_(std::move(mapping)), distance_(std::move(distance)), edge_(edge), plan_(std::move(plan)) {}

    Mapping mapping_;
    Extents distance_;
    ShiftEdge edge_;
    MultiPlan plan_;
};

/// Consecutive elements in a rank's memory that go to consecutive places of another's (or its own), or leave the array.
struct ShiftRun {
    Index offset = 0; ///< of the first, in elements from the start of the allocation
    Index count = 0;
    std::optional<Rank> to;  ///< nothing: they leave the array
    Index target_offset = 0; ///< there
    friend bool operator==(ShiftRun const&, ShiftRun const&) = default;
};

/// The elements of a grid position in the order of its memory (pC*, Table 6.2). Where copies of the array are kept, each goes to
/// the copy of the same number. `visit` says whether it wants to see another one. Cost: the blocks of the runs visited.
void for_each_shift_run(GridShift const& shift, Index position, std::function<bool(ShiftRun const&)> const& visit);
/// All of them in a list.
[[nodiscard]] std::vector<ShiftRun> shift_runs(GridShift const& shift, Index position);

} // namespace tessera
