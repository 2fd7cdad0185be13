// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a nest of loops and the arrays in it, as they are written.
#pragma once

#include "libcore/spec/detail/cursor.hpp"
#include "libcore/spec/region_statement.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera::notation {

/// `do v = first, last, step`. Forms count the names of the nest. A bound may be the largest (smallest) of several forms.
struct NestLoop {
    std::size_t variable = 0;
    std::vector<AffineForm> first; ///< empty: not affine
    std::vector<AffineForm> last;
    std::optional<Index> step = 1; ///< nothing: no constant
    int line = 0;
    std::string text; ///< "i = 3, m-j+1", for remarks
};

/// One subscript: a form, or a section of forms.
struct NestSubscript {
    std::optional<AffineForm> first; ///< nothing: not affine, or left out of a section
    std::optional<AffineForm> last;  ///< of a section
    Index step = 1;
    bool section = false;
    bool affine = true;
    std::string text;
};

/// An array in a statement of the nest.
struct NestAccess {
    RegionAction action = RegionAction::Read;
    Name array;
    std::vector<NestSubscript> subscripts; ///< empty: the whole array
    std::vector<NestLoop> loops;           ///< around it, the outermost first
    std::optional<int> condition;          ///< the line of the `if`, `where`, ... around it
    std::size_t remaps = 0;                ///< how many stand before it
    std::optional<int> jump;               ///< the line that may leave a loop around it, or go on with the next iteration
};

/// What a program does between two times outside of all loops.
struct ProgramNest {
    std::vector<std::string> names; ///< of scalars, in lower case
    std::set<std::size_t> assigned; ///< names that change: by assignment, by `read`, as the variable of a loop
    std::vector<NestAccess> accesses;
    std::size_t remaps = 0; ///< how many stand before its end
};

} // namespace tessera::notation
