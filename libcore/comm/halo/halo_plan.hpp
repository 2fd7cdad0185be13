// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of a halo exchange, which give every rank the elements that its computation reads.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"
#include "libcore/comm/context/mask.hpp"
#include "libcore/comm/halo/halo_axis.hpp"
#include "libcore/comm/halo/stencil.hpp"
#include "libcore/mapping/mapping.hpp"
#include "libcore/sets/box_set.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace tessera {

/// Elements (0-based indices of the array), and the distance from them to the places that they fill. The distance is not 0 only
/// across a periodic edge.
struct HaloBox {
    BoxSet elements;
    Extents distance;
};

/// All elements that one rank sends another in an exchange, box by box, each in row-major order. If from == to, a copy within the
/// rank: the far edge of a periodic dimension that the rank holds whole.
struct HaloMessage {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    Index from_position = 0; ///< position in the processor grid
    Index to_position = 0;
    std::vector<HaloBox> boxes;
};

/// The halos of all ranks. The halo of a rank consists of the elements of others that its stencil reads around its own elements.
/// Every mapping has halos. Each place of a halo is filled once. In a replicated array each copy exchanges among its own ranks.
///
/// With a context (`where`) only active elements are computed. So only the places that these read belong to the halo; the others
/// are allocated but never filled. The context applies to the reader, as in a get of pC* (section 6.2). On the way back
/// (HaloDirection::Add) only active elements contribute.
///
/// The plan is made per dimension (HaloAxis) and multiplied out for the requested rank. The cost depends on its neighbours, not on
/// the number of ranks or elements. A context is evaluated only near the borders to other ranks.
class HaloPlan {
  public:
    /// Makes the plan. `periodic`: one entry per dimension; empty: no dimension is periodic.
    /// `where`: a mask of this array; unset: all elements are active.
    /// Errors: the stencil or `periodic` has a different number of dimensions than the array; a periodic dimension is shorter than
    /// the stencil reaches.
    [[nodiscard]] static Result<HaloPlan> make(Mapping mapping, Stencil stencil, std::vector<bool> periodic = {},
                                               std::optional<Mask> where = std::nullopt);
    /// Makes the plan of the same array, edges and context with another stencil. Errors: as above.
    [[nodiscard]] Result<HaloPlan> with_stencil(Stencil stencil) const;

    [[nodiscard]] Mapping const& mapping() const { return state_->mapping; }
    [[nodiscard]] Stencil const& stencil() const { return state_->stencil; }
    [[nodiscard]] std::optional<Mask> const& where() const { return state_->where; }
    [[nodiscard]] HaloAxis const& axis(int d) const { return state_->axes[as_size(d)]; }

    /// Returns the places of a grid position's halo, as disjoint boxes. Empty if it owns nothing.
    [[nodiscard]] std::vector<BoxSet> places(Index position) const;
    /// Returns the messages that a rank receives (sends), by ascending partner, including copies within the rank. Empty if it takes
    /// no part.
    [[nodiscard]] std::vector<HaloMessage> receives(Rank rank) const;
    [[nodiscard]] std::vector<HaloMessage> sends(Rank rank) const;

    /// Returns the elements of a position whose computation reads no element of another rank, so that they can be computed during
    /// the exchange. They need not be active. Exact for stars and boxes. For other stencils, elements within the reach of the
    /// farthest offsets are left out. Cost: the runs of the position's blocks if these differ near the ends of the array.
    [[nodiscard]] BoxSet interior(Index position) const;
    /// Returns interior(position).count(), at the cost of one period.
    [[nodiscard]] Index interior_count(Index position) const;
    /// Returns the other elements that it owns, as disjoint boxes.
    [[nodiscard]] std::vector<BoxSet> boundary(Index position) const;

  private:
    struct State {
        Mapping mapping;
        Stencil stencil;
        std::vector<HaloAxis> axes;
        std::optional<Mask> where;
    };
    explicit HaloPlan(std::shared_ptr<State const> state) : state_(std::move(state)) {}

    /// Returns the places if all elements are active.
    [[nodiscard]] std::vector<BoxSet> places_of_all(Index position) const;
    /// Returns the messages that position `to` receives, from all senders or from one.
    [[nodiscard]] std::vector<HaloMessage> messages_to(Index to, std::optional<Index> from) const;
    [[nodiscard]] std::vector<Index> readers_of(Index position) const;

    std::shared_ptr<State const> state_; // immutable, shared by copies
};

} // namespace tessera
