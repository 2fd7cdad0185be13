// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the program distview.
#include "gui/windows/program.hpp"

int main(int argc, char** argv) {
    return tessera::gui::distview(argc, argv);
}
