// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program redist.
#include "cli/redist/command.hpp"

int main(int argc, char** argv) {
    return tessera::cli::redist(argc, argv);
}
