// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program distcomm.
#include "cli/distcomm/command.hpp"

int main(int argc, char** argv) {
    return tessera::cli::distcomm(argc, argv);
}
