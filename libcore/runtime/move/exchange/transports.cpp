// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the ways in which messages travel: a row for each.
#include "libcore/runtime/move/exchange/exchange.hpp"

#include <algorithm>
#include <array>

namespace tessera {

namespace {

struct TransportEntry {
    Transport transport;
    std::string_view name;
    bool takes_schedule; ///< and cannot do without
    bool unpacks_on_arrival;
    bool looks_at_plan;
    std::unique_ptr<Exchange> (*make)(ExchangeInput const&);
};

constexpr std::array transports{
    TransportEntry{Transport::Auto, "auto", false, true, true, make_node_aware},
    TransportEntry{Transport::Shared, "shared", false, false, true, make_node_aware},
    TransportEntry{Transport::PointToPoint, "p2p", false, true, false, make_point_to_point},
    TransportEntry{Transport::Alltoallv, "alltoallv", false, false, false, make_alltoallv},
    TransportEntry{Transport::Alltoallw, "alltoallw", false, false, true, make_alltoallw},
    TransportEntry{Transport::Persistent, "persistent", false, true, false, make_persistent},
    TransportEntry{Transport::Scheduled, "scheduled", true, false, false, make_scheduled},
};

TransportEntry const& entry_of(Transport transport) {
    return *std::ranges::find(transports, transport, &TransportEntry::transport);
}

} // namespace

std::string_view name_of(Transport transport) {
    return entry_of(transport).name;
}

bool unpacks_on_arrival(Transport transport) {
    return entry_of(transport).unpacks_on_arrival;
}

bool looks_at_plan(Transport transport) {
    return entry_of(transport).looks_at_plan;
}

std::optional<Transport> transport_named(std::string_view name) {
    auto const fits = [&](TransportEntry const& entry) { return entry.name == name && !entry.takes_schedule; };
    auto const* const found = std::ranges::find_if(transports, fits);
    return found == transports.end() ? std::nullopt : std::optional(found->transport);
}

std::vector<std::string_view> transport_names() {
    std::vector<std::string_view> names;
    for (TransportEntry const& entry : transports)
        if (!entry.takes_schedule) names.push_back(entry.name);
    return names;
}

std::unique_ptr<Exchange> make_exchange(ExchangeInput const& input) {
    return entry_of(input.options.transport).make(input);
}

} // namespace tessera
