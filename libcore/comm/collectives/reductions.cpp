// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the reductions of pC* (4.4.3); every rank gets the same result.
#include "libcore/comm/collectives/detail/collective_makers.hpp"

namespace tessera::detail {
namespace {

/// All ranks send to rank 0, one after the other.
void gather(CollectiveBuilder& builder) {
    for (int p = 1; p < builder.ranks(); ++p) {
        builder.move(p, 0, builder.all(), Arrival::Combine);
        builder.end_step();
    }
    builder.end_phase();
}

/// Rank 0 sends to all ranks, one after the other.
void write_to_all(CollectiveBuilder& builder) {
    for (int p = 1; p < builder.ranks(); ++p) {
        builder.move(0, p, builder.all(), Arrival::Keep);
        builder.end_step();
    }
}

/// In the stage with mask 1, 2, 4, ..., each rank whose lowest set bit is the mask sends to the rank without this bit.
void fan_in(CollectiveBuilder& builder) {
    for (int mask = 1; mask < builder.ranks(); mask *= 2) {
        for (int p = mask; p < builder.ranks(); p += 2 * mask) builder.move(p, p - mask, builder.all(), Arrival::Combine);
        builder.end_phase();
    }
}

/// Repeats the stages of fan_in backwards.
void fan_out(CollectiveBuilder& builder) {
    int mask = 1;
    while (2 * mask < builder.ranks()) mask *= 2;
    for (; mask > 0; mask /= 2) {
        for (int p = mask; p < builder.ranks(); p += 2 * mask) builder.move(p - mask, p, builder.all(), Arrival::Keep);
        builder.end_phase();
    }
}

} // namespace

int core_ranks(int ranks) {
    int core = 1;
    while (2 * core <= ranks) core *= 2;
    return core;
}

/// In the paper, ranks combine in the order of arrival, so rounding makes results differ. Here they wait for all operands and
/// combine in one order.
void make_naivemw(CollectiveBuilder& builder) {
    int const ranks = builder.ranks();
    for (int distance = 1; distance < ranks; ++distance) {
        for (int p = 0; p < ranks; ++p) builder.move(p, (p + distance) % ranks, builder.all(), Arrival::Combine);
        builder.end_step();
    }
}

void make_mastermw(CollectiveBuilder& builder) {
    gather(builder);
    write_to_all(builder);
}

void make_masterbc(CollectiveBuilder& builder) {
    gather(builder);
    builder.multicast(0, Arrival::Keep);
}

void make_realbc(CollectiveBuilder& builder) {
    for (int p = 0; p < builder.ranks(); ++p) {
        builder.multicast(p, Arrival::Combine);
        builder.end_step();
    }
}

/// Ranks beyond the largest power of two send their vector to the rank that is `core` lower, and get the result from it.
void make_loglocex(CollectiveBuilder& builder) {
    int const ranks = builder.ranks();
    int const core = core_ranks(ranks);
    for (int p = core; p < ranks; ++p) builder.move(p, p - core, builder.all(), Arrival::Combine);
    builder.end_phase();
    for (int mask = 1; mask < core; mask *= 2) {
        for (int p = 0; p < core; ++p) builder.move(p, p ^ mask, builder.all(), Arrival::Combine);
        builder.end_phase();
    }
    for (int p = core; p < ranks; ++p) builder.move(p - core, p, builder.all(), Arrival::Keep);
}

void make_logmw(CollectiveBuilder& builder) {
    fan_in(builder);
    write_to_all(builder);
}

void make_loglog(CollectiveBuilder& builder) {
    fan_in(builder);
    fan_out(builder);
}

void make_logbc(CollectiveBuilder& builder) {
    fan_in(builder);
    builder.multicast(0, Arrival::Keep);
}

} // namespace tessera::detail
