// SPDX-License-Identifier: BSD-3-Clause
// Tessera: several files that iocopy copies to one directory.
#include "cli/iocopy/lot.hpp"

#include "libcore/runtime/store/array_format.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <glob.h>
#include <map>
#include <span>
#include <system_error>

namespace tessera::cli {
namespace {

namespace fs = std::filesystem;

/// No file, but what a shell would look for: a shell that finds nothing, or is told not to look, leaves it as it is.
bool is_pattern(std::string const& source) {
    std::error_code ignored;
    if (source.find_first_of("*?[") == std::string::npos || fs::exists(source, ignored)) return false;
    auto const named = split_dataset(source);
    return named.dataset.empty() || !fs::exists(named.path, ignored); // names of datasets may have such characters
}

/// A directory that no format takes for an array: a Zarr store is one, and so is one with a manifest of local files.
bool is_folder(std::string const& path) {
    std::error_code ignored;
    if (!fs::is_directory(path, ignored)) return false;
    auto const file = parse_file_name(path);
    if (!file || !file->format->abilities().is_mapped) return false;
    return std::ranges::none_of(fs::directory_iterator(path, ignored),
                                [](fs::directory_entry const& entry) { return entry.path().extension() == ".json"; });
}

std::vector<std::string> files_of_pattern(std::string const& pattern) {
    glob_t found{};
    std::vector<std::string> paths;
    if (::glob(pattern.c_str(), 0, nullptr, &found) == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc); // sorted
    ::globfree(&found);
    return paths;
}

/// Those whose names or first bytes say what they hold, but for what begins with a point.
std::vector<std::string> files_of_folder(std::string const& folder) {
    std::vector<std::string> paths;
    for (fs::directory_entry const& entry : fs::directory_iterator(folder)) {
        auto const file = parse_file_name(entry.path().string());
        bool const known = file && file->format->abilities().describes_itself && !file->format->abilities().is_mapped;
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

/// "in/a.nc" is "a.zarr" in a lot that becomes Zarr stores, and so is "in/a.zarr.zip", which cannot be written.
std::string target_name(std::string const& source, std::string const& edition) {
    fs::path name = fs::path(source.ends_with('/') ? source.substr(0, source.size() - 1) : source).filename();
    if (name.extension() == ".zip") name = name.stem();
    if (edition.starts_with("zarr")) return name.stem().string() + ".zarr";
    if (edition.starts_with("cdf") && name.extension() != ".nc") return name.stem().string() + ".cdf";
    return name.string();
}

/// Error: an option that is about one array, or about what each file has in another way.
Result<void> check_options(Arguments const& arguments) {
    for (char const* const option : {"copy", "section", "array", "to", "header"})
        if (arguments.has(option)) return fail(fmt::format("--{} is for one array; there are several sources", option));
    return {};
}

} // namespace

bool means_lot(Arguments const& arguments) {
    auto const& names = arguments.positionals();
    return names.size() > 2 || is_pattern(names.front()) || (is_folder(names.front()) && !arguments.has("to"));
}

Result<Lot> lot_of(Arguments const& arguments) {
    if (auto const possible = check_options(arguments); !possible) return forward_error(possible);
    auto const& names = arguments.positionals();
    Lot lot{names.back(), {}};
    std::error_code ignored;
    if (!lot.directory.ends_with('/') && !fs::is_directory(lot.directory, ignored))
        return fail(
            fmt::format("several files are copied to a directory; '{}' is none: put '/' behind a new one's name", names.back()));
    if (!lot.directory.ends_with('/')) lot.directory += '/';
    std::map<std::string, std::string> sources;
    for (std::string const& name : std::span(names).first(names.size() - 1)) {
        auto const paths = files_of_source(name);
        if (!paths) return forward_error(paths);
        for (std::string const& path : *paths) {
            std::string const target = lot.directory + target_name(split_dataset(path).path, arguments.text_or("as", ""));
            auto const [known, is_new] = sources.emplace(target, path);
            if (!is_new) return fail(fmt::format("'{}' and '{}' would both become '{}'", known->second, path, target));
            lot.files.push_back({path, target});
        }
    }
    return lot;
}

} // namespace tessera::cli
