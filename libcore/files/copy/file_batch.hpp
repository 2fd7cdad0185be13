// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a batch of files that are copied to one directory.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/files/copy/option_values.hpp"

#include <span>
#include <string>
#include <vector>

namespace tessera {

/// A source file and the path of its copy. The name is the same, except that a format given by --as may change the ending.
struct BatchFile {
    std::string source;
    std::string target;
};

struct FileBatch {
    std::string directory; ///< ends with '/'
    std::vector<BatchFile> files;
};

/// Returns whether the words `names`, of which the last is the target, stand for several files: several sources, a pattern, or a
/// directory that is not an array itself. Not collective.
[[nodiscard]] bool is_batch(std::span<std::string const> names, OptionValues const& given);

/// Returns the files of all sources; patterns and directories give their files sorted by name. Not collective. Errors: a source has
/// no files; two files would get the same name; the target is not a directory; an option is about one array.
[[nodiscard]] Result<FileBatch> batch_of(std::span<std::string const> names, OptionValues const& given);

/// Returns the size in bytes up to which one rank copies a file of a batch alone; -1 if all ranks copy every file together.
[[nodiscard]] Index most_bytes_of_one_rank(OptionValues const& given, int ranks);

} // namespace tessera
