// SPDX-License-Identifier: BSD-3-Clause
// Tessera: distview from its command line to its exit code.
#pragma once

namespace tessera::gui {

class MainWindow;
struct Options;

/// Shows a window, with the job or lesson of the options and the part of it that they name: its view, rank, step, line, ... Such a
/// part waits for the job's plan; without one the window is there at once.
void begin(MainWindow& window, Options const& options);

/// 0: done; 1: a file could not be written; 2: bad input.
[[nodiscard]] int distview(int argc, char** argv);

} // namespace tessera::gui
