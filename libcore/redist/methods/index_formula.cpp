// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the index formulas of Thakur's chapter 3. Processors p count from 0, as there; a comment marks what counts from 1.
#include "libcore/redist/methods/index_formula.hpp"

#include <algorithm>

namespace tessera {

namespace {

/// Visits runs until the local array of `left` elements is finished, or until the visitor returns false. done() then holds.
class Dealer {
  public:
    Dealer(Index left, DealtRunVisit const& visit) : left_(left), visit_(visit) {}

    [[nodiscard]] bool done() const { return left_ == 0; }
    void deal(Index partner, Index count) {
        count = std::min(count, left_);
        left_ = count == 0 || !visit_({partner, count}) ? 0 : left_ - count;
    }

  private:
    Index left_;
    DealtRunVisit const& visit_;
};

/// Returns p * factor modulo P. Does not overflow, because both factors are smaller than P.
Index modular(Index p, Index factor, Index processors) {
    return p * (factor % processors) % processors;
}

/// Cuts local blocks of size x = k*y into k sub-blocks each. They belong to k consecutive coordinates, starting at MOD(kp, P).
void deal_sub_blocks(Index elements, Index y, Index k, Index p, Index processors, DealtRunVisit const& visit) {
    Index const first = modular(p, k, processors);
    Dealer dealer(elements, visit);
    while (!dealer.done())
        for (Index i = 0; i < k && !dealer.done(); ++i) dealer.deal((first + i % processors) % processors, y);
}

/// Local blocks of size y; k of them make a block of size x on the other side. If k divides P, the partners of k blocks repeat.
/// Otherwise each partner is computed.
void deal_whole_blocks(Index elements, Index y, Index k, Index p, Index processors, DealtRunVisit const& visit) {
    Dealer dealer(elements, visit);
    if (k <= processors && processors % k == 0) {
        for (Index i = 0; !dealer.done(); i = (i + 1) % k) dealer.deal((p / k + i * (processors / k)) % processors, y);
        return;
    }
    for (Index i = 0; !dealer.done(); ++i) dealer.deal((i * processors + p) / k % processors, y);
}

void ky_to_y_sends(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    deal_sub_blocks(c.source_count(p), c.y, c.x / c.y, p, c.processors, visit);
}

void ky_to_y_receives(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    deal_whole_blocks(c.target_count(p), c.y, c.x / c.y, p, c.processors, visit);
}

// "Essentially the reverse": the sends are the receives of the reversed change.

void x_to_kx_sends(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    ky_to_y_receives(c.reversed(), p, visit);
}

void x_to_kx_receives(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    ky_to_y_sends(c.reversed(), p, visit);
}

/// Element i of the local block, from 1, belongs to MOD(MOD(pm, P) + i - 1, P) under cyclic.
void deal_in_turn(Index elements, Index m, Index p, Index processors, DealtRunVisit const& visit) {
    Index const first = modular(p, m, processors);
    Dealer dealer(elements, visit);
    for (Index i = 1; !dealer.done(); ++i) dealer.deal((first + (i - 1) % processors) % processors, 1);
}

void block_to_cyclic_sends(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    deal_in_turn(c.source_count(p), c.x, p, c.processors, visit);
}

/// Visits the senders in order. Each sends the elements between its first and its last that are mapped to p, with distance P.
void block_to_cyclic_receives(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
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

/// Element i of the local array, from 1, has global index (i-1)P + p + 1. It is element l_d of the block of p_d. The next local
/// elements, with distance P, are in the same block up to its end.
void cyclic_to_block_sends(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
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

void cyclic_to_block_receives(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    deal_in_turn(c.target_count(p), c.y, p, c.processors, visit);
}

/// The paper writes { ... + y } / y - 1 because it counts from 1.
void general_sends(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    Dealer dealer(c.source_count(p), visit);
    for (Index i = 0; !dealer.done(); ++i) {
        Index const index = i % c.x + (c.processors * (i / c.x) + p) * c.x;
        dealer.deal(index / c.y % c.processors, 1);
    }
}

void general_receives(CyclicChange const& c, Index p, DealtRunVisit const& visit) {
    general_sends(c.reversed(), p, visit);
}

} // namespace

IndexFormula const ky_to_y_formula{ky_to_y_sends, ky_to_y_receives};
IndexFormula const x_to_kx_formula{x_to_kx_sends, x_to_kx_receives};
IndexFormula const block_to_cyclic_formula{block_to_cyclic_sends, block_to_cyclic_receives};
IndexFormula const cyclic_to_block_formula{cyclic_to_block_sends, cyclic_to_block_receives};
IndexFormula const general_formula{general_sends, general_receives};

} // namespace tessera
