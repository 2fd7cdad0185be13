// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the papers' experiments with redistribution methods, by table.
#include "cli/distbench/method_figures.hpp"

#include <array>

namespace tessera::cli {

std::span<MethodTable const> method_tables() {
    static std::array const tables{
        MethodTable{"pitfalls", "PITFALLS, Tables 1 to 3: planned beside naive on the CM-5, the Paragon, and here",
                    pitfalls_figures()},
        MethodTable{"chapter3", "Thakur, Figs. 3.7 to 3.22: which method of redistribution wins there, and here",
                    thakur_figures()}};
    return tables;
}

} // namespace tessera::cli
