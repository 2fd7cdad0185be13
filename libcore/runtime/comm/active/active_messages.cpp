// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the messages of one rank for elements that a context selects in each execution.
#include "libcore/runtime/comm/active/active_messages.hpp"

#include "libcore/base/arithmetic.hpp"

#include <algorithm>
#include <utility>

namespace tessera {
namespace {

/// Returns the section of an array in the message with `peer`; creates message and section if missing.
ActiveMessages::Place section_for(std::vector<ActiveMessage>& messages, Rank peer, std::size_t array) {
    auto message = std::ranges::find(messages, peer, &ActiveMessage::peer);
    if (message == messages.end()) message = messages.insert(messages.end(), {peer, {}});
    auto& sections = message->sections;
    if (sections.empty() || sections.back().array != array) sections.push_back({array, 0, {}});
    return {static_cast<std::size_t>(message - messages.begin()), sections.size() - 1};
}

} // namespace

Index ActivePart::elements() const {
    Index count = 1;
    for (Index const extent : shape) count *= extent;
    return count;
}

GridAddresses ActivePart::numbers(Index first) const {
    std::vector<int> fastest_first;
    for (int d = 0; d < static_cast<int>(shape.size()); ++d) fastest_first.push_back(d);
    if (order == StorageOrder::C) std::ranges::reverse(fastest_first);
    return {dense_strides(shape, fastest_first), first};
}

void ActiveMessages::add_send(Rank to, std::size_t array, ActivePart part) {
    Place const place = section_for(sends_, to, array);
    ActiveSection& section = sends_[place.message].sections[place.section];
    GridAddresses numbers = part.numbers(section.elements);
    section.elements += part.elements();
    arrays_[array].grid.add({std::move(part.dims), std::move(numbers)});
    places_[array].push_back(place);
}

void ActiveMessages::add_receive(Rank from, std::size_t array, ActivePart part, GridAddresses memory) {
    Place const place = section_for(receives_, from, array);
    ActiveSection& section = receives_[place.message].sections[place.section];
    GridAddresses const numbers = part.numbers(0);
    ContextGrid grid(part.shape, numbers, numbers);
    for (auto& runs : part.dims) runs = reversed_runs(std::move(runs));
    Index const elements = part.elements();
    grid.add({std::move(part.dims), std::move(memory)});
    section.targets.push_back({section.elements, std::move(grid)});
    section.elements += elements;
}

void ActiveMessages::arrange_receives(Rank rank, int ranks) {
    std::ranges::stable_sort(receives_, {},
                             [&](ActiveMessage const& message) { return floor_mod(Index{rank} - message.peer, ranks); });
}

} // namespace tessera
