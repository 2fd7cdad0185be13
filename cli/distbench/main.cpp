// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program distbench.
#include "cli/distbench/command.hpp"

int main(int argc, char** argv) {
    return tessera::cli::distbench(argc, argv);
}
