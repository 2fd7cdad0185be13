// SPDX-License-Identifier: BSD-3-Clause
// Tessera: plans against a walk over every element and every copy of it.
#include "libcore/redist/redist_plan.hpp"
#include "tests/property/generators.hpp"
#include "tests/property/many_cases.hpp"
#include "tests/property/set_oracle.hpp"
#include "tests/suite/suite.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

using namespace tessera;
using namespace tessera::oracle;

namespace {

/// One element of the iteration space: where it is and who holds or wants it, straight from the two mappings.
struct Element {
    Extents at;
    Extents source_index;
    Extents target_index;
    std::vector<Rank> holders; // by copy; elements of one source class have the same holders
    std::vector<Rank> receivers;
};

std::vector<Rank> ranks_of(std::vector<Owner> const& owners) {
    std::vector<Rank> ranks;
    for (Owner const& owner : owners) ranks.push_back(owner.rank);
    return ranks;
}

Element element_at(RedistPlan const& plan, Extents const& at) {
    Element element{at,
                    Extents(static_cast<std::size_t>(plan.source().dims())),
                    Extents(static_cast<std::size_t>(plan.target().dims())),
                    {},
                    {}};
    for (std::size_t k = 0; k < at.size(); ++k) {
        CopyAxis const& axis = plan.map().axes[k];
        if (axis.source)
            element.source_index[static_cast<std::size_t>(axis.source->dim)] = axis.source->start + axis.source->step * at[k];
        if (axis.target)
            element.target_index[static_cast<std::size_t>(axis.target->dim)] = axis.target->start + axis.target->step * at[k];
    }
    element.holders = ranks_of(plan.source().owners(element.source_index));
    element.receivers = ranks_of(plan.target().owners(element.target_index));
    return element;
}

/// Every element of the iteration space, row-major.
std::vector<Element> walk(RedistPlan const& plan) {
    Extents const extents = plan.map().extents();
    if (std::ranges::find(extents, 0) != extents.end()) return {};
    std::vector<Element> elements;
    Extents at(extents.size(), 0);
    for (std::size_t k = 0; k != at.size() + 1;) {
        elements.push_back(element_at(plan, at));
        for (k = 1; k <= at.size(); ++k) {
            auto const axis = at.size() - k;
            if (++at[axis] < extents[axis]) break;
            at[axis] = 0;
        }
    }
    return elements;
}

/// Who delivers which element to whom, as the index sets of the messages say.
using Deliveries = std::map<std::pair<std::size_t, Rank>, Rank>; // (element, receiver) -> sender

void add_deliveries(Deliveries& deliveries, RedistPlan const& plan, Message const& message, std::vector<Element> const& elements) {
    BoxSet const box = plan.box(message);
    BoxSet const source_box = plan.source_box(message);
    BoxSet const target_box = plan.target_box(message);
    Index delivered = 0;
    for (std::size_t e = 0; e < elements.size(); ++e) {
        bool const inside = box.contains(elements[e].at);
        RC_ASSERT(source_box.contains(elements[e].source_index) == inside);
        RC_ASSERT(target_box.contains(elements[e].target_index) == inside);
        if (!inside) continue;
        ++delivered;
        RC_ASSERT(deliveries.emplace(std::pair(e, message.to), message.from).second);
    }
    RC_ASSERT(delivered > 0);
    RC_ASSERT(message.elements == delivered);
    RC_ASSERT(box.count() == delivered);
    RC_ASSERT(source_box.count() == delivered);
    RC_ASSERT(target_box.count() == delivered);
}

void require_order(std::vector<Message> const& messages, Rank Message::*partner) {
    for (std::size_t i = 1; i < messages.size(); ++i) RC_ASSERT((messages[i - 1].*partner < messages[i].*partner));
}

/// The messages of all ranks, after a check that senders, receivers and the plan as a whole name the same ones.
std::vector<Message> all_messages(RedistPlan const& plan) {
    std::vector<Message> sent, received, visited;
    for (Rank rank = 0; rank <= plan.ranks(); ++rank) {
        auto const sends = plan.sends(rank);
        auto const receives = plan.receives(rank);
        require_order(sends, &Message::to);
        require_order(receives, &Message::from);
        for (auto const& message : sends) RC_ASSERT(message.from == rank);
        for (auto const& message : receives) RC_ASSERT(message.to == rank);
        sent.insert(sent.end(), sends.begin(), sends.end());
        received.insert(received.end(), receives.begin(), receives.end());
    }
    std::ranges::sort(received, {}, [](Message const& m) { return std::pair(m.from, m.to); });
    RC_ASSERT(sent == received);
    plan.for_each_message([&](Message const& message) { visited.push_back(message); });
    RC_ASSERT(visited == sent);
    for (auto const& message : sent) {
        RC_ASSERT(plan.source().grid().rank(message.from_position) == message.from);
        RC_ASSERT(plan.target().grid().rank(message.to_position) == message.to);
    }
    return sent;
}

bool holds(Element const& element, Rank rank) {
    return std::ranges::find(element.holders, rank) != element.holders.end();
}

/// Each receiver gets each element it wants once, from a rank that holds it, and from itself where it does.
void require_exact_delivery(Deliveries const& deliveries, std::vector<Element> const& elements) {
    std::size_t wanted = 0;
    for (std::size_t e = 0; e < elements.size(); ++e)
        for (Rank const receiver : elements[e].receivers) {
            ++wanted;
            auto const found = deliveries.find({e, receiver});
            RC_ASSERT(found != deliveries.end());
            RC_ASSERT(holds(elements[e], found->second));
            if (holds(elements[e], receiver)) RC_ASSERT(found->second == receiver);
        }
    RC_ASSERT(deliveries.size() == wanted);
}

/// A receiver gets a class from one copy, and the copies send equally many messages, or one more.
void require_balanced_copies(Deliveries const& deliveries, std::vector<Element> const& elements) {
    std::map<std::vector<Rank>, std::map<Rank, Rank>> server; // by class and receiver
    for (auto const& [delivery, sender] : deliveries) {
        auto const& [e, receiver] = delivery;
        RC_ASSERT(server[elements[e].holders].emplace(receiver, sender).first->second == sender);
    }
    for (auto const& [holders, served] : server) {
        std::map<Rank, Index> load;
        for (Rank const holder : holders) load[holder] = 0;
        for (auto const& [receiver, sender] : served)
            if (receiver != sender) ++load[sender];
        auto const [least, most] = std::ranges::minmax_element(load, {}, [](auto const& entry) { return entry.second; });
        RC_ASSERT(most->second - least->second <= 1);
    }
}

RedistTotals totals_of(Deliveries const& deliveries, Index element_bytes) {
    RedistTotals totals;
    std::set<std::pair<Rank, Rank>> pairs;
    for (auto const& [delivery, sender] : deliveries) {
        ++totals.elements;
        ++(delivery.second == sender ? totals.kept : totals.moved);
        if (delivery.second != sender) pairs.emplace(sender, delivery.second);
    }
    std::map<Rank, Index> sends, receives;
    for (auto const& [from, to] : pairs) {
        totals.max_sends = std::max(totals.max_sends, ++sends[from]);
        totals.max_receives = std::max(totals.max_receives, ++receives[to]);
    }
    totals.messages = static_cast<Index>(pairs.size());
    totals.bytes_moved = totals.moved * element_bytes;
    return totals;
}

void require_right(RedistPlan const& plan) {
    auto const elements = walk(plan);
    Deliveries deliveries;
    for (Message const& message : all_messages(plan)) add_deliveries(deliveries, plan, message, elements);
    require_exact_delivery(deliveries, elements);
    require_balanced_copies(deliveries, elements);
    RC_ASSERT(plan.totals() == totals_of(deliveries, plan.source().array().type.bytes));
}

bool any_copies() {
    return rc::check("copies between any two mappings", [] {
        auto const [map, source_extents, target_extents] = random_copy();
        auto const plan = RedistPlan::make(random_mapping(source_extents, 16), random_mapping(target_extents, 16), map);
        if (!plan) RC_FAIL(plan.error().message);
        require_right(*plan);
    });
}

bool replicated_sources() {
    return rc::check("replicated sources, to the same ranks and to others", [] {
        Extents const extents{between(1, 12), between(1, 6)};
        MappingSpec source = random_mapping_spec(extents, 16, Copies::Several);
        Rank const apart = one_in(4) ? 12 : 0;
        for (Rank& rank : source.processors.ranks) rank += apart;
        auto const plan = RedistPlan::make(Mapping::make(source).value(), random_mapping(extents, 16));
        RC_ASSERT(plan.has_value());
        require_right(*plan);
    });
}

} // namespace

TEST_PROGRAM(int, char**) {
    try_many_cases("max_success=10000");
    return exit_code({any_copies(), replicated_sources()});
}
