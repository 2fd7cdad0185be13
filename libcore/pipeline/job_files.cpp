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
    for (std::string const& folder : data_folders())
        for (char const* const ending : {"", ".hpf"})
            if (fs::path const path = fs::path(folder) / "jobs" / (name + ending); fs::is_regular_file(path, unknown))
                return path.string();
    return name;
}

std::vector<std::string> job_names() {
    std::vector<std::string> names;
    std::error_code unknown;
    for (std::string const& folder : data_folders())
        for (fs::directory_entry const& entry : fs::directory_iterator(fs::path(folder) / "jobs", unknown))
            if (entry.path().extension() == ".hpf") names.push_back(entry.path().filename().string());
    return names;
}

} // namespace tessera
