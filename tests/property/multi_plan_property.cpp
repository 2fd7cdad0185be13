// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several arrays in one plan against the messages of each.
#include "libcore/redist/multi_plan.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

using namespace tessera;
using namespace tessera::oracle;

namespace {

RedistPlan random_part() {
    auto const [map, source_extents, target_extents] = random_copy();
    MappingSpec source = random_mapping_spec(source_extents, 16);
    MappingSpec target = random_mapping_spec(target_extents, 16);
    source.array.type.bytes = target.array.type.bytes = between(1, 16);
    return RedistPlan::make(Mapping::make(source).value(), Mapping::make(target).value(), map).value();
}

/// For each pair of ranks the message of each plan that has one.
using Expected = std::map<std::pair<Rank, Rank>, std::map<int, Message>>;

Expected expected_messages(std::vector<RedistPlan> const& plans) {
    Expected expected;
    for (std::size_t plan = 0; plan < plans.size(); ++plan)
        plans[plan].for_each_message([&](Message const& m) { expected[{m.from, m.to}].emplace(static_cast<int>(plan), m); });
    return expected;
}

void require_message(MultiMessage const& message, std::map<int, Message> const& parts, std::vector<RedistPlan> const& plans) {
    Index elements = 0;
    Index bytes = 0;
    auto part = message.parts.begin();
    RC_ASSERT(message.parts.size() == parts.size());
    for (auto const& [plan, single] : parts) {
        RC_ASSERT((part->plan == plan && part->message == single));
        elements += single.elements;
        bytes += single.elements * plans[static_cast<std::size_t>(plan)].source().array().type.bytes;
        ++part;
    }
    RC_ASSERT(message.elements == elements);
    RC_ASSERT(message.bytes == bytes);
}

/// Each pair once, in ascending order of the partner, from both ends.
void require_messages(MultiPlan const& plan, Expected const& expected, std::vector<RedistPlan> const& plans) {
    std::size_t sent = 0;
    std::size_t received = 0;
    for (Rank rank = 0; rank <= plan.ranks(); ++rank) {
        auto const sends = plan.sends(rank);
        auto const receives = plan.receives(rank);
        RC_ASSERT(std::ranges::is_sorted(sends, {}, &MultiMessage::to));
        RC_ASSERT(std::ranges::is_sorted(receives, {}, &MultiMessage::from));
        for (auto const& message : sends) require_message(message, expected.at({rank, message.to}), plans);
        for (auto const& message : receives) require_message(message, expected.at({message.from, rank}), plans);
        sent += sends.size();
        received += receives.size();
    }
    RC_ASSERT(sent == expected.size());
    RC_ASSERT(received == expected.size());
}

RedistTotals totals_of(Expected const& expected, std::vector<RedistPlan> const& plans) {
    RedistTotals totals;
    std::map<Rank, Index> sends, receives;
    for (auto const& [pair, parts] : expected) {
        bool const moves = pair.first != pair.second;
        for (auto const& [plan, message] : parts) {
            totals.elements += message.elements;
            (moves ? totals.moved : totals.kept) += message.elements;
            if (moves) totals.bytes_moved += message.elements * plans[static_cast<std::size_t>(plan)].source().array().type.bytes;
        }
        if (!moves) continue;
        ++totals.messages;
        totals.max_sends = std::max(totals.max_sends, ++sends[pair.first]);
        totals.max_receives = std::max(totals.max_receives, ++receives[pair.second]);
    }
    return totals;
}

bool several_arrays() {
    return rc::check("one message per pair of ranks, with the parts of each array", [] {
        std::vector<RedistPlan> plans;
        for (Index i = between(0, 4); i > 0; --i) plans.push_back(random_part());
        auto const plan = MultiPlan::make(plans).value();
        auto const expected = expected_messages(plans);
        require_messages(plan, expected, plans);
        RC_ASSERT(plan.totals() == totals_of(expected, plans));
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases();
    return exit_code({several_arrays()});
}
