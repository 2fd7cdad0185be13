// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers a contiguous piece of a file to or from a buffer.
#include "libcore/files/access/piece_transfer.hpp"

#include <cstring>

namespace tessera {

void read_piece(FileChannel& file, FileLayout const& layout, Run positions, std::byte* buffer) {
    Run const bytes = layout.bytes(positions);
    file.read_at(bytes.begin, {buffer, as_size(bytes.size())});
}

void write_piece(FileChannel& file, FileLayout const& layout, Run positions, std::byte const* buffer) {
    Run const bytes = layout.bytes(positions);
    file.write_at(bytes.begin, {buffer, as_size(bytes.size())});
}

void begin_piece(FileChannel& file, FileLayout const& layout, IoPiece const& piece, std::byte* buffer) {
    if (!piece.full)
        read_piece(file, layout, piece.positions, buffer);
    else if (piece.useful != piece.positions.size())
        std::memset(buffer, 0, as_size(piece.positions.size() * layout.element_bytes()));
}

} // namespace tessera
