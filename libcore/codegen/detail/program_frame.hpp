// SPDX-License-Identifier: BSD-3-Clause
// Tessera: the common frame of generated programs: heading, arguments, and main.
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
    std::string kind;               ///< value of --kind: "redist"
    std::string summary;            ///< "Redistributes an array"
    std::string summary_of_several; ///< "Redistributes several arrays"
    std::vector<std::string> about; ///< one line each: the array, its mappings
    std::string paper;              ///< the paper of the method
    Index ranks = 1;                ///< minimum number of ranks
    /// Names of the program's arguments, and their values if the command line gives none.
    std::vector<std::pair<std::string, Index>> arguments;
};

/// The specific part of a program, in its language. It has a function `expected_elements()`, which returns the number of elements
/// to compare. It also has a function that counts the elements that this rank compared, and the wrong ones: `Outcome run(int rank)`
/// in C++, `subroutine run(elements, wrong)` in Fortran.
struct ProgramBody {
    std::string declarations; ///< for Fortran: text before `contains`
    std::string procedures;   ///< in C++: the whole body
};

/// The part of a program for one array.
struct ProgramPiece {
    ProgramFrame frame;
    ProgramBody body;
};

/// Returns a program of one piece, or of several that run one after the other, each in its own namespace or module. Arguments with
/// the same name are shared. Precondition: there is a piece, and all are of one kind.
[[nodiscard]] std::string framed(std::vector<ProgramPiece> const& pieces, ProgramOptions const& options);

/// Returns the patterns around the parts of every program. The parts must not use their names for anything else.
[[nodiscard]] std::vector<std::string_view> frame_patterns();

/// Returns the program of all parts. `piece(part, language)` returns a Result<ProgramPiece>.
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

/// Returns the name of a mapping in a heading: "(block,*) onto P(4), align A(i) with T(2*i)".
[[nodiscard]] std::string heading_of(MappingSpec const& mapping);

} // namespace tessera::detail
