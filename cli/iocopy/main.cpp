// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program iocopy.
#include "cli/iocopy/command.hpp"

int main(int argc, char** argv) {
    return tessera::cli::iocopy(argc, argv);
}
