// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the units in which a file system stores the bytes of a file.
#pragma once

#include "libcore/base/index.hpp"

#include <string>

namespace tessera {

/// The stripes of a file, as far as they are visible without root rights.
struct FileStripes {
    std::string system; ///< "Lustre" or "GPFS"; empty for any other
    Index size = 0;     ///< bytes that one server stores contiguously, or st_blksize if it is at least 64 KiB; 0: unknown
    Index count = 0;    ///< number of servers that store the file; 0: unknown, or all
};

/// Returns the stripes of a file, or of its directory if the file does not exist yet, because new files inherit them. `bytes`:
/// the final length of the file. If parts of a file are striped differently, returns the stripes at its end, which hold most.
/// Never fails: unknown stripes are 0.
[[nodiscard]] FileStripes stripes_of(std::string const& path, Index bytes);

/// Returns a text such as "4 of 1 MiB (Lustre)" or "none known".
[[nodiscard]] std::string describe(FileStripes const& stripes);

} // namespace tessera
