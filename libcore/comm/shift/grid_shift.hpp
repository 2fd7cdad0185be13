// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array shifted over its own grid, along any number of dimensions at once (pC*, chapter 6).
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/redist/multi_plan.hpp"
#include "libcore/schedule/message_set.hpp"
#include "libcore/sets/box_set.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera {

/// Treatment of elements that leave the array, and of places that receive no element.
enum class ShiftEdge {
    Keep,  ///< such elements are dropped; such places keep their values
    Fill,  ///< such elements are dropped; such places get a given value
    Warn,  ///< like Keep, and the number of dropped elements is reported
    Abort, ///< nothing moves if an element would leave
    Torus  ///< such elements enter again at the other end
};

/// Returns "keep", "fill", "warn", "abort", "torus".
[[nodiscard]] std::string_view name_of(ShiftEdge edge);
[[nodiscard]] std::optional<ShiftEdge> shift_edge_named(std::string_view name);

/// A part of a message of a shift: a box of the iteration space of one of its plans.
struct ShiftPart {
    std::size_t plan = 0;
    BoxSet box;
};

/// All elements that one rank sends another (or keeps, if from == to), part by part.
struct ShiftMessage {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    std::vector<ShiftPart> parts;
};

/// Element i goes to place i + distance. (To fetch from i + distance, shift by -distance.) This is a copy between sections of an
/// array, or on a torus between up to two sections per dimension. So its plan is that of a redistribution, and everything that
/// works with plans works with it: schedules, loads, pictures, transports, files.
///
/// With a context (`where`) only active elements move. The others stay, and the places that they would have reached receive nothing
/// and keep their values, for every edge. The context applies to the sender, as in a send of pC* (section 6.2). As there,
/// ShiftEdge::Fill fills every place that no element can reach, with or without context.
///
/// With a context of the reader (`wanted`), as in a get of pC*, only places in it receive an element or are filled. Other places
/// keep their values, and elements for them are not sent.
class GridShift {
  public:
    /// Makes the shift. `distance`: one per dimension, of any length; on a torus they count modulo the extent.
    /// `where`, `wanted`: masks of this array, evaluated at the source index and at the target index; unset: all elements move.
    /// Errors: the number of distances is not the number of dimensions; Abort, and active elements would leave.
    [[nodiscard]] static Result<GridShift> make(Mapping mapping, Extents distance, ShiftEdge edge,
                                                std::optional<Mask> where = std::nullopt,
                                                std::optional<Mask> wanted = std::nullopt);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] Extents const& distance() const { return distance_; }
    [[nodiscard]] ShiftEdge edge() const { return edge_; }
    [[nodiscard]] std::optional<Mask> const& where() const { return where_; }
    [[nodiscard]] std::optional<Mask> const& wanted() const { return wanted_; }
    /// Returns whether the shift has a context, of either side.
    [[nodiscard]] bool selects() const { return where_ || wanted_; }
    /// Returns "where i > 1", "to elements where i > 1", or an empty text without a context.
    [[nodiscard]] std::string context_text() const;
    /// Returns one plan for each section that moves as a whole, at least one. All go from the array to another one with the same
    /// mapping. The plans move all elements; with a context use sends() and receives().
    [[nodiscard]] MultiPlan const& plan() const { return plan_; }

    /// Returns the messages of active elements that a rank sends (receives), by ascending partner, including its own copies. Cost
    /// with a context: the elements of these messages, if the context has to be computed.
    [[nodiscard]] std::vector<ShiftMessage> sends(Rank rank) const;
    [[nodiscard]] std::vector<ShiftMessage> receives(Rank rank) const;
    /// Returns the totals of the active elements. Cost with a context: all messages.
    [[nodiscard]] RedistTotals totals() const;

    /// Returns the number of active elements that leave the array. With a context of the reader: 0, because no place requests them.
    [[nodiscard]] Index lost() const;
    /// Returns the elements of a grid position that receive nothing from within the array, as disjoint boxes: those that
    /// ShiftEdge::Fill fills. With a context of the reader, only those in it.
    [[nodiscard]] std::vector<BoxSet> unfilled(Index position) const;

  private:
    GridShift(Mapping mapping, Extents distance, ShiftEdge edge, MultiPlan plan, std::optional<Mask> where,
              std::optional<Mask> wanted)
        : mapping_(std::move(mapping)), distance_(std::move(distance)), edge_(edge), plan_(std::move(plan)),
          where_(std::move(where)), wanted_(std::move(wanted)) {}
    [[nodiscard]] Index lost_of_context() const;
    [[nodiscard]] std::vector<ShiftMessage> active_of(std::vector<MultiMessage> const& messages) const;

    Mapping mapping_;
    Extents distance_;
    ShiftEdge edge_;
    MultiPlan plan_;
    std::optional<Mask> where_;
    std::optional<Mask> wanted_;
};

/// Consecutive elements in a rank's memory that go to consecutive places in another's (or its own) memory, or leave the array.
struct ShiftRun {
    Index offset = 0; ///< offset of the first, in elements from the start of the allocation
    Index count = 0;
    std::optional<Rank> to;  ///< unset: they leave the array
    Index target_offset = 0; ///< offset in the receiver's memory
    friend bool operator==(ShiftRun const&, ShiftRun const&) = default;
};

/// Visits the elements of a grid position in the order of its memory (pC*, Table 6.2). In a replicated array each copy sends to the
/// copy of the same number. With a context, only active elements are visited (for a reader's context, at the cost of all elements).
/// `visit` returns whether to continue. Cost: the blocks of the visited runs.
void for_each_shift_run(GridShift const& shift, Index position, std::function<bool(ShiftRun const&)> const& visit);
/// Returns all these runs.
[[nodiscard]] std::vector<ShiftRun> shift_runs(GridShift const& shift, Index position);

/// Returns the messages of a shift, to schedule them and to evaluate them on a network. Errors: as MessageSet::of. Cost: as
/// GridShift::totals.
[[nodiscard]] Result<MessageSet> messages_of(GridShift const& shift);

} // namespace tessera
