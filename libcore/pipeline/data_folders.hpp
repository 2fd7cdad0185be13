// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the folders of the jobs and machine profiles that come with the programs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace tessera {

/// Returns the existing ones of these folders, in this order, each once: $TESSERA_DATA; share/tessera next to the folder of the
/// running program, below the prefix of the shared library that holds this code, and under the configured installation prefix;
/// datasets in the source tree of a program that runs from its build tree.
[[nodiscard]] std::vector<std::string> data_folders();

/// Returns the regular files with this ending in a subfolder of all data_folders(), sorted by name: data_files("jobs", ".hpf"). Of
/// two with the same name, the one of the first folder counts.
[[nodiscard]] std::vector<std::filesystem::path> data_files(std::string_view subfolder, std::string_view ending);

} // namespace tessera
