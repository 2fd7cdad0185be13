// SPDX-License-Identifier: BSD-3-Clause
// Tessera: all ranks together read and write sections of a file, in two phases.
#include "libcore/files/access/two_phase_transfer.hpp"

#include "libcore/base/require.hpp"
#include "libcore/files/access/piece_transfer.hpp"
#include "libcore/runtime/mpi/agreement.hpp"

#include <algorithm>

namespace tessera {

TwoPhaseTransfer::TwoPhaseTransfer(Communicator const& comm, FileChannel& file, IoPlan const& plan, MemoryAccount& account)
    : comm_(Communicator::duplicate(comm.handle())), file_(file), plan_(plan), layout_(plan.fad().layout()) {
    require(plan.two_phase() != nullptr, "TwoPhaseTransfer expects a plan in two phases");
    me_ = plan.fad().member(comm_.rank());
    all_or_none(comm_, [&] { messages_.emplace(comm_, account, plan.totals_of(comm_.rank()).memory); });
}

/// Every rank walks through the pieces of all aggregators, so no messages about them are needed.
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
        messages_->begin();
        visit(turns);
        messages_->finish();
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

void TwoPhaseTransfer::read(ElementLocation const& place, std::byte* memory) {
    for_each_phase([&](std::vector<Turn> const& turns) {
        for (Turn const& turn : turns) {
            Index const bytes = share(turn);
            if (bytes == 0) continue;
            messages_->expect(turn.aggregator, bytes, [&](std::byte const* data) {
                copy_elements(me_->section, turn.piece.positions, ElementCopySide::message(layout_), data,
                              ElementCopySide::memory(place), memory);
            });
        }
        if (Turn const* const mine = my_turn(turns)) read_and_send(*mine, place, memory);
    });
}

void TwoPhaseTransfer::read_and_send(Turn const& turn, ElementLocation const& place, std::byte* memory) {
    Run const positions = turn.piece.positions;
    std::byte* const piece = messages_->take(positions.size() * layout_.element_bytes());
    failure_.attempt([&] { read_piece(file_, layout_, positions, piece); });
    ElementCopySide const from = ElementCopySide::piece(layout_, positions.begin);
    std::byte* packed = nullptr;
    plan_.two_phase()->for_each_share(positions, [&](Fad::Member const& member, Index elements) {
        if (&member == me_) return copy_elements(member.section, positions, from, piece, ElementCopySide::memory(place), memory);
        Index const bytes = elements * layout_.element_bytes();
        if (packed == nullptr || !plan_.fad().is_common()) {
            packed = messages_->take(bytes);
            copy_elements(member.section, positions, from, piece, ElementCopySide::message(layout_), packed);
        }
        messages_->send(member.rank, packed, bytes);
    });
}

void TwoPhaseTransfer::write(ElementLocation const& place, std::byte const* memory) {
    for_each_phase([&](std::vector<Turn> const& turns) {
        for (Turn const& turn : turns) {
            Index const bytes = share(turn);
            if (bytes == 0) continue;
            std::byte* const data = messages_->take(bytes);
            copy_elements(me_->section, turn.piece.positions, ElementCopySide::memory(place), memory,
                          ElementCopySide::message(layout_), data);
            messages_->send(turn.aggregator, data, bytes);
        }
        if (Turn const* const mine = my_turn(turns)) gather_and_write(*mine, place, memory);
    });
}

/// Copies shares in ascending order of ranks, so the highest rank's elements stay.
void TwoPhaseTransfer::gather_and_write(Turn const& turn, ElementLocation const& place, std::byte const* memory) {
    Run const positions = turn.piece.positions;
    std::byte* const piece = messages_->take(positions.size() * layout_.element_bytes());
    std::vector<std::pair<Fad::Member const*, std::byte const*>> given; // a member and its message, or the memory for this rank
                                                                        // itself
    plan_.two_phase()->for_each_share(positions, [&](Fad::Member const& member, Index elements) {
        bool const mine = &member == me_;
        given.emplace_back(&member, mine ? memory : messages_->expect(member.rank, elements * layout_.element_bytes()));
    });
    failure_.attempt([&] { begin_piece(file_, layout_, turn.piece, piece); });
    messages_->finish();
    ElementCopySide const to = ElementCopySide::piece(layout_, positions.begin);
    for (auto const& [member, data] : given)
        copy_elements(member->section, positions,
                      member == me_ ? ElementCopySide::memory(place) : ElementCopySide::message(layout_), data, to, piece);
    failure_.attempt([&] { write_piece(file_, layout_, positions, piece); });
}

} // namespace tessera
