// SPDX-License-Identifier: BSD-3-Clause
// Tessera: transfers a contiguous piece of a file to or from a buffer.
#pragma once

#include "libcore/files/access/file_channel.hpp"
#include "libcore/io/file_layout.hpp"
#include "libcore/io/sieve.hpp"

#include <cstddef>

namespace tessera {

/// Each makes one request. `buffer` begins with the first of the positions.
void read_piece(FileChannel& file, FileLayout const& layout, Run positions, std::byte* buffer);
void write_piece(FileChannel& file, FileLayout const& layout, Run positions, std::byte const* buffer);

/// Prepares a buffer for writing a piece. It reads the piece from the file unless all its elements will be written. Otherwise
/// it sets the buffer to zero if the piece has padding.
void begin_piece(FileChannel& file, FileLayout const& layout, IoPiece const& piece, std::byte* buffer);

} // namespace tessera
