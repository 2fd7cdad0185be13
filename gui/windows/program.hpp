// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program distview, from the command line to the exit code.
#pragma once

namespace tessera::gui {

class MainWindow;
struct Options;

/// Shows a window with the job or lesson of the options, and with the requested view, rank, step, line, ... If the options name
/// such a part, the window waits for the job's plan; otherwise it appears at once.
void begin(MainWindow& window, Options const& options);

/// Returns the exit code. 0: done; 1: a file could not be written; 2: bad input.
[[nodiscard]] int distview(int argc, char** argv);

} // namespace tessera::gui
