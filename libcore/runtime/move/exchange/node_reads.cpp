// SPDX-License-Identifier: BSD-3-Clause
// Tessera: messages within a node that receivers read from the senders' memory.
#include "libcore/runtime/move/exchange/node_reads.hpp"

#include "libcore/runtime/mpi/mpi_error.hpp"
#include "libcore/runtime/mpi/reductions.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <mpi.h>

namespace tessera {

namespace {

constexpr int numbers_per_stretch = 4;
static_assert(sizeof(MessageRun) == numbers_per_stretch * sizeof(Index));

/// Returns the start of each rank's numbers among those of all ranks, followed by the total.
std::vector<int> begins_of(std::vector<int> const& counts) {
    std::vector<int> begins{0};
    for (int const count : counts) begins.push_back(begins.back() + count);
    return begins;
}

/// Returns the addresses of the sources of every rank on the node, rank by rank. Collective.
std::vector<std::uintptr_t> gathered_addresses(Communicator const& node, SourcePointers sources) {
    std::vector<std::uint64_t> mine;
    for (void const* const source : sources) mine.push_back(reinterpret_cast<std::uintptr_t>(source));
    std::vector<std::uint64_t> all(mine.size() * as_size(node.size()));
    auto const count = static_cast<int>(mine.size());
    check_mpi(MPI_Allgather(mine.data(), count, MPI_UINT64_T, all.data(), count, MPI_UINT64_T, node.handle()), "MPI_Allgather");
    return {all.begin(), all.end()};
}

} // namespace

NodeReads::NodeReads(ExchangeContext& context, RankMessages const& messages, CrossMemory least)
    : node_(context.node()), processes_(context.processes()), reads_from_(as_size(node_.comm().size()), 0),
      read_by_(as_size(node_.comm().size()), 0) {
    if (processes_.refusal()) {
        auto const is_long = [&](PeerMessage const& each) { return !message_runs(each, MessageEnd::Sender, least).empty(); };
        if (std::ranges::any_of(messages.sends, is_long)) refusal_ = processes_.refusal();
        return;
    }
    auto const told = gathered_runs(messages, least);
    for (PeerMessage const& message : messages.receives) {
        Rank const sender = node_.number_of(message.peer).value();
        auto const& there = told[as_size(sender)];
        if (there.empty()) continue;
        auto const here = message_runs(message, MessageEnd::Receiver, least);
        if (here.empty()) continue;
        reads_.push_back({sender, message.bytes, pieces_of(there, here)});
        reads_from_[as_size(sender)] = 1;
    }
    agree_on_senders();
}

/// Returns the runs of every rank's message to this one, by rank of the node; empty if it is not to be read. Collective.
std::vector<std::vector<MessageRun>> NodeReads::gathered_runs(RankMessages const& messages, CrossMemory least) const {
    auto const ranks = as_size(node_.comm().size());
    std::vector<std::vector<MessageRun>> mine(ranks);
    for (PeerMessage const& message : messages.sends)
        mine[as_size(node_.number_of(message.peer).value())] = message_runs(message, MessageEnd::Sender, least);
    std::vector<int> sent;
    std::vector<MessageRun> out;
    for (auto const& stretches : mine) {
        sent.push_back(static_cast<int>(stretches.size()) * numbers_per_stretch);
        out.insert(out.end(), stretches.begin(), stretches.end());
    }
    std::vector<int> received(ranks, 0);
    MPI_Comm const comm = node_.comm().handle();
    check_mpi(MPI_Alltoall(sent.data(), 1, MPI_INT, received.data(), 1, MPI_INT, comm), "MPI_Alltoall");
    auto const out_begins = begins_of(sent);
    auto const in_begins = begins_of(received);
    std::vector<MessageRun> in(as_size(in_begins.back() / numbers_per_stretch));
    check_mpi(MPI_Alltoallv(out.data(), sent.data(), out_begins.data(), MPI_INT64_T, in.data(), received.data(), in_begins.data(),
                            MPI_INT64_T, comm),
              "MPI_Alltoallv");
    std::vector<std::vector<MessageRun>> told;
    for (std::size_t rank = 0; rank < ranks; ++rank)
        told.emplace_back(in.begin() + in_begins[rank] / numbers_per_stretch,
                          in.begin() + in_begins[rank + 1] / numbers_per_stretch);
    return told;
}

/// Tells senders who reads their messages, and all ranks whether any rank reads. Collective.
void NodeReads::agree_on_senders() {
    MPI_Comm const comm = node_.comm().handle();
    check_mpi(MPI_Alltoall(reads_from_.data(), 1, MPI_INT, read_by_.data(), 1, MPI_INT, comm), "MPI_Alltoall");
    any_ = on_any(node_.comm(), !reads_.empty());
}

/// Intersects two lists that both cover one message from beginning to end.
std::vector<NodeReads::Piece> NodeReads::pieces_of(std::span<MessageRun const> there, std::span<MessageRun const> here) {
    std::vector<Piece> pieces;
    pieces.reserve(there.size() + here.size());
    for (std::size_t t = 0, h = 0; t < there.size() && h < here.size();) {
        Index const begin = std::max(there[t].begin, here[h].begin);
        Index const there_end = there[t].begin + there[t].bytes;
        Index const here_end = here[h].begin + here[h].bytes;
        Index const bytes = std::min(there_end, here_end) - begin;
        pieces.push_back({{begin, there[t].plan, there[t].offset + begin - there[t].begin, bytes},
                          {begin, here[h].plan, here[h].offset + begin - here[h].begin, bytes}});
        if (there_end <= here_end) ++t;
        if (here_end <= there_end) ++h;
    }
    pieces.shrink_to_fit();
    return pieces;
}

RankMessages NodeReads::rest(RankMessages const& messages) const {
    RankMessages rest;
    for (PeerMessage const& each : messages.sends)
        if (read_by_[as_size(node_.number_of(each.peer).value())] == 0) rest.sends.push_back(each);
    for (PeerMessage const& each : messages.receives)
        if (reads_from_[as_size(node_.number_of(each.peer).value())] == 0) rest.receives.push_back(each);
    return rest;
}

void NodeReads::run(SourcePointers sources, TargetPointers targets, std::function<void(Index)> const& report) const {
    if (!any_) return;
    auto const addresses = gathered_addresses(node_.comm(), sources);
    std::vector<RemoteRead> pieces;
    for (ReadMessage const& message : reads_) {
        auto const* const begins = addresses.data() + as_size(message.sender) * sources.size();
        pieces.clear();
        for (Piece const& piece : message.pieces)
            pieces.push_back({begins[piece.there.plan] + as_size(piece.there.offset),
                              static_cast<std::byte*>(targets[as_size(piece.here.plan)]) + piece.here.offset, piece.here.bytes});
        processes_.read(message.sender, pieces);
        if (report) report(message.bytes);
    }
    node_.comm().barrier(); // afterwards the sources may be written again
}

Index NodeReads::list_bytes() const {
    Index kept = 0;
    Index passing = 0;
    for (ReadMessage const& message : reads_) {
        kept += static_cast<Index>(message.pieces.capacity() * sizeof(Piece));
        passing = std::max(passing, std::ssize(message.pieces) * static_cast<Index>(sizeof(RemoteRead)));
    }
    return kept + passing;
}

/// Each end has at most message_bytes / least.stretch runs. Together they make at most as many pieces as both have runs. The
/// other end's runs arrive in one list for all messages, which is split into lists per message; this end's runs form a third
/// list.
Index NodeReads::most_list_bytes(Index message_bytes, CrossMemory least) {
    if (message_bytes < least.message) return 0;
    Index const stretches = message_bytes / least.stretch;
    constexpr Index of_a_stretch = 2 * (sizeof(Piece) + sizeof(RemoteRead)) + 3 * sizeof(MessageRun);
    return stretches * of_a_stretch;
}

Index NodeReads::bytes() const {
    Index sum = 0;
    for (ReadMessage const& message : reads_) sum += message.bytes;
    return sum;
}

} // namespace tessera
