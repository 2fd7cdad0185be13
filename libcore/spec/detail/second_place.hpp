// SPDX-License-Identifier: BSD-3-Clause
// Tessera: error texts for an array that a phase needs at two different positions. A phase allows only one.
#pragma once

#include <string>

namespace tessera::notation {

inline std::string work_array_of(std::string const& array) {
    return "if a phase needs other elements of the array, an earlier phase must copy them to a work array: writes W reads " +
           array + "(j,i) with W(i,j)";
}

inline std::string with_itself(std::string const& array) {
    return array + " is matched with itself; " + work_array_of(array);
}

/// Error text for an array that a phase mentions twice. `both_read`: neither mention changes the array. `has_place`: the second
/// mention says where the array is needed.
inline std::string told_twice(std::string const& array, bool both_read, bool has_place) {
    if (both_read && has_place)
        return "a phase can say only once where " + array +
               " is needed; give the more distant of two places, or write two phases, each with its place and its share of the "
               "work";
    return "the phase says twice how it uses " + array + "; a phase that reads and writes it says updates " + array +
           (has_place ? "; " + work_array_of(array) : "");
}

} // namespace tessera::notation
