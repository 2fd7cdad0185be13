// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the folders of the jobs and machine profiles that come with the programs.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// Returns the existing ones of these folders, in this order, each once: $TESSERA_DATA; share/tessera next to the folder of the
/// running program, and under the configured installation prefix; datasets in the source tree of a program that runs from its build
/// tree.
[[nodiscard]] std::vector<std::string> data_folders();

} // namespace tessera
