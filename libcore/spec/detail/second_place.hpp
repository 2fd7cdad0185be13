// SPDX-License-Identifier: BSD-3-Clause
// Tessera: error texts for an array that a phase needs at two different positions. A phase allows only one.
#pragma once

#include <string>

namespace tessera::notation {

inline std::string work_array_of(std::string const& array) {
    return "what it needs of itself elsewhere, a phase before it puts into a work array: writes W reads " + array +
           "(j,i) with W(i,j)";
}

inline std::string with_itself(std::string const& array) {
    return array + " is with itself; " + work_array_of(array);
}

/// Error text for an array that a phase mentions twice. `both_read`: neither mention changes the array. `has_place`: the second
/// mention says where the array is needed.
inline std::string told_twice(std::string const& array, bool both_read, bool has_place) {
    if (both_read && has_place)
        return "a phase says of " + array +
               " once where it is needed; of two places say the one that is farther away, or make two phases of it, each with its "
               "place and its share of the work";
    return "it is said twice what becomes of " + array + "; what reads and writes it, updates " + array +
           (has_place ? "; " + work_array_of(array) : "");
}

} // namespace tessera::notation
