// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what is said of every program that is written.
#pragma once

#include <string>

namespace tessera {

enum class ProgramLanguage { Cpp, Fortran };

struct ProgramOptions {
    ProgramLanguage language = ProgramLanguage::Cpp;
    std::string source{}; ///< what it is made from, for its first lines: "triangle.hpf"
};

} // namespace tessera
