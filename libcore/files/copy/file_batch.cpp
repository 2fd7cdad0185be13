// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a batch of files that are copied to one directory.
#include "libcore/files/copy/file_batch.hpp"

#include "libcore/base/try.hpp"
#include "libcore/files/copy/file_copy.hpp"
#include "libcore/files/store/array_format.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <glob.h>
#include <map>
#include <span>
#include <system_error>

namespace tessera {

namespace {

namespace fs = std::filesystem;

constexpr Index most_small = Index{4} << 20; // size of a file up to which one rank is faster than the agreement of all ranks
constexpr Index memory_of_bytes = 4; // a rank's share of the memory must be at least this many times the size of a small file

/// Returns whether the source is a shell pattern and not an existing file. A shell passes on a pattern without matches or in
/// quotes.
bool is_pattern(std::string const& source) {
    std::error_code ignored;
    if (source.find_first_of("*?[") == std::string::npos || fs::exists(source, ignored)) return false;
    auto const named = split_dataset(source);
    return named.dataset.empty() || !fs::exists(named.path, ignored); // names of datasets may contain such characters
}

/// Returns whether the path is a directory but not an array. Zarr stores and directories with a manifest of local files are arrays.
bool is_folder(std::string const& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) return false;
    auto const file = parse_file_name(path);
    if (!file || !file->format->capabilities().is_mapped) return false;
    return std::ranges::none_of(fs::directory_iterator(path, ignored),
                                [](fs::directory_entry const& entry) { return entry.path().extension() == ".json"; });
}

std::vector<std::string> files_of_pattern(std::string const& pattern) {
    glob_t found{};
    std::vector<std::string> paths;
    // Sorted by glob().
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
    ::globfree(&found);
    return paths;
}

/// Returns the directory's files whose names or first bytes tell their format, except hidden files.
std::vector<std::string> files_of_folder(std::string const& folder) {
    std::vector<std::string> paths;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder)) {
        auto const file = parse_file_name(entry.path().string());
        bool const known = file && file->format->capabilities().describes_itself && !file->format->capabilities().is_mapped;
        if (known && !entry.path().filename().string().starts_with('.')) paths.push_back(entry.path().string());
    }
    std::ranges::sort(paths);
    return paths;
}

Result<std::vector<std::string>> files_of_source(std::string const& source) {
    bool const pattern = is_pattern(source);
    if (!pattern && !is_folder(source)) return std::vector<std::string>{source};
    std::vector<std::string> paths = pattern ? files_of_pattern(source) : files_of_folder(source);
    if (paths.empty())
        return fail(fmt::format("'{}': there is no file {}", source, pattern ? "of such a name" : "of arrays in it"));
    return paths;
}

/// Returns the name of the copy. In a batch of Zarr stores it is "a.zarr" for "in/a.nc", and for "in/a.zarr.zip", which cannot be
/// written.
std::string target_name(std::string const& source, std::string const& format_version) {
    fs::path name = fs::path(source.ends_with('/') ? source.substr(0, source.size() - 1) : source).filename();
    if (name.extension() == ".zip") name = name.stem();
    if (format_version.starts_with("zarr")) return name.stem().string() + ".zarr";
    if (format_version.starts_with("cdf") && name.extension() != ".nc") return name.stem().string() + ".cdf";
    return name.string();
}

/// Error: an option is about one array, or about properties that differ between the files.
Result<void> check_batch_options(OptionValues const& given) {
    for (char const* const option : {"copy", "section", "array", "to", "header"})
        if (given.has(option)) return fail(fmt::format("--{} is for one array; there are several sources", option));
    return {};
}

/// Returns whether an option concerns the work of all ranks together, or the order of the files.
bool takes_turns(OptionValues const& given) {
    constexpr std::array of_all{"plan", "dry-run", "repair", "fail-fast", "threads", "aggregators", "domains", "mpi-io"};
    return given.text_or("access", "auto") != "auto" || given.text_or("scratch", "").starts_with("always") ||
           std::ranges::any_of(of_all, [&](char const* option) { return given.has(option); });
}

} // namespace

bool is_batch(std::span<std::string const> names, OptionValues const& given) {
    return names.size() > 2 || is_pattern(names.front()) || (is_folder(names.front()) && !given.has("to"));
}

Result<FileBatch> batch_of(std::span<std::string const> names, OptionValues const& given) {
    TRY(check_batch_options(given));
    FileBatch batch{names.back(), {}};
    std::error_code ignored;
    if (!batch.directory.ends_with('/') && !fs::is_directory(batch.directory, ignored))
        return fail(
            fmt::format("several files are copied to a directory; '{}' is none: put '/' behind a new one's name", names.back()));
    if (!batch.directory.ends_with('/')) batch.directory += '/';
    std::map<std::string, std::string> sources;
    for (std::string const& name : names.first(names.size() - 1)) {
        auto const paths = TRY(files_of_source(name));
        for (std::string const& path : paths) {
            std::string const target = batch.directory + target_name(split_dataset(path).path, given.text_or("as", ""));
            auto const [known, is_new] = sources.emplace(target, path);
            if (!is_new) return fail(fmt::format("'{}' and '{}' would both become '{}'", known->second, path, target));
            batch.files.push_back({path, target});
        }
    }
    return batch;
}

Index most_bytes_of_one_rank(OptionValues const& given, int ranks) {
    if (takes_turns(given)) return -1;
    Index const memory = given.number("memory").value_or(CopyOptions().memory);
    return std::min(most_small, memory / memory_of_bytes / ranks);
}

} // namespace tessera
