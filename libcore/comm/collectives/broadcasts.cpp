// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the broadcasts. Ranks are numbered from the root: v is position (root + v) mod P.
#include "libcore/comm/collectives/detail/collective_makers.hpp"

namespace tessera::detail {
namespace {

int from_root(CollectiveBuilder const& builder, int number) {
    return (builder.root() + number) % builder.ranks();
}

} // namespace

void make_mwrite(CollectiveBuilder& builder) {
    for (int v = 1; v < builder.ranks(); ++v) {
        builder.move(builder.root(), from_root(builder, v), builder.all(), Arrival::Keep);
        builder.end_step();
    }
}

/// In each phase every rank that has the vector sends it to one that has not: 1, 2, 4, ... ranks have it.
void make_logfan(CollectiveBuilder& builder) {
    int const ranks = builder.ranks();
    for (int known = 1; known < ranks; known *= 2) {
        for (int v = 0; v < known && v + known < ranks; ++v)
            builder.move(from_root(builder, v), from_root(builder, v + known), builder.all(), Arrival::Keep);
        builder.end_phase();
    }
}

void make_bcast(CollectiveBuilder& builder) {
    builder.multicast(builder.root(), Arrival::Keep);
}

/// First, rank v gets from the tree the pieces of the ranks below it: pieces v .. v + span-1. Then, in P-1 steps, every rank passes
/// the piece that it received last to the next rank.
void make_scatter_ring(CollectiveBuilder& builder) {
    int const ranks = builder.ranks();
    int span = core_ranks(ranks);
    if (span == ranks) span /= 2;
    for (; span > 0; span /= 2) {
        for (int v = 0; v + span < ranks; v += 2 * span)
            builder.move(from_root(builder, v), from_root(builder, v + span),
                         builder.pieces(v + span, std::min(v + 2 * span, ranks), ranks), Arrival::Keep);
        builder.end_phase();
    }
    for (int step = 0, end = builder.alike(ranks - 1); step < end; ++step) {
        for (int piece = 0; piece < builder.filled_pieces(ranks); ++piece) {
            int const v = (piece + step) % ranks;
            int const to = (v + 1) % ranks;
            if (to != 0) builder.move(from_root(builder, v), from_root(builder, to), builder.piece(piece, ranks), Arrival::Keep);
        }
        builder.end_phase();
    }
}

/// Rank v sends piece i to rank v + 1 in step i + v.
void make_broadcast_chain(CollectiveBuilder& builder) {
    int const ranks = builder.ranks();
    int const count = builder.pipeline_pieces();
    for (int step = 0; step < count + ranks - 2; ++step) {
        for (int v = std::max(0, step - count + 1); v <= step && v + 1 < ranks; ++v)
            builder.move(from_root(builder, v), from_root(builder, v + 1), builder.piece(step - v, count), Arrival::Keep);
        builder.end_phase();
    }
}

} // namespace tessera::detail
