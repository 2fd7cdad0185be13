// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a general send or get as the arrays that other libraries need.
#include "libcore/report/messages/index_export.hpp"

#include "libcore/base/require.hpp"
#include "libcore/mapping/local_layout.hpp"
#include "libcore/report/json_parts.hpp"
#include "libcore/report/json_writer.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <vector>

namespace tessera {
namespace {

/// Returns the number of elements in a rank's allocation.
Index array_room(Mapping const& mapping, Rank rank) {
    auto const position = mapping.grid().position(rank);
    return position && mapping.holds(*position) ? LocalLayout(mapping, *position).allocation_size() : 0;
}

/// Returns, by slot, the offsets of a rank's values in its memory.
std::vector<Index> places_by_slot(IndexPlan const& plan, Rank rank) {
    WireOrder const& order = plan.order(rank);
    require(!order.merged, "an export expects a route that does not merge");
    auto const values = plan.lists().of(rank);
    std::vector<Index> places(order.wire_slots.size());
    for (std::size_t i = 0; i < order.wire_slots.size(); ++i)
        places[as_size(order.wire_slots[i])] = values[i % values.size()].place;
    return places;
}

/// A neighbour of a rank, and the offsets of the exchanged data in the rank's memory.
struct Neighbour {
    Rank rank = 0;
    std::vector<Index> places;
};

void write_numbers(JsonWriter& json, std::string_view key, std::vector<Index> const& numbers) {
    json.entry(key, std::span<Index const>(numbers));
}

/// Writes "sources", "recvcounts", "recvdispls", "recvtypes", or those of destinations.
void write_neighbours(JsonWriter& json, std::string_view side, std::string_view prefix, std::vector<Neighbour> const& neighbours) {
    std::vector<Index> ranks;
    for (Neighbour const& neighbour : neighbours) ranks.push_back(neighbour.rank);
    write_numbers(json, side, ranks);
    write_numbers(json, fmt::format("{}counts", prefix), std::vector<Index>(ranks.size(), 1));
    write_numbers(json, fmt::format("{}displs", prefix), std::vector<Index>(ranks.size(), 0));
    json.key(fmt::format("{}types", prefix));
    json.begin_list();
    for (Neighbour const& neighbour : neighbours) {
        std::vector<Index> lengths;
        std::vector<Index> starts;
        for (Index const place : neighbour.places) {
            if (!starts.empty() && starts.back() + lengths.back() == place) {
                ++lengths.back();
                continue;
            }
            starts.push_back(place);
            lengths.push_back(1);
        }
        json.begin_object();
        write_numbers(json, "blocklengths", lengths);
        write_numbers(json, "displacements", starts);
        json.end_object();
    }
    json.end_array();
}

/// The neighbours of every rank. `naming[r]`: ranks whose elements rank r names, with the offsets of its values. `named[r]`: ranks
/// that name elements of rank r, with the offsets of these elements.
struct Neighbours {
    std::vector<std::vector<Neighbour>> naming;
    std::vector<std::vector<Neighbour>> named;
};

Neighbours neighbours_of(IndexPlan const& plan) {
    Neighbours all{std::vector<std::vector<Neighbour>>(as_size(plan.ranks())),
                   std::vector<std::vector<Neighbour>>(as_size(plan.ranks()))};
    for (Rank rank = 0; rank < plan.ranks(); ++rank) {
        WireOrder const& order = plan.order(rank);
        auto const places = places_by_slot(plan, rank);
        for (Rank peer = 0; peer < plan.ranks(); ++peer) {
            auto const begin = order.starts[as_size(peer)];
            auto const end = order.starts[as_size(peer) + 1];
            if (begin == end) continue;
            all.naming[as_size(rank)].push_back({peer, {places.begin() + begin, places.begin() + end}});
            all.named[as_size(peer)].push_back({rank, {order.offsets.begin() + begin, order.offsets.begin() + end}});
        }
    }
    return all;
}

/// Writes the document; write_rank writes the entries of each rank.
void write_export(IndexPlan const& plan, std::string_view schema, std::optional<Rank> only, Sink const& sink,
                  std::function<void(JsonWriter&, Rank)> const& write_rank) {
    JsonWriter json(sink);
    json.begin_object();
    json.entry("schema", schema);
    json.entry("operation", plan.operation() == IndexOperation::Send ? "send" : "get");
    json.key("array");
    write_array(json, plan.mapping().array());
    json.entry("element_bytes", plan.mapping().array().type.bytes);
    json.key("ranks");
    json.begin_list();
    for (Rank rank = 0; rank < plan.ranks(); ++rank) {
        if (only && *only != rank) continue;
        json.begin_object();
        json.entry("rank", Index{rank});
        write_rank(json, rank);
        json.end_object();
    }
    json.end_array();
    json.end_object();
}

} // namespace

Result<void> export_petsc(IndexPlan const& plan, std::optional<Rank> only, Sink const& sink) {
    if (plan.operation() == IndexOperation::Send && plan.mapping().replicas() > 1)
        return fail(
            fmt::format("a leaf of PETSc's star forest has one root, but {} is kept in {} copies, and a send writes all of them",
                        plan.mapping().array().name, plan.mapping().replicas()));
    write_export(plan, "tessera.petsc-sf/1", only, sink, [&](JsonWriter& json, Rank rank) {
        WireOrder const& order = plan.order(rank);
        std::vector<Index> ilocal;
        for (IndexedValue const& value : plan.lists().of(rank)) ilocal.push_back(value.place);
        json.entry("nroots", array_room(plan.mapping(), rank));
        json.entry("nleaves", std::ssize(ilocal));
        write_numbers(json, "ilocal", ilocal);
        json.key("iremote");
        json.begin_list();
        for (Index const slot : order.wire_slots) {
            auto const owner = std::ranges::upper_bound(order.starts, slot) - order.starts.begin() - 1;
            Index const remote[]{owner, order.offsets[as_size(slot)]};
            json.value(std::span<Index const>(remote));
        }
        json.end_array();
    });
    return {};
}

Result<void> export_alltoallw(IndexPlan const& plan, std::optional<Rank> only, Sink const& sink) {
    bool const sends = plan.operation() == IndexOperation::Send;
    if (sends && plan.totals().most > 1)
        return fail(fmt::format(
            "{} values are for one element, and MPI_Neighbor_alltoallw combines nothing; --export petsc can express this",
            plan.totals().most));
    Neighbours const all = neighbours_of(plan);
    write_export(plan, "tessera.neighbor-alltoallw/1", only, sink, [&](JsonWriter& json, Rank rank) {
        json.entry("values", plan.lists().room(rank));
        json.entry("elements", array_room(plan.mapping(), rank));
        write_neighbours(json, "sources", "recv", (sends ? all.named : all.naming)[as_size(rank)]);
        write_neighbours(json, "destinations", "send", (sends ? all.naming : all.named)[as_size(rank)]);
    });
    return {};
}

} // namespace tessera
