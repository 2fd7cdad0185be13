// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the central directory of zip archives: PKWARE's APPNOTE 6.3.10, sections 4.3 and 4.5.3.
#pragma once

#include "libcore/base/index.hpp"
#include "libcore/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tessera {

/// The bytes of an archive: a file, a part of one, or memory. Nobody reads beyond `size`.
struct ZipBytes {
    Index size = 0;
    std::function<void(Index offset, std::span<std::byte> to)> read;
};

struct ZipEntry {
    std::string name;
    Index header = 0; ///< first byte of its local header
    Index stored = 0; ///< bytes that its data take in the archive
    Index bytes = 0;  ///< of its content
    std::uint32_t crc = 0;
    bool deflated = false;
};

/// The files of an archive, sorted by name; no folders. Errors: it is damaged, encrypted, in several parts, or compressed by
/// another method than deflate; a name is absolute, leads upwards, or is there twice; a size is more than deflate can reach.
[[nodiscard]] Result<std::vector<ZipEntry>> zip_entries(ZipBytes const& archive);

/// The first byte of an entry's data. Error: its local header is not there, or is another's.
[[nodiscard]] Result<Index> zip_data_begin(ZipBytes const& archive, ZipEntry const& entry);

} // namespace tessera
