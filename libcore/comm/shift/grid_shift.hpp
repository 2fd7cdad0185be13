// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array moved over its own grid, along any number of dimensions at once (pC*, chapter 6).
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

/// A part of a message of a shift: a box of the iteration space of one of its plans.
struct ShiftPart {
    std::size_t plan = 0;
    BoxSet box;
};

/// Everything that one rank sends another (or keeps, where from == to), part after part.
struct ShiftMessage {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    std::vector<ShiftPart> parts;
};

/// Element i goes to place i + distance. (To fetch from i + distance is to shift by -distance.) As that is a copy between sections
/// of an array, or on a torus of up to two sections per dimension, its plan is that of a redistribution, and everything that
/// plans can do is done with it: schedules, loads, pictures, transports, files.
///
/// With a context (`where`) only active elements go; the others stay where they are, and nothing comes to where they would have
/// gone: such places keep what they hold, whatever the edge is. The context is that of the sender, as it is of a send of pC*
/// (section 6.2), and as there ShiftEdge::Fill fills every place that nothing can come to, context or not.
///
/// With a context of the reader (`wanted`), as that of a get of pC*, only places in it get an element or are filled; what others
/// hold stays, and elements that nobody wants do not travel.
class GridShift {
  public:
    /// `distance`: one per dimension, of any length; on a torus they count modulo the extent.
    /// `where`, `wanted`: masks of this array, at the index that an element comes from and at that which it goes to; nothing: all
    /// elements go.
    /// Errors: another number of distances than dimensions; Abort, and active elements would leave.
    [[nodiscard]] static Result<GridShift> make(Mapping mapping, Extents distance, ShiftEdge edge,
                                                std::optional<Mask> where = std::nullopt,
                                                std::optional<Mask> wanted = std::nullopt);

    [[nodiscard]] Mapping const& mapping() const { return mapping_; }
    [[nodiscard]] Extents const& distance() const { return distance_; }
    [[nodiscard]] ShiftEdge edge() const { return edge_; }
    [[nodiscard]] std::optional<Mask> const& where() const { return where_; }
    [[nodiscard]] std::optional<Mask> const& wanted() const { return wanted_; }
    /// Has it a context, of either side?
    [[nodiscard]] bool selects() const { return where_ || wanted_; }
    /// "where i > 1", "to places where i > 1"; nothing where it has none.
    [[nodiscard]] std::string context_text() const;
    /// One plan for each section that moves as a whole, at least one; all from the array into another of the same mapping. They
    /// move all elements: with a context, ask for sends() and receives().
    [[nodiscard]] MultiPlan const& plan() const { return plan_; }

    /// What a rank sends (receives) of the active elements, ascending partner, its own copies included. Cost with a context: the
    /// elements of these messages, where it has to be computed.
    [[nodiscard]] std::vector<ShiftMessage> sends(Rank rank) const;
    [[nodiscard]] std::vector<ShiftMessage> receives(Rank rank) const;
    /// Of the active elements. With a context at the cost of all messages.
    [[nodiscard]] RedistTotals totals() const;

    /// Active elements of the array that leave it. With a context of the reader: none, as nobody asks for them.
    [[nodiscard]] Index lost() const;
    /// The elements of a grid position that nothing comes to from within the array, disjoint: those that ShiftEdge::Fill fills.
    /// With a context of the reader, those that it wants.
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

/// Consecutive elements in a rank's memory that go to consecutive places of another's (or its own), or leave the array.
struct ShiftRun {
    Index offset = 0; ///< of the first, in elements from the start of the allocation
    Index count = 0;
    std::optional<Rank> to;  ///< nothing: they leave the array
    Index target_offset = 0; ///< there
    friend bool operator==(ShiftRun const&, ShiftRun const&) = default;
};

/// The elements of a grid position in the order of its memory (pC*, Table 6.2). Where copies of the array are kept, each goes to
/// the copy of the same number. With a context, active elements alone (of a reader's context, at the cost of all elements). `visit`
/// says whether it wants to see another one. Cost: the blocks of the runs visited.
void for_each_shift_run(GridShift const& shift, Index position, std::function<bool(ShiftRun const&)> const& visit);
/// All of them in a list.
[[nodiscard]] std::vector<ShiftRun> shift_runs(GridShift const& shift, Index position);

/// The messages of a shift, to schedule and to judge on a network. Errors: as MessageSet::of. Cost: as of GridShift::totals.
[[nodiscard]] Result<MessageSet> messages_of(GridShift const& shift);

} // namespace tessera
