// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the totals of a halo exchange, and the share of each rank.
#include "libcore/comm/halo/halo_totals.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tessera {
namespace {

/// The neighbourhood of one coordinate, relative to its first index and to its number. Two coordinates with equal neighbourhoods
/// have the same halo, shifted.
struct ExchangeContext {
    PeriodicSet own;
    std::vector<PeriodicSet> places;
    std::vector<Index> owners; // owners of the places, relative to the coordinate

    friend bool operator==(ExchangeContext const&, ExchangeContext const&) = default;
};

ExchangeContext surroundings_of(HaloAxis const& axis, Index coord, ShadowWidth width) {
    ExchangeContext seen;
    PeriodicSet const own = axis.mapping().owned(coord);
    if (own.empty()) return seen;
    Index const first = own.bounds().begin;
    seen.own = own.shifted(-first);
    for (PeriodicSet const& set : axis.reach(coord, {-width.low, width.high + 1}).others) {
        for (HaloAxis::Piece const& piece : axis.pieces(set)) {
            seen.places.push_back(piece.elements.shifted(piece.distance - first));
            seen.owners.push_back(piece.owner - coord);
        }
    }
    return seen;
}

/// The kind of each coordinate. Kinds are numbered in the order of first use.
struct Kinds {
    std::vector<std::size_t> of_coord;
    std::vector<Index> first; // first coordinate of each kind
};

/// Finds the kinds of all coordinates. If not `alike`, each coordinate has a kind of its own.
std::optional<Kinds> kinds_of(HaloAxis const& axis, ShadowWidth width, bool alike, Watch const& watch) {
    Kinds kinds;
    std::vector<ExchangeContext> known;
    for (Index coord = 0; coord < axis.mapping().coords(); ++coord) {
        if (watch.stopped()) return std::nullopt;
        if (!alike) {
            kinds.of_coord.push_back(as_size(coord));
            kinds.first.push_back(coord);
            continue;
        }
        ExchangeContext seen = surroundings_of(axis, coord, width);
        // The latest kind is compared first, because adjacent coordinates are often alike.
        auto const found = std::find(known.rbegin(), known.rend(), seen);
        auto const kind = as_size(known.rend() - found);
        kinds.of_coord.push_back(found == known.rend() ? known.size() : kind - 1);
        if (found != known.rend()) continue;
        known.push_back(std::move(seen));
        kinds.first.push_back(coord);
    }
    return kinds;
}

HaloShare share_of(HaloPlan const& plan, Index position) {
    HaloShare share;
    share.owned = plan.mapping().owned_count(position);
    for (HaloMessage const& message : plan.receives(plan.mapping().grid().rank(position))) {
        if (message.from == message.to) continue;
        share.elements += message.elements;
        ++share.partners;
    }
    return share;
}

Index sent_by(HaloPlan const& plan, Index position) {
    Index elements = 0;
    for (HaloMessage const& message : plan.sends(plan.mapping().grid().rank(position)))
        if (message.from != message.to) elements += message.elements;
    return elements;
}

} // namespace

Result<HaloShares> HaloShares::make(HaloPlan const& plan, Watch const& watch) {
    HaloShares shares(plan);
    std::vector<std::vector<Index>> firsts;
    Index combinations = 1;
    for (int d = 0; d < plan.mapping().dims(); ++d) {
        auto kinds = kinds_of(plan.axis(d), plan.stencil().widths()[as_size(d)], !plan.where(), watch);
        if (!kinds) return stopped_error();
        shares.counts_.push_back(std::ssize(kinds->first));
        combinations *= shares.counts_.back();
        firsts.push_back(std::move(kinds->first));
        shares.kinds_.push_back(std::move(kinds->of_coord));
    }
    Mapping const& mapping = plan.mapping();
    std::vector<std::optional<HaloShare>> found(as_size(combinations));
    for (Index position = 0; position < mapping.grid().size(); ++position) {
        if (watch.stopped()) return stopped_error();
        if (!mapping.holds(position)) continue;
        auto& share = found[shares.combination_of(position)];
        if (!share) {
            share = share_of(plan, position);
            shares.computed_.push_back(position);
        }
        shares.add(*share);
    }
    for (auto const& share : found) shares.shares_.push_back(share.value_or(HaloShare{}));
    shares.totals_.bytes = shares.totals_.elements * mapping.array().type.bytes;
    return shares;
}

Result<Index> HaloShares::largest_known_send(Watch const& watch) const {
    Index most = 0;
    for (Index const position : computed_) {
        if (watch.stopped()) return stopped_error();
        most = std::max(most, sent_by(plan_, position));
    }
    return most;
}

std::size_t HaloShares::combination_of(Index position) const {
    std::size_t number = 0;
    for (int d = plan_.mapping().dims(); d-- > 0;) {
        auto const coord = as_size(plan_.mapping().dim_coord(position, d));
        number = number * as_size(counts_[as_size(d)]) + kinds_[as_size(d)][coord];
    }
    return number;
}

void HaloShares::add(HaloShare const& share) {
    totals_.elements += share.elements;
    totals_.messages += share.partners;
    totals_.most_elements = std::max(totals_.most_elements, share.elements);
    totals_.most_partners = std::max(totals_.most_partners, share.partners);
    if (share.owned > 0)
        totals_.most_surface =
            std::max(totals_.most_surface, static_cast<double>(share.elements) / static_cast<double>(share.owned));
}

HaloShare const& HaloShares::of(Index position) const {
    static HaloShare const nothing;
    return plan_.mapping().holds(position) ? shares_[combination_of(position)] : nothing;
}

Result<MessageSet> messages_of(HaloPlan const& plan, Watch const& watch, HaloDirection way) {
    std::vector<MessageSet::Triple> triples;
    std::vector<Rank> ranks;
    ProcessorGrid const& grid = plan.mapping().grid();
    Index const element = plan.mapping().array().type.bytes;
    for (Index position = 0; position < grid.size(); ++position) {
        if (watch.stopped()) return stopped_error();
        ranks.push_back(grid.rank(position));
        for (HaloMessage const& received : plan.receives(grid.rank(position))) {
            HaloMessage const message = going(received, way);
            triples.push_back({message.from, message.to, message.elements * element});
        }
    }
    return MessageSet::of(triples, ranks);
}

} // namespace tessera
