// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a gapless stretch of a file between the disk and a buffer.
#pragma once

#include "libcore/io/file_layout.hpp"
#include "libcore/io/sieve.hpp"
#include "libcore/runtime/access/file_channel.hpp"

#include <cstddef>

namespace tessera {

/// One request each. `buffer` begins with the first of the positions.
void read_piece(FileChannel& file, FileLayout const& layout, Run positions, std::byte* buffer);
void write_piece(FileChannel& file, FileLayout const& layout, Run positions, std::byte const* buffer);

/// Makes a buffer ready for what is to be written of a piece: with what is in the file, unless all of it is wanted; then its
/// padding becomes zero.
void begin_piece(FileChannel& file, FileLayout const& layout, IoPiece const& piece, std::byte* buffer);

} // namespace tessera
