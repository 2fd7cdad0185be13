// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the folders of the jobs and machine profiles that come with the programs.
#include "libcore/pipeline/data_folders.hpp"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <map>
#include <utility>

namespace tessera {
namespace {

/// Returns the folder of the shared library that holds this code. Empty if the program itself holds it, or if it is not known.
std::filesystem::path folder_of_library(std::filesystem::path const& program) {
    static char const here = 0;
    Dl_info found{};
    std::error_code unknown;
    if (::dladdr(&here, &found) == 0 || found.dli_fname == nullptr) return {};
    std::filesystem::path const file = found.dli_fname;
    return std::filesystem::equivalent(file, program, unknown) || unknown ? "" : file.parent_path();
}

} // namespace

std::vector<std::string> data_folders() {
    std::error_code unknown;
    std::filesystem::path const program = std::filesystem::read_symlink("/proc/self/exe", unknown);
    std::vector<std::filesystem::path> candidates;
    if (char const* const named = std::getenv("TESSERA_DATA"); named != nullptr && *named != '\0') candidates.emplace_back(named);
    if (!program.empty()) candidates.push_back(program.parent_path() / "../share/tessera");
    // A library is in PREFIX/lib or, as on Debian, in PREFIX/lib/ARCHITECTURE.
    if (auto const folder = folder_of_library(program); !folder.empty())
        for (char const* const prefix : {"..", "../.."}) candidates.push_back(folder / prefix / "share/tessera");
    candidates.emplace_back(TESSERA_DATA_FOLDER);
    // A build tree is build/PRESET in the source tree, and its programs are in its folder bin.
    if (!program.empty()) candidates.push_back(program.parent_path() / "../../../datasets");
    std::vector<std::string> folders;
    for (std::filesystem::path const& candidate : candidates) {
        auto const folder = std::filesystem::canonical(candidate, unknown).string();
        if (!unknown && std::filesystem::is_directory(folder, unknown) && std::ranges::count(folders, folder) == 0)
            folders.push_back(folder);
    }
    return folders;
}

std::vector<std::filesystem::path> data_files(std::string_view subfolder, std::string_view ending) {
    std::map<std::string, std::filesystem::path> found;
    std::error_code unknown;
    for (std::string const& folder : data_folders())
        for (auto const& entry : std::filesystem::directory_iterator(std::filesystem::path(folder) / subfolder, unknown))
            if (entry.path().extension() == ending && entry.is_regular_file(unknown))
                found.try_emplace(entry.path().filename().string(), entry.path());
    std::vector<std::filesystem::path> files;
    for (auto& [name, path] : found) files.push_back(std::move(path));
    return files;
}

} // namespace tessera
