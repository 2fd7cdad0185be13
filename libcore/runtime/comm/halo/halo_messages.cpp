// SPDX-License-Identifier: BSD-3-Clause
// Tessera: compiles a rank's share of a halo exchange to copies.
#include "libcore/runtime/comm/halo/halo_messages.hpp"

#include "libcore/runtime/move/exchange/message_types.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace tessera {
namespace {

/// One side of the copies of a box: the axes, and the offset in bytes where every axis is 0.
struct HaloSide {
    std::vector<AxisSide> axes;
    Index base = 0;
};

/// Returns the elements of the box, moved by `distance` from their own places, in a rank's allocation.
HaloSide stored_side(PlacedHalo const& halo, Extents const& distance) {
    Index const bytes = halo.plan.mapping().array().type.bytes;
    HaloSide side;
    for (std::size_t d = 0; d < distance.size(); ++d)
        side.axes.push_back(AxisSide::stored(halo.layout.places()[d], distance[d], 1, halo.layout.strides()[d] * bytes));
    side.base = halo.layout.first_offset() * bytes;
    return side;
}

/// Returns the elements of the box packed in the storage order of the array, which is the same at both ends of a message.
HaloSide packed_side(PlacedHalo const& halo, BoxSet const& box) {
    ArraySpec const& array = halo.plan.mapping().array();
    HaloSide side{std::vector<AxisSide>(box.dims().size(), AxisSide::dense(0)), 0};
    Index stride = array.type.bytes;
    for (std::size_t k = 0; k < box.dims().size(); ++k) {
        std::size_t const d = array.order == StorageOrder::Fortran ? k : box.dims().size() - 1 - k;
        side.axes[d] = AxisSide::dense(stride);
        stride *= box.dims()[d].count();
    }
    return side;
}

CopyProgram copy_of(BoxSet const& box, HaloSide const& from, HaloSide const& to, Index element_bytes) {
    std::vector<LoopDim> dims;
    for (std::size_t d = 0; d < box.dims().size(); ++d) dims.push_back({box.dims()[d], from.axes[d], to.axes[d]});
    return {LoopNest(dims, from.base, to.base), element_bytes};
}

/// Least run, in bytes, that MPI moves by a datatype as fast as packing does. This saves the buffer.
constexpr Index long_run = 256;

/// Returns the average length of the runs of a box in memory, in bytes.
Index run_bytes(PlacedHalo const& halo, BoxSet const& box) {
    ArraySpec const& array = halo.plan.mapping().array();
    PeriodicSet const& fastest = array.order == StorageOrder::Fortran ? box.dims().front() : box.dims().back();
    return fastest.count() / fastest.run_count() * array.type.bytes;
}

/// Returns the datatype of a message's boxes in the array.
Datatype type_of(PlacedHalo const& halo, HaloMessage const& message, bool sends) {
    ArraySpec const& array = halo.plan.mapping().array();
    std::vector<std::size_t> order; // slowest first, as in packed_side()
    for (std::size_t k = 0; k < array.extents.size(); ++k)
        order.push_back(array.order == StorageOrder::Fortran ? array.extents.size() - 1 - k : k);
    std::vector<Datatype> boxes;
    for (HaloBox const& box : message.boxes) {
        HaloSide const side = stored_side(halo, sends ? Extents(box.distance.size(), 0) : box.distance);
        boxes.push_back(box_type(box.elements, side.axes, order, side.base, array.type.bytes));
    }
    return joined_types(std::move(boxes));
}

/// The messages to or from other ranks, by partner.
using ByPartner = std::map<Rank, PeerMessage>;

void add_boxes(ByPartner& partners, Rank peer, std::size_t array, PlacedHalo const& halo, HaloMessage const& message, bool sends) {
    PeerMessage& whole = partners[peer];
    whole.peer = peer;
    Index const bytes = halo.plan.mapping().array().type.bytes;
    for (HaloBox const& box : message.boxes) {
        HaloSide const packed = packed_side(halo, box.elements);
        HaloSide const stored = stored_side(halo, sends ? Extents(box.distance.size(), 0) : box.distance);
        CopyProgram copy = sends ? copy_of(box.elements, stored, packed, bytes) : copy_of(box.elements, packed, stored, bytes);
        Index const length = copy.bytes();
        whole.parts.push_back({array, whole.bytes, std::move(copy)});
        whole.bytes += length;
    }
}

void add_kept(std::vector<KeptPart>& kept, std::size_t array, PlacedHalo const& halo, HaloMessage const& message) {
    for (HaloBox const& box : message.boxes)
        kept.push_back({array, copy_of(box.elements, stored_side(halo, Extents(box.distance.size(), 0)),
                                       stored_side(halo, box.distance), halo.plan.mapping().array().type.bytes)});
}

/// Makes messages with one array and long runs travel directly from or to it. With several arrays a partner has further parts.
void place_long_runs(ByPartner& partners, PlacedHalo const& halo, std::vector<HaloMessage> const& messages, bool sends) {
    for (HaloMessage const& message : messages) {
        auto const partner = partners.find(sends ? message.to : message.from);
        if (partner == partners.end() || partner->second.parts.size() != message.boxes.size()) continue;
        if (std::ranges::all_of(message.boxes, [&](HaloBox const& box) { return run_bytes(halo, box.elements) >= long_run; }))
            partner->second.in_place = {partner->second.parts.front().plan, 0,
                                        std::make_shared<Datatype const>(type_of(halo, message, sends))};
    }
}

std::vector<PeerMessage> listed(ByPartner&& partners) {
    std::vector<PeerMessage> messages;
    for (auto& [peer, message] : partners) messages.push_back(std::move(message));
    return messages;
}

} // namespace

RankMessages compile_halos(std::span<PlacedHalo const> halos, Rank rank, int ranks) {
    ByPartner sends;
    ByPartner receives;
    RankMessages result;
    std::vector<std::vector<HaloMessage>> sent; // by array
    std::vector<std::vector<HaloMessage>> received;
    for (std::size_t i = 0; i < halos.size(); ++i) {
        sent.push_back(halos[i].plan.sends(rank));
        received.push_back(halos[i].plan.receives(rank));
        for (HaloMessage const& message : sent.back())
            if (message.to != rank) add_boxes(sends, message.to, i, halos[i], message, true);
        for (HaloMessage const& message : received.back()) {
            if (message.from != rank)
                add_boxes(receives, message.from, i, halos[i], message, false);
            else
                add_kept(result.kept, i, halos[i], message);
        }
    }
    for (std::size_t i = 0; i < halos.size(); ++i) {
        place_long_runs(sends, halos[i], sent[i], true);
        place_long_runs(receives, halos[i], received[i], false);
    }
    result.sends = listed(std::move(sends));
    result.receives = listed(std::move(receives));
    arrange(result, rank, ranks);
    return result;
}

} // namespace tessera
