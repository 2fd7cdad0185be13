// SPDX-License-Identifier: BSD-3-Clause
// Tessera: a loop nest and its array accesses, as written in the source.
#pragma once

#include "libcore/spec/detail/cursor.hpp"
#include "libcore/spec/region_statement.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tessera::notation {

/// `do v = first, last, step`. Coefficients of forms follow the names of the nest. A bound may be the largest (smallest) of several
/// forms.
struct NestLoop {
    std::size_t variable = 0;
    std::vector<AffineForm> first; ///< empty: not affine
    std::vector<AffineForm> last;
    std::optional<Index> step = 1; ///< nothing: not a constant
    int line = 0;
    std::string text; ///< "i = 3, m-j+1", for remarks
};

/// One subscript: a form, or a section with forms as bounds.
struct NestSubscript {
    std::optional<AffineForm> first; ///< nothing: not affine, or omitted in a section
    std::optional<AffineForm> last;  ///< for a section
    Index step = 1;
    bool section = false;
    bool affine = true;
    std::string text;
};

/// One access to an array in a statement of the nest.
struct NestAccess {
    RegionAction action = RegionAction::Read;
    Name array;
    std::vector<NestSubscript> subscripts; ///< empty: the whole array
    std::vector<NestLoop> loops;           ///< the enclosing loops, outermost first
    std::optional<int> condition;          ///< line of the enclosing `if`, `where`, ...
    std::size_t remaps = 0;                ///< number of remaps before the access
    std::optional<int> jump;               ///< line of a statement that may leave an enclosing loop or start its next iteration
};

/// A program part between two points outside of all loops.
struct ProgramNest {
    std::vector<std::string> names; ///< names of scalars, in lower case
    std::set<std::size_t> assigned; ///< indices of names that change: by assignment, by `read`, or as a loop variable
    std::vector<NestAccess> accesses;
    std::size_t remaps = 0; ///< number of remaps before its end
};

} // namespace tessera::notation
