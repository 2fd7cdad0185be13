// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the job files that come with the program.
#pragma once

#include <QString>
#include <vector>

namespace tessera::gui {

struct Example {
    QString name; ///< "fft2d"
    QString path;
    QString summary; ///< the comment the file begins with, in one line
};

/// Sorted by name; empty where they are not installed. Looked for in the folder TESSERA_DATA names, beside the installed program,
/// and in the source tree the program was built from.
[[nodiscard]] std::vector<Example> examples();

/// "machines" beside the jobs: profiles by their path, sorted.
[[nodiscard]] std::vector<QString> machineFiles();

} // namespace tessera::gui
