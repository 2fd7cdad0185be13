// SPDX-License-Identifier: BSD-3-Clause
// Tessera: notes and errors about a source before it is copied.
#include "libcore/files/copy/source_notes.hpp"

#include "libcore/base/visible_text.hpp"
#include "libcore/files/store/array_format.hpp"
#include "libcore/files/store/output_path.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>
#include <system_error>
#include <vector>

namespace tessera {

namespace {

/// Returns whether the path lies in the folder after links are resolved. False if a path cannot be resolved.
bool is_within(std::string const& path, std::string const& folder) {
    namespace fs = std::filesystem;
    std::error_code failed;
    fs::path const inner = fs::weakly_canonical(path, failed);
    fs::path const outer = fs::weakly_canonical(folder, failed);
    return !failed && lies_below(inner, outer);
}

} // namespace

std::optional<std::string> note_of_other_files(FileName const& from, StoredArray const& source) {
    if (!from.format->capabilities().has_objects) return std::nullopt;
    std::set<std::string> names;
    std::vector<std::string> paths = source.other_files;
    for (StoredFile const& file : source.files) paths.push_back(file.path);
    for (std::string const& path : paths)
        if (path != from.path && !is_within(path, directory_of(from.path))) names.insert(fmt::format("'{}'", visible_name(path)));
    if (names.empty()) return std::nullopt;
    constexpr std::size_t most_named = 4;
    std::string const more = names.size() > most_named ? ", ..." : "";
    while (names.size() > most_named) names.erase(std::prev(names.end()));
    return fmt::format("'{}' also takes elements from {}{}", from.path, fmt::join(names, ", "), more);
}

/// While a file grows, the ranks that open it may see different lengths.
Result<void> check_written(FileName const& from, StoredArray const& source, int ranks, std::vector<std::string>* notes) {
    if (!source.being_written) return {};
    if (notes != nullptr) notes->push_back(being_written_text(from.path));
    if (ranks == 1) return {};
    return fail(fmt::format("'{}' is being written (SWMR): one rank alone can copy it", from.path));
}

std::string being_written_text(std::string const& path) {
    return fmt::format(
        "'{}' is being written (SWMR), or its writer ended without closing it: the copy has what was there when it was "
        "opened",
        path);
}

} // namespace tessera
