// SPDX-License-Identifier: BSD-3-Clause
// Tessera: what stands around the own part of every program: its heading, its arguments, and main.
#pragma once

#include "libcore/base/result.hpp"
#include "libcore/codegen/program_options.hpp"
#include "libcore/mapping/mapping.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tessera::detail {

struct ProgramFrame {
    std::string kind;               ///< as --kind says it: "redist"
    std::string summary;            ///< "Redistributes an array"
    std::string summary_of_several; ///< "Redistributes several arrays"
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

/// What a program does with one array.
struct ProgramPiece {
    ProgramFrame frame;
    ProgramBody body;
};

/// A program of one piece, or of several that run one after the other: each in a namespace, or a module, of its own. Arguments of
/// the same name are the same. Precondition: there is a piece, and all are of one kind.
[[nodiscard]] std::string framed(std::vector<ProgramPiece> const& pieces, ProgramOptions const& options);

/// What stands around the parts of any program, whose names the parts do not use for anything else.
[[nodiscard]] std::vector<std::string_view> frame_patterns();

/// The program of all parts. `piece(part, language)` gives a Result<ProgramPiece>.
template <class Part, class Piece>
Result<std::string> program_of(std::span<Part const> parts, ProgramOptions const& options, Piece const& piece) {
    std::vector<ProgramPiece> pieces;
    for (Part const& part : parts) {
        auto made = piece(part, options.language);
        if (!made) return forward_error(made);
        pieces.push_back(*std::move(made));
    }
    return framed(pieces, options);
}

/// How a mapping is named in a heading: "(block,*) onto P(4), align A(i) with T(2*i)".
[[nodiscard]] std::string heading_of(MappingSpec const& mapping);

} // namespace tessera::detail
