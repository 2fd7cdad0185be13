// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one rank reads and writes sections of a file, directly or by sieving.
#include "libcore/files/access/section_transfer.hpp"

#include "libcore/base/require.hpp"
#include "libcore/files/access/piece_transfer.hpp"
#include "libcore/io/direct.hpp"
#include "libcore/io/sieve.hpp"

#include <algorithm>
#include <optional>

namespace tessera {

namespace {

/// Returns the offset of the first element of a direct request, if its elements are contiguous in memory.
std::optional<Index> gapless_in_memory(FileLayout const& layout, Run positions, ElementLocation const& place) {
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

/// Calls visit(piece) for each request in order.
template <class Visit>
void for_each_piece(FileSection const& section, IoSettings const& settings, Visit const& visit) {
    if (settings.access == Access::Direct) {
        for (DirectWalk walk(section, settings.direct); !walk.done(); walk.next())
            visit(IoPiece{walk.positions(), walk.positions().size(), true});
    } else {
        FileUnion const wanted(section.layout(), {&section.section(), 1});
        PeriodicSet const whole_file = PeriodicSet::interval({0, section.layout().positions()});
        for (SieveWalk walk(wanted, whole_file, settings.sieve); !walk.done(); walk.next()) visit(walk.piece());
    }
}

} // namespace

SectionTransfer::SectionTransfer(FileChannel& file, IoSettings const& settings, MemoryAccount& account)
    : file_(file), settings_(settings), account_(account) {
    require(settings.access != Access::TwoPhase, "SectionTransfer accesses directly or by sieving: use TwoPhaseTransfer");
}

/// Returns the buffer for a piece. Most pieces of a section have the length of its first.
std::byte* SectionTransfer::buffer_for(FileLayout const& layout, Run positions) {
    Index const bytes = positions.size() * layout.element_bytes();
    if (buffer_.size() < bytes) {
        buffer_ = {}; // gives the old memory back before taking new
        buffer_ = AccountedBuffer(account_, bytes);
    }
    return buffer_.data();
}

void SectionTransfer::read(FileSection const& section, ElementLocation const& place, std::byte* memory) {
    transfer(section, IoDirection::Read, place, memory);
}

void SectionTransfer::write(FileSection const& section, ElementLocation const& place, std::byte const* memory) {
    transfer(section, IoDirection::Write, place, const_cast<std::byte*>(memory)); // a write only reads the memory
}

void SectionTransfer::transfer(FileSection const& section, IoDirection direction, ElementLocation const& place, std::byte* memory) {
    FileLayout const& layout = section.layout();
    bool const reads = direction == IoDirection::Read;
    Index const room = std::max<Index>(1, settings_.sieve.buffer_bytes / layout.element_bytes());
    for_each_piece(section, settings_, [&](IoPiece const& piece) {
        Run const all = piece.positions;
        if (settings_.access == Access::Sieve) return transfer_buffered(section, piece, reads, place, memory);
        if (auto const offset = gapless_in_memory(layout, all, place))
            return reads ? read_piece(file_, layout, all, memory + *offset) : write_piece(file_, layout, all, memory + *offset);
        for (Index begin = all.begin; begin < all.end; begin += room) {
            Run const part{begin, std::min(all.end, begin + room)};
            transfer_buffered(section, {part, part.size(), true}, reads, place, memory);
        }
    });
}

void SectionTransfer::transfer_buffered(FileSection const& section, IoPiece const& piece, bool reads, ElementLocation const& place,
                                        std::byte* memory) {
    FileLayout const& layout = section.layout();
    std::byte* const buffer = buffer_for(layout, piece.positions);
    ElementCopySide const in_buffer = ElementCopySide::piece(layout, piece.positions.begin);
    ElementCopySide const in_memory = ElementCopySide::memory(place);
    if (reads) {
        read_piece(file_, layout, piece.positions, buffer);
        copy_elements(section, piece.positions, in_buffer, buffer, in_memory, memory);
    } else {
        begin_piece(file_, layout, piece, buffer);
        copy_elements(section, piece.positions, in_memory, memory, in_buffer, buffer);
        write_piece(file_, layout, piece.positions, buffer);
    }
}

} // namespace tessera
