// SPDX-License-Identifier: BSD-3-Clause
// Tessera: in which units a file system keeps the bytes of a file.
#pragma once

#include "libcore/base/index.hpp"

#include <string>

namespace tessera {

/// What can be asked without being root.
struct FileStripes {
    std::string system; ///< "Lustre", "GPFS"; empty: another one
    Index size = 0;     ///< bytes that one server keeps in one piece, or st_blksize from 64 KiB on; 0: nothing is known of such
    Index count = 0;    ///< of servers that the file is dealt to; 0: not known, or all
};

/// Of the file, or of its directory where it is not made yet, whose files begin as it says. `bytes`: how long the file will be;
/// where stretches of it are dealt in different ways, the one at its end counts, which holds most. Never fails: nothing is known
/// then.
[[nodiscard]] FileStripes stripes_of(std::string const& path, Index bytes);

/// "4 of 1 MiB (Lustre)", "none known".
[[nodiscard]] std::string describe(FileStripes const& stripes);

} // namespace tessera
