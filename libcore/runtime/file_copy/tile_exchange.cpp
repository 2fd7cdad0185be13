// SPDX-License-Identifier: BSD-3-Clause
// Tessera: parts that all ranks read together: aggregators read pieces that suit the file and send everybody's elements on.
#include "libcore/runtime/file_copy/tile_exchange.hpp"

#include "libcore/runtime/mpi/request_set.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace tessera {

namespace {

/// In front of the elements of a message.
struct Head {
    std::uint64_t complete = 1; // 0: something could not be read
    std::uint64_t checksum = 0;
};
static_assert(sizeof(Head) == message_overhead);

} // namespace

std::vector<int> source_order(CopyTask const& task) {
    std::vector<int> order;
    auto const dims = static_cast<int>(task.target.extents.size());
    for (int const dim : task.source.permutation)
        for (int d = 0; d < dims; ++d) {
            auto const& source = task.map.axes[static_cast<std::size_t>(d)].source;
            if (source && source->dim == dim) order.push_back(d);
        }
    for (int d = 0; d < dims; ++d)
        if (!task.map.axes[static_cast<std::size_t>(d)].source) order.push_back(d);
    return order;
}

Index TileExchange::Share::elements() const {
    Index product = 1;
    for (Run const run : box) product *= run.size();
    return product;
}

TileExchange::TileExchange(Comm const& comm, CopyTask const& task, CopyPlan const& plan, CopyTiles const& tiles,
                           CopyParts const& parts, PartReader& reader, MemoryAccount& account)
    : comm_(comm), tiles_(tiles), parts_(parts), reader_(reader), target_order_(task.target.permutation),
      numbers_(ElementPlace::numbers(task.target.extents)), element_bytes_(task.element_bytes),
      piece_(account, plan.piece_bytes, source_order(task), task.element_bytes), outgoing_(account, plan.share_bytes),
      incoming_(account, received_bytes(plan)) {}

std::vector<Run> TileExchange::part_box(Index tile, Rank rank) const {
    auto const number = tiles_.part(tile, rank);
    return number ? parts_.box(*number) : std::vector<Run>{};
}

/// What this rank sends or receives: one message per partner, the shares of the pieces in their order.
TileExchange::Side TileExchange::side(Index tile, std::vector<bool> const& wanted, bool sending) const {
    auto const pieces = tiles_.pieces(tile);
    Side side;
    Index end = 0;
    for (Rank peer = 0; peer < comm_.size(); ++peer) {
        Rank const from = sending ? comm_.rank() : peer;
        Rank const to = sending ? peer : comm_.rank();
        auto const part = part_box(tile, to);
        if (part.empty() || !wanted[static_cast<std::size_t>(to)]) continue;
        Message message{peer, end, message_overhead};
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (pieces[i].aggregator != from) continue;
            Share share{i, side.messages.size(), {}, message.offset + message.bytes};
            for (std::size_t d = 0; d < part.size(); ++d) share.box.push_back(intersection(pieces[i].box[d], part[d]));
            if (share.elements() == 0) continue;
            message.bytes += bytes(share);
            side.shares.push_back(std::move(share));
        }
        if (message.bytes == message_overhead) continue;
        end += message.bytes;
        side.messages.push_back(message);
    }
    return side;
}

/// Gathers the elements of a share from the piece that was read; their checksum.
std::uint64_t TileExchange::pack(Share const& share) {
    BoxSet const box = section_of(share.box);
    ElementPlace const from = piece_.place().place();
    copy_box(box, element_bytes_, from, piece_.data(), in_message(share), outgoing_.data() + share.offset);
    return checksum_of(box, element_bytes_, from, piece_.data(), numbers_);
}

void TileExchange::unpack(Share const& share, PartBuffer& part) const {
    copy_box(section_of(share.box), element_bytes_, in_message(share), incoming_.data() + share.offset, part.place().place(),
             part.data());
}

/// Reads what this rank reads of a tile and packs it, message by message.
void TileExchange::read_pieces(Index tile, Side const& sends) {
    unread_.clear();
    std::vector<Head> heads(sends.messages.size());
    auto const pieces = tiles_.pieces(tile);
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        auto const mine = [&](Share const& share) { return share.piece == i; };
        if (std::ranges::none_of(sends.shares, mine)) continue;
        piece_.begin(pieces[i].box);
        std::string why;
        failure_.attempt([&] {
            try {
                static_cast<void>(reader_.read(piece_));
            } catch (UnreadablePart const& failure) {
                why = failure.what();
            }
        });
        if (failure_.failed()) why = "it was given up";
        for (Share const& share : sends.shares) {
            if (!mine(share)) continue;
            Head& head = heads[share.message];
            if (why.empty()) {
                head.checksum += pack(share);
            } else {
                head.complete = 0;
                unread_.push_back({sends.messages[share.message].peer, why});
            }
        }
    }
    for (std::size_t m = 0; m < heads.size(); ++m)
        std::memcpy(outgoing_.data() + sends.messages[m].offset, &heads[m], sizeof(Head));
}

TileExchange::Got TileExchange::deliver(Message const& message, Side const& receives, PartBuffer& part) const {
    Head head;
    std::memcpy(&head, incoming_.data() + message.offset, sizeof(Head));
    for (Share const& share : receives.shares)
        if (&receives.messages[share.message] == &message) unpack(share, part);
    return {head.complete != 0, head.checksum};
}

TileExchange::Got TileExchange::fill(Index tile, std::vector<bool> const& wanted, PartBuffer& part) {
    Side const sends = side(tile, wanted, true);
    Side const receives = side(tile, wanted, false);
    if (auto const number = tiles_.part(tile, comm_.rank())) part.begin(parts_.box(*number));
    RequestSet incoming;
    for (Message const& message : receives.messages)
        incoming.receive(comm_, message.peer, incoming_.data() + message.offset, ByteBlock(message.bytes));
    read_pieces(tile, sends);
    RequestSet outgoing;
    for (Message const& message : sends.messages)
        outgoing.send(comm_, message.peer, outgoing_.data() + message.offset, ByteBlock(message.bytes));
    Got got{true, 0};
    while (auto const arrived = incoming.wait_any()) {
        Got const more = deliver(receives.messages[*arrived], receives, part);
        got.complete = got.complete && more.complete;
        got.checksum += more.checksum;
    }
    outgoing.wait_all();
    failure_.rethrow();
    return got;
}

} // namespace tessera
