// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sections of a file read and written by all ranks together, in two phases.
#include "libcore/runtime/access/two_phase_transfer.hpp"

#include "libcore/runtime/access/piece_transfer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace tessera {

TwoPhaseTransfer::TwoPhaseTransfer(Comm const& comm, FileChannel& file, IoPlan const& plan, MemoryAccount& account)
    : comm_(Comm::duplicate(comm.handle())), file_(file), plan_(plan), layout_(plan.fad().layout()) {
    assert(plan.two_phase() != nullptr);
    auto const members = plan.fad().members();
    auto const member = std::ranges::lower_bound(members, comm_.rank(), {}, &Fad::Member::rank);
    if (member != members.end() && member->rank == comm_.rank()) me_ = &*member;
    auto const totals = std::ranges::lower_bound(plan.ranks(), comm_.rank(), {}, &RankTotals::rank);
    bool const takes_part = totals != plan.ranks().end() && totals->rank == comm_.rank();
    all_or_none(comm_, [&] { buffer_ = AccountedBuffer(account, takes_part ? totals->totals.memory : 0); });
}

/// Every rank walks through the pieces of all aggregators: nothing needs to be said about them.
void TwoPhaseTransfer::for_each_phase(std::function<void(std::vector<Turn> const&)> const& visit) {
    TwoPhase const& two_phase = *plan_.two_phase();
    FileDomains const& domains = two_phase.domains();
    std::vector<SieveWalk> walks;
    walks.reserve(domains.ranks().size());
    for (Index a = 0; a < domains.count(); ++a) walks.push_back(two_phase.pieces(a));
    for (std::vector<Turn> turns;; turns.clear()) {
        for (std::size_t a = 0; a < walks.size(); ++a) {
            if (walks[a].done()) continue;
            turns.push_back({domains.ranks()[a], walks[a].piece()});
            walks[a].next();
        }
        if (turns.empty()) return failure_.agree(comm_);
        taken_ = 0;
        visit(turns);
    }
}

TwoPhaseTransfer::Turn const* TwoPhaseTransfer::my_turn(std::vector<Turn> const& turns) const {
    auto const mine = std::ranges::find(turns, comm_.rank(), &Turn::aggregator);
    return mine == turns.end() ? nullptr : &*mine;
}

Index TwoPhaseTransfer::share(Turn const& turn) const {
    if (me_ == nullptr || turn.aggregator == comm_.rank()) return 0;
    return me_->section.count_in(turn.piece.positions) * layout_.element_bytes();
}

std::byte* TwoPhaseTransfer::take(Index bytes) {
    assert(taken_ + bytes <= buffer_.size());
    std::byte* const data = buffer_.data() + taken_;
    taken_ += bytes;
    return data;
}

void TwoPhaseTransfer::read(ElementPlace const& place, std::byte* memory) {
    for_each_phase([&](std::vector<Turn> const& turns) {
        RequestSet requests;
        std::map<std::size_t, Parcel> expected; // by request
        for (Turn const& turn : turns) {
            Index const bytes = share(turn);
            if (bytes == 0) continue;
            std::byte* const data = take(bytes);
            expected[requests.receive(comm_, turn.aggregator, data, ByteBlock(bytes))] = {me_, turn.piece.positions, data, bytes};
        }
        if (Turn const* const mine = my_turn(turns)) read_and_send(*mine, requests, place, memory);
        while (auto const number = requests.wait_any()) {
            auto const found = expected.find(*number);
            if (found == expected.end()) continue; // it was sent
            Parcel const& parcel = found->second;
            copy_elements(me_->section, parcel.positions, CopyEnd::message(layout_), parcel.data, CopyEnd::memory(place), memory);
        }
    });
}

void TwoPhaseTransfer::read_and_send(Turn const& turn, RequestSet& requests, ElementPlace const& place, std::byte* memory) {
    Run const positions = turn.piece.positions;
    std::byte* const piece = take(positions.size() * layout_.element_bytes());
    failure_.attempt([&] { read_piece(file_, layout_, positions, piece); });
    CopyEnd const from = CopyEnd::piece(layout_, positions.begin);
    std::byte* packed = nullptr;
    plan_.two_phase()->for_each_share(positions, [&](Fad::Member const& member, Index elements) {
        if (&member == me_) return copy_elements(member.section, positions, from, piece, CopyEnd::memory(place), memory);
        Index const bytes = elements * layout_.element_bytes();
        if (packed == nullptr || !plan_.fad().is_common()) {
            packed = take(bytes);
            copy_elements(member.section, positions, from, piece, CopyEnd::message(layout_), packed);
        }
        requests.send(comm_, member.rank, packed, ByteBlock(bytes));
    });
}

void TwoPhaseTransfer::write(ElementPlace const& place, std::byte const* memory) {
    for_each_phase([&](std::vector<Turn> const& turns) {
        RequestSet requests;
        for (Turn const& turn : turns) {
            Index const bytes = share(turn);
            if (bytes == 0) continue;
            std::byte* const data = take(bytes);
            copy_elements(me_->section, turn.piece.positions, CopyEnd::memory(place), memory, CopyEnd::message(layout_), data);
            requests.send(comm_, turn.aggregator, data, ByteBlock(bytes));
        }
        if (Turn const* const mine = my_turn(turns)) gather_and_write(*mine, requests, place, memory);
        requests.wait_all();
    });
}

void TwoPhaseTransfer::gather_and_write(Turn const& turn, RequestSet& requests, ElementPlace const& place,
                                        std::byte const* memory) {
    Run const positions = turn.piece.positions;
    std::byte* const piece = take(positions.size() * layout_.element_bytes());
    std::vector<Parcel> parcels; // ascending by rank
    plan_.two_phase()->for_each_share(positions, [&](Fad::Member const& member, Index elements) {
        Index const bytes = elements * layout_.element_bytes();
        std::byte* const data = &member == me_ ? nullptr : take(bytes);
        if (data != nullptr) requests.receive(comm_, member.rank, data, ByteBlock(bytes));
        parcels.push_back({&member, positions, data, bytes});
    });
    failure_.attempt([&] { begin_piece(file_, layout_, turn.piece, piece); });
    requests.wait_all();
    CopyEnd const to = CopyEnd::piece(layout_, positions.begin);
    for (Parcel const& parcel : parcels) {
        if (parcel.data == nullptr)
            copy_elements(parcel.member->section, positions, CopyEnd::memory(place), memory, to, piece);
        else
            copy_elements(parcel.member->section, positions, CopyEnd::message(layout_), parcel.data, to, piece);
    }
    failure_.attempt([&] { write_piece(file_, layout_, positions, piece); });
}

} // namespace tessera
