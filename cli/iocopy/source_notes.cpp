// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what a user should know of a source before it is copied.
#include "cli/iocopy/source_notes.hpp"

#include "libcore/base/visible_text.hpp"
#include "libcore/runtime/store/array_format.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace tessera::cli {

std::optional<std::string> note_of_other_files(FileName const& from, StoredArray const& source) {
    if (!from.format->abilities().has_objects || source.other_files.empty()) return std::nullopt;
    constexpr std::size_t most_named = 4;
    std::vector<std::string> names;
    for (std::string const& path : source.other_files)
        if (names.size() < most_named) names.push_back(fmt::format("'{}'", visible_name(path)));
    return fmt::format("'{}' also takes elements from {}{}", from.path, fmt::join(names, ", "),
                       source.other_files.size() > most_named ? ", ..." : "");
}

} // namespace tessera::cli
