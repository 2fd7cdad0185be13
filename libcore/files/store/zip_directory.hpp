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

/// Access to the bytes of an archive in a file, a part of a file, or memory. Reads stay below `size`.
struct ZipBytes {
    Index size = 0;
    std::function<void(Index offset, std::span<std::byte> to)> read;
};

struct ZipEntry {
    std::string name;
    Index header = 0; ///< offset of its local header
    Index stored = 0; ///< bytes of its data in the archive
    Index bytes = 0;  ///< bytes of its content
    std::uint32_t crc = 0;
    bool deflated = false;
};

/// Returns the files of an archive, sorted by name, without folders. Errors: the archive is damaged, encrypted, split, or uses a
/// compression method other than deflate; a name is absolute, contains ".." or occurs twice; a size exceeds what deflate can
/// produce.
[[nodiscard]] Result<std::vector<ZipEntry>> zip_entries(ZipBytes const& archive);

/// Returns the offset of an entry's data. Error: its local header is missing or belongs to another entry.
[[nodiscard]] Result<Index> zip_data_begin(ZipBytes const& archive, ZipEntry const& entry);

} // namespace tessera
