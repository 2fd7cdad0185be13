// SPDX-License-Identifier: BSD-3-Clause
// Tessera: options of all generated programs.
#pragma once

#include <string>

namespace tessera {

enum class ProgramLanguage { Cpp, Fortran };

struct ProgramOptions {
    ProgramLanguage language = ProgramLanguage::Cpp;
    std::string source{}; ///< file that the program is made from, for its heading: "triangle.hpf"
};

} // namespace tessera
