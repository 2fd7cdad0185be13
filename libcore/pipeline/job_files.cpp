// SPDX-License-Identifier: BSD-3-Clause
// Tessera: finds a job file by its name.
#include "libcore/pipeline/job_files.hpp"

#include "libcore/pipeline/data_folders.hpp"

#include <filesystem>
#include <system_error>

namespace tessera {

namespace fs = std::filesystem;

std::string job_path(std::string const& name) {
    std::error_code unknown;
    if (name.empty() || name.find('/') != std::string::npos || fs::exists(name, unknown)) return name;
    for (fs::path const& file : data_files("jobs", ".hpf"))
        if (file.filename() == name || file.stem() == name) return file.string();
    return name;
}

std::vector<std::string> job_names() {
    std::vector<std::string> names;
    for (fs::path const& file : data_files("jobs", ".hpf")) names.push_back(file.filename().string());
    return names;
}

} // namespace tessera
