// SPDX-License-Identifier: BSD-3-Clause
// Tessera: checks that a file named in another file lies in that file's folder.
#include "libcore/files/store/file_inside.hpp"

#include "libcore/files/store/output_path.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

namespace tessera {

namespace fs = std::filesystem;

bool is_path_inside(std::string const& name) {
    fs::path const path(name);
    bool const leaves = path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end();
    return !name.empty() && !leaves && name.find('\0') == std::string::npos;
}

Result<std::string> file_inside(std::string const& folder, std::string const& name) {
    if (!is_path_inside(name))
        return fail(fmt::format("'{}' names the file '{}': only files in the folder itself are read", folder, name));
    fs::path const path = fs::path(folder) / name;
    std::error_code failed;
    fs::path const end = fs::canonical(path, failed);
    if (failed) return fail(fmt::format("cannot read '{}': {}", path.string(), failed.message()));
    if (!lies_below(end, fs::canonical(folder, failed)))
        return fail(fmt::format("'{}' is a link that leads out of the folder, to '{}'; put there what it leads to", path.string(),
                                end.string()));
    return path.string();
}

} // namespace tessera
