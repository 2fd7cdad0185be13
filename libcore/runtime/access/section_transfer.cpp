// SPDX-License-Identifier: BSD-3-Clause
// Tessera: sections of a file read and written by one rank, directly or by sieving.
#include "libcore/runtime/access/section_transfer.hpp"

#include "libcore/io/direct.hpp"
#include "libcore/io/sieve.hpp"
#include "libcore/runtime/access/piece_transfer.hpp"

#include <algorithm>
#include <cassert>
#include <optional>

namespace tessera {

namespace {

/// The elements of one request of the direct method, if they follow each other in memory too: the offset of the first.
std::optional<Index> gapless_in_memory(FileLayout const& layout, Run positions, ElementPlace const& place) {
    Index const bytes = layout.element_bytes();
    MemoryLine const first = first_line(layout, positions, place);
    Index end = first.offset;
    for (MemoryLine line = first;; line = first_line(layout, positions, place)) {
        if (line.offset != end || (line.count > 1 && line.step != bytes)) return std::nullopt;
        end += line.count * bytes;
        positions.begin += line.count;
        if (positions.empty()) return first.offset;
    }
}

template <class Visit>
void for_each_direct(FileSection const& section, DirectUnit unit, Visit const& visit) {
    for (DirectWalk walk(section, unit); !walk.done(); walk.next()) visit(walk.positions());
}

template <class Visit>
void for_each_sieved(FileSection const& section, SieveSettings const& settings, Visit const& visit) {
    FileUnion const wanted(section.layout(), {&section.section(), 1});
    PeriodicSet const whole_file = PeriodicSet::interval({0, section.layout().positions()});
    for (SieveWalk walk(wanted, whole_file, settings); !walk.done(); walk.next()) visit(walk.piece());
}

/// Cuts a run into pieces of at most `room` positions.
template <class Visit>
void for_each_part(Run positions, Index room, Visit const& visit) {
    for (Index begin = positions.begin; begin < positions.end; begin += room)
        visit(Run{begin, std::min(positions.end, begin + room)});
}

} // namespace

SectionTransfer::SectionTransfer(FileChannel& file, IoSettings const& settings, MemoryAccount& account)
    : file_(file), settings_(settings), account_(account) {
    assert(settings.access != Access::TwoPhase);
}

/// Positions that fit the buffer.
Index SectionTransfer::room(FileLayout const& layout) const {
    return std::max<Index>(1, settings_.sieve.buffer_bytes / layout.element_bytes());
}

/// The buffer for a piece. Pieces of one section are mostly as long as its first.
std::byte* SectionTransfer::buffer_for(FileLayout const& layout, Run positions) {
    Index const bytes = positions.size() * layout.element_bytes();
    if (buffer_.size() < bytes) {
        buffer_ = {}; // first given back, then taken anew
        buffer_ = AccountedBuffer(account_, bytes);
    }
    return buffer_.data();
}

void SectionTransfer::read(FileSection const& section, ElementPlace const& place, std::byte* memory) {
    FileLayout const& layout = section.layout();
    auto const read_sieved = [&](Run positions) {
        std::byte* const piece = buffer_for(layout, positions);
        read_piece(file_, layout, positions, piece);
        copy_elements(section, positions, CopyEnd::piece(layout, positions.begin), piece, CopyEnd::memory(place), memory);
    };
    if (settings_.access == Access::Sieve)
        return for_each_sieved(section, settings_.sieve, [&](IoPiece const& piece) { read_sieved(piece.positions); });
    for_each_direct(section, settings_.direct, [&](Run positions) {
        if (auto const offset = gapless_in_memory(layout, positions, place))
            read_piece(file_, layout, positions, memory + *offset);
        else
            for_each_part(positions, room(layout), read_sieved);
    });
}

void SectionTransfer::write(FileSection const& section, ElementPlace const& place, std::byte const* memory) {
    FileLayout const& layout = section.layout();
    auto const write_sieved = [&](IoPiece const& piece) {
        Run const positions = piece.positions;
        std::byte* const buffer = buffer_for(layout, positions);
        begin_piece(file_, layout, piece, buffer);
        copy_elements(section, positions, CopyEnd::memory(place), memory, CopyEnd::piece(layout, positions.begin), buffer);
        write_piece(file_, layout, positions, buffer);
    };
    if (settings_.access == Access::Sieve) return for_each_sieved(section, settings_.sieve, write_sieved);
    for_each_direct(section, settings_.direct, [&](Run positions) {
        if (auto const offset = gapless_in_memory(layout, positions, place))
            write_piece(file_, layout, positions, memory + *offset);
        else
            for_each_part(positions, room(layout), [&](Run part) { write_sieved({part, part.size(), true}); });
    });
}

} // namespace tessera
