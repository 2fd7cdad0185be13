// SPDX-License-Identifier: BSD-3-Clause
// Tessera: two-phase reading of parts: aggregators read pieces that suit the file and send the elements on.
#include "libcore/files/copy/tile_exchange.hpp"

#include "libcore/files/copy/damage.hpp"

#include <cstring>
#include <utility>

namespace tessera {

std::vector<int> source_order(CopyTask const& task) {
    std::vector<int> order;
    auto const dims = static_cast<int>(task.target.extents.size());
    for (int const dim : task.source.permutation)
        for (int d = 0; d < dims; ++d) {
            auto const& source = task.map.axes[as_size(d)].source;
            if (source && source->dim == dim) order.push_back(d);
        }
    for (int d = 0; d < dims; ++d)
        if (!task.map.axes[as_size(d)].source) order.push_back(d);
    return order;
}

TileExchange::TileExchange(Communicator const& comm, CopyTask const& task, CopyPlan const& plan, CopyTiles const& tiles,
                           CopyParts const& parts, PartReader& reader, MemoryAccount& account)
    : comm_(comm), tiles_(tiles), parts_(parts), reader_(reader), target_order_(task.target.permutation),
      numbers_(ElementLocation::numbers(task.target.extents)), element_bytes_(task.element_bytes),
      piece_(account, plan.piece_bytes, source_order(task), task.element_bytes),
      messages_(comm, account, plan.share_bytes + received_bytes(plan)) {}

/// Returns what the pieces of one aggregator give to a rank's part.
std::vector<TileExchange::Share> TileExchange::shares(Wanted const& wanted, Rank aggregator, Rank rank) const {
    std::vector<Share> list;
    if (!wanted[as_size(rank)]) return list;
    std::vector<Run> const& all = *wanted[as_size(rank)];
    Index offset = message_overhead;
    for (CopyTiles::Piece const& piece : pieces_) {
        if (piece.aggregator != aggregator) continue;
        std::vector<Run> box;
        for (std::size_t d = 0; d < all.size(); ++d) box.push_back(intersection(piece.box[d], all[d]));
        BoxLayout const place(box, target_order_, {}, element_bytes_);
        if (place.elements() == 0) continue;
        list.push_back({&piece, box, place.place(), offset});
        offset += place.bytes();
        list.back().end = offset;
    }
    return list;
}

/// Announces the messages that bring the other aggregators' elements of the part.
void TileExchange::expect(Wanted const& wanted, PartBuffer& part) {
    for (Rank peer = 0; peer < comm_.size(); ++peer) {
        if (peer == comm_.rank()) continue;
        auto const list = shares(wanted, peer, comm_.rank());
        if (list.empty()) continue;
        messages_.expect(peer, list.back().end, [this, list, &part](std::byte const* data) {
            Head head;
            std::memcpy(&head, data, sizeof head);
            add(head);
            for (Share const& share : list)
                copy_box(section_of(share.box), element_bytes_, share.place, data + share.offset, part.place().place(),
                         part.data());
        });
    }
}

void TileExchange::add(Head const& head) {
    got_.complete = got_.complete && head.complete != 0;
    got_.checksum += head.checksum;
}

/// Reads the box into piece_. Returns whether that worked; the ranks that miss the elements find the reason.
bool TileExchange::read(std::vector<Run> const& box) {
    piece_.begin(box);
    bool readable = true;
    failure_.attempt([&] {
        try {
            static_cast<void>(reader_.read(piece_));
        } catch (UnreadablePart const&) {
            readable = false;
        }
    });
    return readable && !failure_.failed();
}

/// Copies a share of a piece into its message, or into this rank's own part.
void TileExchange::give(Share const& share, Outgoing& outgoing, PartBuffer& part) {
    ElementLocation const from = piece_.place().place();
    BoxSet const box = section_of(share.box);
    if (outgoing.data != nullptr)
        copy_box(box, element_bytes_, from, piece_.data(), share.place, outgoing.data + share.offset);
    else
        copy_box(box, element_bytes_, from, piece_.data(), part.place().place(), part.data());
    outgoing.head.checksum += checksum_of(box, element_bytes_, from, piece_.data(), numbers_);
}

/// Reads the needed box of a piece and copies each rank's share.
void TileExchange::give_all(CopyTiles::Piece const& piece, std::vector<Outgoing>& all, PartBuffer& part) {
    std::vector<std::vector<Run>> boxes;
    std::vector<std::pair<Share const*, Outgoing*>> takers;
    for (Outgoing& outgoing : all)
        for (Share const& share : outgoing.shares) {
            if (share.piece != &piece) continue;
            boxes.push_back(share.box);
            takers.emplace_back(&share, &outgoing);
        }
    if (takers.empty()) return;
    bool const readable = read(box_around(boxes));
    for (auto const& [share, outgoing] : takers) {
        if (readable) give(*share, *outgoing, part);
        if (!readable) outgoing->head.complete = 0;
    }
}

/// Reads the needed parts of this rank's pieces of a tile, and sends the elements to the ranks that need them.
void TileExchange::read_and_send(Wanted const& wanted, PartBuffer& part) {
    std::vector<Outgoing> all;
    for (Rank peer = 0; peer < comm_.size(); ++peer) {
        auto list = shares(wanted, comm_.rank(), peer);
        if (list.empty()) continue;
        std::byte* const data = peer == comm_.rank() ? nullptr : messages_.take(list.back().end);
        all.push_back({peer, std::move(list), data, {}});
    }
    for (CopyTiles::Piece const& piece : pieces_) give_all(piece, all, part);
    for (Outgoing const& outgoing : all) {
        if (outgoing.data == nullptr) {
            add(outgoing.head);
        } else {
            std::memcpy(outgoing.data, &outgoing.head, sizeof outgoing.head);
            messages_.send(outgoing.peer, outgoing.data, outgoing.shares.back().end);
        }
    }
}

TileExchange::FillResult TileExchange::fill(Index tile, Wanted const& wanted, PartBuffer& part) {
    pieces_ = tiles_.pieces(tile);
    got_ = {true, 0};
    messages_.begin();
    if (auto const number = tiles_.part(tile, comm_.rank())) part.begin(parts_.box(*number));
    expect(wanted, part);
    read_and_send(wanted, part);
    messages_.finish();
    failure_.rethrow();
    return got_;
}

} // namespace tessera
