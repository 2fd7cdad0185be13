// SPDX-License-Identifier: BSD-3-Clause
// Tessera: table of the transports.
#include "libcore/runtime/move/exchange/exchange.hpp"

#include "libcore/base/arithmetic.hpp"
#include "libcore/runtime/move/exchange/node_reads.hpp"

#include <algorithm>
#include <array>

namespace tessera {

namespace {

/// Buffers that the messages of a transport need.
enum class Room {
    Both,    ///< a buffer at either end, each message in its own cache lines
    Call,    ///< a buffer at either end, messages one after another
    Updates, ///< a buffer at the receiver if elements are updated; otherwise none
    /// The same as Both between nodes. Within a node in the sender's shared memory, or none if the sources are shared; and lists of
    /// the runs that are read from the sender.
    BySharing
};

struct TransportEntry {
    Transport transport;
    std::string_view name;
    bool takes_schedule; ///< the transport requires a schedule
    bool unpacks_on_arrival;
    bool looks_at_plan;
    Room room;
    std::unique_ptr<Exchange> (*make)(ExchangeInput const&);
};

constexpr std::array transports{
    TransportEntry{Transport::Auto, "auto", false, true, true, Room::BySharing, make_node_aware},
    TransportEntry{Transport::Shared, "shared", false, false, true, Room::BySharing, make_node_aware},
    TransportEntry{Transport::PointToPoint, "p2p", false, true, false, Room::Both, make_point_to_point},
    TransportEntry{Transport::Alltoallv, "alltoallv", false, false, false, Room::Call, make_alltoallv},
    TransportEntry{Transport::Alltoallw, "alltoallw", false, false, true, Room::Updates, make_alltoallw},
    TransportEntry{Transport::Persistent, "persistent", false, true, false, Room::Both, make_persistent},
    TransportEntry{Transport::Scheduled, "scheduled", true, false, false, Room::Both, make_scheduled},
};

TransportEntry const& entry_of(Transport transport) {
    return *std::ranges::find(transports, transport, &TransportEntry::transport);
}

/// Returns the buffer bytes at one end of a message.
Index room_at(bool sender, Index bytes, bool on_node, RedistributorOptions const& options, bool straight) {
    Index const lines = ceil_div(bytes, message_line) * message_line;
    switch (entry_of(options.transport).room) {
    case Room::Both:
        return lines;
    case Room::Call:
        return bytes;
    case Room::Updates:
        return !options.updates.empty() && !sender ? bytes : 0;
    case Room::BySharing:
        break;
    }
    if (!on_node) return lines;
    if (straight) return 0;
    if (sender) return lines;
    return options.cross_memory ? NodeReads::most_list_bytes(bytes, *options.cross_memory) : 0;
}

} // namespace

Index predicted_buffers(MultiPlan const& plan, Rank rank, Node const& node, RedistributorOptions const& options, bool straight) {
    Index bytes = 0;
    for (MultiMessage const& message : plan.sends(rank))
        if (message.to != rank) bytes += room_at(true, message.bytes, node.number_of(message.to).has_value(), options, straight);
    for (MultiMessage const& message : plan.receives(rank))
        if (message.from != rank)
            bytes += room_at(false, message.bytes, node.number_of(message.from).has_value(), options, straight);
    return bytes;
}

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
