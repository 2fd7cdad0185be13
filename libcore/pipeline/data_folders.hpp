// SPDX-License-Identifier: BSD-3-Clause
// Tessera: where the jobs and machine profiles lie that come with the programs.
#pragma once

#include <string>
#include <vector>

namespace tessera {

/// The folders that exist of these, in this order, each once: $TESSERA_DATA; share/tessera beside the folder of the running
/// program, and where the project was configured to be installed; datasets of the source tree that the program was built in.
[[nodiscard]] std::vector<std::string> data_folders();

} // namespace tessera
