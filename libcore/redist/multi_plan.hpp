// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several arrays moved together, one message per pair of ranks (PITFALLS paper, section 2.5).
#pragma once

#include "libcore/redist/redist_plan.hpp"

#include <span>
#include <vector>

namespace tessera {

/// One message that carries parts of several arrays.
struct MultiMessage {
    struct Part {
        int plan = 0; ///< index into MultiPlan::plans()
        Message message;
    };
    Rank from = 0;
    Rank to = 0;
    Index elements = 0;
    Index bytes = 0;
    std::vector<Part> parts; ///< ascending plan
};

class MultiPlan {
  public:
    /// Error: the elements or bytes of all plans together do not fit 64 bits.
    [[nodiscard]] static Result<MultiPlan> make(std::vector<RedistPlan> plans);

    [[nodiscard]] std::span<RedistPlan const> plans() const { return plans_; }
    /// Returns the largest rank number in any of the plans, plus one.
    [[nodiscard]] Index ranks() const;
    /// Returns the ranks that hold a part of any source, ascending.
    [[nodiscard]] std::vector<Rank> senders() const;
    /// Returns the messages that `rank` sends (receives), by ascending partner rank, including copies to itself.
    [[nodiscard]] std::vector<MultiMessage> sends(Rank rank) const;
    [[nodiscard]] std::vector<MultiMessage> receives(Rank rank) const;
    /// Returns the totals. For one plan they follow from its factors. For several, elements and bytes follow from the factors, and
    /// the numbers of messages from a walk over the sends of every rank (cost: the messages).
    /// `watch`: as for RedistPlan::totals.
    [[nodiscard]] RedistTotals totals(Watch const& watch = {}) const;

  private:
    explicit MultiPlan(std::vector<RedistPlan> plans) : plans_(std::move(plans)) {}

    std::vector<RedistPlan> plans_;
};

} // namespace tessera
