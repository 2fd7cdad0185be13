// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a batch of files that iocopy copies to one directory.
#pragma once

#include "cli/common/arguments.hpp"
#include "libcore/base/result.hpp"

#include <string>
#include <vector>

namespace tessera::cli {

/// A source file and the path of its copy. The name is the same, except that a format given by --as may change the ending.
struct BatchFile {
    std::string source;
    std::string target;
};

struct FileBatch {
    std::string directory; ///< ends with '/'
    std::vector<BatchFile> files;
};

/// Returns whether the arguments name several files: several sources, a pattern, or a directory that is not an array itself. Not
/// collective.
[[nodiscard]] bool is_batch(Arguments const& arguments);

/// Returns the files of all sources; patterns and directories give their files sorted by name. Not collective. Errors: a source has
/// no files; two files would get the same name; the target is not a directory; an option is about one array.
[[nodiscard]] Result<FileBatch> batch_of(Arguments const& arguments);

} // namespace tessera::cli
