// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the loops of Thakur's chapter 3. Processors p count from 0, as there; a comment marks what counts from 1.
#pragma once

#include "libcore/redist/methods/cyclic_change.hpp"
#include "libcore/redist/methods/index_formula.hpp"

#include <algorithm>
#include <limits>

namespace tessera::detail {

/// The number of runs after which the partners of a loop repeat, where the paper stores them.
inline constexpr Index every_run_computed = 0;                             ///< nothing is stored: the loop computes each partner
inline constexpr Index one_repetition = std::numeric_limits<Index>::max(); ///< the runs of one repetition fill the array

/// Visits runs until the local array of `left` elements is finished, or until the visitor returns false. done() then holds.
template <class Visit>
class Dealer {
  public:
    Dealer(Index left, Visit const& visit) : left_(left), visit_(visit) {}

    [[nodiscard]] bool done() const { return left_ == 0; }
    void deal(Index partner, Index count) {
        count = std::min(count, left_);
        left_ = count == 0 || !visit_({partner, count}) ? 0 : left_ - count;
    }

  private:
    Index left_;
    Visit const& visit_;
};

/// Returns p * factor modulo P. Does not overflow, because both factors are smaller than P.
inline Index modular(Index p, Index factor, Index processors) {
    return p * (factor % processors) % processors;
}

/// Cuts local blocks of size x = k*y into k sub-blocks each. They belong to k consecutive coordinates, starting at MOD(kp, P).
template <class Visit>
void deal_sub_blocks(Index elements, Index y, Index k, Index p, Index processors, Visit const& visit) {
    Index const first = modular(p, k, processors);
    Dealer dealer(elements, visit);
    while (!dealer.done())
        for (Index i = 0; i < k && !dealer.done(); ++i) dealer.deal((first + i % processors) % processors, y);
}

/// Local blocks of size y; k of them make a block of size x on the other side. If k divides P, the partners of k blocks repeat.
/// Otherwise each partner is computed.
template <class Visit>
void deal_whole_blocks(Index elements, Index y, Index k, Index p, Index processors, Visit const& visit) {
    Dealer dealer(elements, visit);
    if (k <= processors && processors % k == 0) {
        for (Index i = 0; !dealer.done(); i = (i + 1) % k) dealer.deal((p / k + i * (processors / k)) % processors, y);
        return;
    }
    for (Index i = 0; !dealer.done(); ++i) dealer.deal((i * processors + p) / k % processors, y);
}

/// Element i of the local block, from 1, belongs to MOD(MOD(pm, P) + i - 1, P) under cyclic.
template <class Visit>
void deal_in_turn(Index elements, Index m, Index p, Index processors, Visit const& visit) {
    Index const first = modular(p, m, processors);
    Dealer dealer(elements, visit);
    for (Index i = 1; !dealer.done(); ++i) dealer.deal((first + (i - 1) % processors) % processors, 1);
}

/// Fig. 3.9, send phase. A loop has the members
/// - deal(): visits the partners of coordinate p's local array;
/// - cycle(): the runs after which the stored partners repeat.
struct KyToYSends {
    static Index cycle(CyclicChange const& c) { return c.x / c.y; }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        deal_sub_blocks(c.source_count(p), c.y, c.x / c.y, p, c.processors, visit);
    }
};

struct KyToYReceives {
    static Index cycle(CyclicChange const& c) {
        Index const k = c.x / c.y;
        return k <= c.processors && c.processors % k == 0 ? k : every_run_computed;
    }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        deal_whole_blocks(c.target_count(p), c.y, c.x / c.y, p, c.processors, visit);
    }
};

/// Fig. 3.12 is "essentially the reverse": the sends are the receives of the reversed change.
template <class Loop>
struct Reversed {
    static Index cycle(CyclicChange const& c) { return Loop::cycle(c.reversed()); }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        Loop::deal(c.reversed(), p, visit);
    }
};
using XToKxSends = Reversed<KyToYReceives>;
using XToKxReceives = Reversed<KyToYSends>;

struct BlockToCyclicSends {
    static Index cycle(CyclicChange const& c) { return c.processors; }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        deal_in_turn(c.source_count(p), c.x, p, c.processors, visit);
    }
};

/// Visits the senders in order. Each sends the elements between its first and its last that are mapped to p, with distance P.
struct BlockToCyclicReceives {
    static Index cycle(CyclicChange const& /*c*/) { return one_repetition; }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        if (c.extent == 0) return;
        Index const m = c.x;
        Index const processors = c.processors;
        Index const last_sender = (c.extent - 1) / m;
        Dealer dealer(c.target_count(p), visit);
        for (Index sender = 0; sender <= last_sender && !dealer.done(); ++sender) {
            Index const last_index = sender == last_sender ? (c.extent - 1) % m + 1 : m;
            Index const first_index = (p - modular(sender, m, processors) + processors) % processors + 1;
            if (last_index >= first_index) dealer.deal(sender, (last_index - first_index) / processors + 1);
        }
    }
};

/// Element i of the local array, from 1, has global index (i-1)P + p + 1. It is element l_d of the block of p_d. The next local
/// elements, with distance P, are in the same block up to its end.
struct CyclicToBlockSends {
    static Index cycle(CyclicChange const& /*c*/) { return one_repetition; }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        Index const m = c.y;
        Dealer dealer(c.source_count(p), visit);
        for (Index i = 1; !dealer.done();) {
            Index const offset = (i - 1) * c.processors + p; // counted from 0
            Index const depth = offset % m + 1;
            Index const count = (m - depth) / c.processors + 1;
            dealer.deal(offset / m, count);
            i += count;
        }
    }
};

struct CyclicToBlockReceives {
    static Index cycle(CyclicChange const& c) { return c.processors; }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        deal_in_turn(c.target_count(p), c.y, p, c.processors, visit);
    }
};

/// Section 3.5.3. The paper writes { ... + y } / y - 1 because it counts from 1.
struct GeneralSends {
    static Index cycle(CyclicChange const& /*c*/) { return every_run_computed; }
    template <class Visit>
    static void deal(CyclicChange const& c, Index p, Visit const& visit) {
        Dealer dealer(c.source_count(p), visit);
        for (Index i = 0; !dealer.done(); ++i) {
            Index const index = i % c.x + (c.processors * (i / c.x) + p) * c.x;
            dealer.deal(index / c.y % c.processors, 1);
        }
    }
};
using GeneralReceives = Reversed<GeneralSends>;

} // namespace tessera::detail
