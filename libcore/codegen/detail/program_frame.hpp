// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands around the own part of every program: its heading, its arguments, and main.
#pragma once

#include "libcore/codegen/program_options.hpp"
#include "libcore/mapping/mapping.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tessera::detail {

struct ProgramFrame {
    std::string kind;               ///< as --kind says it: "redist"
    std::string summary;            ///< "Redistributes an array"
    std::vector<std::string> about; ///< a line each: the array, its mappings
    std::string paper;              ///< whose method it is
    Index ranks = 1;                ///< at least so many
    /// Names of the program's arguments, and their values where its command line gives none.
    std::vector<std::pair<std::string, Index>> arguments;
};

/// The own part of a program, in its language. It has a function `expected_elements()`: how many are to be compared; and in
/// C++ `Outcome run(int rank)`, in Fortran `subroutine run(elements, wrong)`: how many were, by this rank, and how many are wrong.
struct ProgramBody {
    std::string declarations; ///< Fortran: before `contains`
    std::string procedures;   ///< in C++: everything
};

[[nodiscard]] std::string framed(ProgramFrame const& frame, ProgramOptions const& options, ProgramBody const& body);

/// How a mapping is named in a heading: "(block,*) onto P(4), align A(i) with T(2*i)".
[[nodiscard]] std::string heading_of(MappingSpec const& mapping);

} // namespace tessera::detail
