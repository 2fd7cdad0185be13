// SPDX-License-Identifier: BSD-3-Clause
// Tessera: one rank reads and writes sections of a file, directly or by sieving.
#pragma once

#include "libcore/files/access/element_location.hpp"
#include "libcore/files/access/file_channel.hpp"
#include "libcore/io/file_section.hpp"
#include "libcore/io/io_plan.hpp"
#include "libcore/runtime/memory/memory_account.hpp"

#include <cstddef>

namespace tessera {

/// Makes the requests that DirectWalk and SieveWalk plan (Thakur 5.5.1), in their order. Not collective; failures of the
/// system throw on this rank. Elements that the file does not store are neither read nor written.
///
/// Sieving takes a buffer for its longest piece from the account, at most settings.sieve.buffer_bytes. The direct method
/// transfers bytes between the file and their place in memory without a copy. A run with elements that are not consecutive in
/// memory goes through such a buffer, in several requests if it is longer than the buffer.
class SectionTransfer {
  public:
    /// settings.access: Direct or Sieve. The channel and the account must outlive this.
    SectionTransfer(FileChannel& file, IoSettings const& settings, MemoryAccount& account);

    void read(FileSection const& section, ElementLocation const& place, std::byte* memory);
    /// Writes a section. Sieving also writes back the bytes between the elements of the section, so no other rank may write
    /// there meanwhile.
    void write(FileSection const& section, ElementLocation const& place, std::byte const* memory);

  private:
    [[nodiscard]] std::byte* buffer_for(FileLayout const& layout, Run positions);
    void transfer(FileSection const& section, IoDirection direction, ElementLocation const& place, std::byte* memory);
    void transfer_buffered(FileSection const& section, IoPiece const& piece, bool reads, ElementLocation const& place,
                           std::byte* memory);

    FileChannel& file_;
    IoSettings settings_;
    MemoryAccount& account_;
    AccountedBuffer buffer_;
};

} // namespace tessera
