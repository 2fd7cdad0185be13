// SPDX-License-Identifier: BSD-3-Clause
// Tessera: reductions that cut long vectors into pieces.
#include "libcore/comm/collectives/detail/collective_makers.hpp"

namespace tessera::detail {

/// Piece i moves around the ring, starting at rank i, and is complete at rank i - 1. Then it moves around once more.
void make_reduce_ring(CollectiveBuilder& builder) {
    int const ranks = builder.ranks();
    int const round = ranks - 1;
    for (auto const& [arrival, first] : {std::pair(Arrival::Combine, 0), std::pair(Arrival::Keep, round)})
        for (int step = first, end = first + builder.alike(round); step < end; ++step) {
            for (int piece = 0; piece < builder.filled_pieces(ranks); ++piece) {
                int const p = (piece + step) % ranks;
                builder.move(p, (p + 1) % ranks, builder.piece(piece, ranks), arrival);
            }
            builder.end_phase();
        }
}

/// In each phase partners halve their common range, and each combines the half on its side. Then the halves return in the opposite
/// order (Rabenseifner). Ranks beyond the largest power of two are treated as in loglocex.
void make_halving(CollectiveBuilder& builder) {
    int const ranks = builder.ranks();
    int const core = core_ranks(ranks);
    for (int p = core; p < ranks; ++p) builder.move(p, p - core, builder.all(), Arrival::Combine);
    builder.end_phase();
    // With `span` ranks per group, p works on pieces [p - p % span, p - p % span + span) of `core` pieces.
    auto const half_of = [&](int p, int span) {
        int const first = p - p % span;
        return builder.pieces(first, first + span, core);
    };
    for (int span = core / 2; span > 0; span /= 2) {
        for (int p = 0; p < core; ++p) builder.move(p, p ^ span, half_of(p ^ span, span), Arrival::Combine);
        builder.end_phase();
    }
    for (int span = 1; span < core; span *= 2) {
        for (int p = 0; p < core; ++p) builder.move(p, p ^ span, half_of(p, span), Arrival::Keep);
        builder.end_phase();
    }
    for (int p = core; p < ranks; ++p) builder.move(p - core, p, builder.all(), Arrival::Keep);
}

/// Piece i is combined on its way from rank 0 to the last rank, and returns unchanged. Pieces follow each other as in a pipeline.
void make_reduce_chain(CollectiveBuilder& builder) {
    int const last = builder.ranks() - 1;
    int const count = builder.pipeline_pieces();
    for (int step = 0; step < count + 2 * last - 1; ++step) {
        for (int i = std::max(0, step - 2 * last + 1); i < count && i <= step; ++i) {
            int const hop = step - i;
            if (hop < last)
                builder.move(hop, hop + 1, builder.piece(i, count), Arrival::Combine);
            else
                builder.move(2 * last - hop, 2 * last - hop - 1, builder.piece(i, count), Arrival::Keep);
        }
        builder.end_phase();
    }
}

} // namespace tessera::detail
