// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program distplan.
#include "cli/distplan/command.hpp"

int main(int argc, char** argv) {
    return tessera::cli::distplan(argc, argv);
}
