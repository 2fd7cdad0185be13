// SPDX-License-Identifier: BSD-3-Clause
// Tessera: who sends whom which elements, so that every rank has those that its computation reads.
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

/// Elements (0-based indices of the array), and how far from them lie the places that they fill: other than 0 only where they come
/// from beyond a periodic edge.
struct HaloBox {
    BoxSet elements;
    Extents distance;
};

/// Everything one rank sends another in an exchange, box after box, each in row-major order. Where from == to, a copy within the
/// rank: the far edge of a periodic dimension that the rank holds whole.
struct HaloMessage {
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    Index from_position = 0; ///< in the processor grid
    Index to_position = 0;
    std::vector<HaloBox> boxes;
};

/// The halo of a rank: what its stencil reads around the elements it owns, and others own. Any mapping has one; each place of the
/// halo is filled once. Of a replicated array each copy exchanges among its own ranks.
///
/// With a context (`where`) only active elements are computed, and so only what these read is a place of the halo; others are kept
/// in memory and never filled. The context is that of the reader, as it is of a get of pC* (section 6.2); on the way back
/// (HaloWay::Add) active elements alone contribute.
///
/// It is made per dimension (HaloAxis) and multiplied out for the rank that asks, at a cost that follows its neighbours and not the
/// number of ranks or elements; a context is looked at where it borders on others.
class HaloPlan {
  public:
    /// `periodic`: one per dimension; empty: no dimension is.
    /// `where`: a mask of this array; nothing: all elements are active.
    /// Errors: the stencil or `periodic` has another number of dimensions than the array; a periodic dimension that is shorter than
    /// the stencil reaches.
    [[nodiscard]] static Result<HaloPlan> make(Mapping mapping, Stencil stencil, std::vector<bool> periodic = {},
                                               std::optional<Mask> where = std::nullopt);
    /// The same array, edges and context with another stencil. Errors: as above.
    [[nodiscard]] Result<HaloPlan> with_stencil(Stencil stencil) const;

    [[nodiscard]] Mapping const& mapping() const { return state_->mapping; }
    [[nodiscard]] Stencil const& stencil() const { return state_->stencil; }
    [[nodiscard]] std::optional<Mask> const& where() const { return state_->where; }
    [[nodiscard]] HaloAxis const& axis(int d) const { return state_->axes[as_size(d)]; }

    /// The places of a grid position's halo, disjoint. Empty where it owns nothing.
    [[nodiscard]] std::vector<BoxSet> places(Index position) const;
    /// What a rank receives (sends), ascending partner, its copies within included. Empty where it takes no part.
    [[nodiscard]] std::vector<HaloMessage> receives(Rank rank) const;
    [[nodiscard]] std::vector<HaloMessage> sends(Rank rank) const;

    /// The elements a position owns whose computation reads no element of another rank: work for the time of the exchange. They
    /// need not be active. Exact for stars and boxes; of other stencils those within the reach of their farthest offsets are left
    /// out. Cost: the runs of the position's blocks where they are not alike up to both ends of the array.
    [[nodiscard]] BoxSet interior(Index position) const;
    /// interior(position).count(), at the cost of one period.
    [[nodiscard]] Index interior_count(Index position) const;
    /// The others that it owns, disjoint.
    [[nodiscard]] std::vector<BoxSet> rim(Index position) const;

  private:
    struct State {
        Mapping mapping;
        Stencil stencil;
        std::vector<HaloAxis> axes;
        std::optional<Mask> where;
    };
    explicit HaloPlan(std::shared_ptr<State const> state) : state_(std::move(state)) {}

    /// The places as if all elements were active.
    [[nodiscard]] std::vector<BoxSet> places_of_all(Index position) const;
    /// What position `to` receives: from all, or from one sender alone.
    [[nodiscard]] std::vector<HaloMessage> messages_to(Index to, std::optional<Index> from) const;
    [[nodiscard]] std::vector<Index> readers_of(Index position) const;

    std::shared_ptr<State const> state_; // immutable, shared by copies
};

} // namespace tessera
