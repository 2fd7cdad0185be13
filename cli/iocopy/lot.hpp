// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several files that iocopy copies to one directory.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// One of them, and what its copy is called: as it is, but for the ending where --as wants a format with one of its own.
struct LotFile {
    std::string source;
    std::string target;
};

struct Lot {
    std::string directory; ///< with its '/'
    std::vector<LotFile> files;
};

/// Are several files meant: several sources, a pattern, or a directory that is no array itself? One rank.
[[nodiscard]] bool means_lot(Arguments const& arguments);

/// Every pattern and directory becomes the files it stands for, in the order of their names. One rank. Errors: one stands for
/// nothing; two have the same name; the target is no directory; options that are about one array.
[[nodiscard]] Result<Lot> lot_of(Arguments const& arguments);

} // namespace tessera::cli
