// SPDX-License-Identifier: BSD-3-Clause
// Tessera: an array that a phase needs at a second place: what can be said instead, as it has one in each phase.
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

/// `both_read`: neither mention changes it; `has_place`: the second one says where it is needed.
inline std::string told_twice(std::string const& array, bool both_read, bool has_place) {
    if (both_read && has_place)
        return "a phase says of " + array +
               " once where it is needed; of two places say the one that is farther away, or make two phases of it, each with its "
               "place and its share of the work";
    return "it is said twice what becomes of " + array + "; what reads and writes it, updates " + array +
           (has_place ? "; " + work_array_of(array) : "");
}

} // namespace tessera::notation
