// SPDX-License-Identifier: BSD-3-Clause
// Tessera: volumes between ranges of ranks against the messages themselves.
#include "libcore/scene/messages/message_matrix.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <map>
#include <utility>

using namespace tessera;
using namespace tessera::oracle;

namespace {

RedistPlan random_plan() {
    auto const [map, source_extents, target_extents] = random_copy();
    MappingSpec source = random_mapping_spec(source_extents, 16);
    MappingSpec target = random_mapping_spec(target_extents, 16);
    source.array.type.bytes = target.array.type.bytes = between(1, 16);
    return RedistPlan::make(Mapping::make(source).value(), Mapping::make(target).value(), map).value();
}

/// Ascending and disjoint, with gaps; some empty.
std::vector<Run> random_ranges(Index ranks) {
    std::vector<Run> ranges;
    for (Index begin = between(0, 2); begin < ranks;) {
        Index const end = std::min(ranks, begin + between(0, 5));
        ranges.push_back({begin, end});
        begin = end + (one_in(4) ? between(0, 3) : 0) + (begin == end ? 1 : 0);
    }
    return ranges;
}

bool volumes() {
    return rc::check("every block of the matrix is the sum of its messages", [] {
        std::vector<RedistPlan> plans{random_plan()};
        if (one_in(3)) plans.push_back(random_plan());
        MessageMatrix const matrix(MultiPlan::make(plans).value());
        std::map<std::pair<Rank, Rank>, MessageVolume> expected;
        for (RedistPlan const& plan : plans)
            plan.for_each_message([&](Message const& m) {
                expected[{m.from, m.to}] += {m.elements, m.elements * plan.source().array().type.bytes};
            });
        auto const senders = random_ranges(matrix.ranks());
        auto const receivers = random_ranges(matrix.ranks());
        auto const volumes = matrix.volumes(senders, receivers);
        RC_ASSERT(volumes.size() == senders.size() * receivers.size());
        for (std::size_t i = 0; i < senders.size(); ++i)
            for (std::size_t j = 0; j < receivers.size(); ++j) {
                MessageVolume sum;
                for (auto const& [pair, volume] : expected)
                    if (senders[i].contains(pair.first) && receivers[j].contains(pair.second)) sum += volume;
                RC_ASSERT(volumes[i * receivers.size() + j] == sum);
            }
        auto const kept = matrix.kept({0, matrix.ranks()});
        for (Rank rank = 0; rank < matrix.ranks(); ++rank)
            RC_ASSERT((kept[static_cast<std::size_t>(rank)] == expected[{rank, rank}]));
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases();
    return exit_code({volumes()});
}
