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
    explicit MultiPlan(std::vector<RedistPlan> plans) : plans_(std::move(plans)) {}

    [[nodiscard]] std::span<RedistPlan const> plans() const { return plans_; }
    [[nodiscard]] Index ranks() const;
    [[nodiscard]] std::vector<MultiMessage> sends(Rank rank) const;
    [[nodiscard]] std::vector<MultiMessage> receives(Rank rank) const;
    /// One plan: from its factors. Several: by walking the messages of every rank (its cost is the messages).
    [[nodiscard]] RedistTotals totals() const;

  private:
    std::vector<RedistPlan> plans_;
};

} // namespace tessera
